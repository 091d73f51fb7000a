internal import ApusBytes

/// A document on its way in: bytes wait in UTF-8 until they have been read.
struct XMLInput {
  /// The document in UTF-8; the part before `front` has been read.
  private(set) var text: [UInt8] = []
  /// The place of the next byte to read.
  var front = 0
  /// The encoding, once it is known.
  private(set) var choice: XMLEncodingChoice?

  private let charset: String?
  private let byteCountLimit: Int
  private var byteCount = 0
  /// The bytes received before the encoding was known.
  private var undecided: [UInt8] = []
  private var decoder: XMLTextDecoder?
  /// The reason that no bytes follow the waiting ones.
  private var end: End?
  /// The position of the first byte of `text`, and the last requested one.
  private var base = XML.Position()
  private var latest = XML.Position()

  private enum End {
    case finished
    case fault(XML.Reason)
  }

  init(charset: String?, byteCountLimit: Int) {
    self.charset = charset
    self.byteCountLimit = byteCountLimit
  }

  /// A Boolean value that indicates whether the rest of the document has been received.
  var isWhole: Bool {
    switch end {
    case .finished: true
    case .fault, nil: false
    }
  }

  /// A Boolean value that indicates whether no bytes can be added any more.
  var isEnded: Bool { end != nil }

  /// The fault after the waiting bytes.
  var fault: XML.Reason? {
    switch end {
    case .fault(let reason): reason
    case .finished, nil: nil
    }
  }

  /// Adds bytes, as many as the document may have.
  mutating func append(_ bytes: Span<UInt8>) {
    guard end == nil else { return }
    let taken = bytes.extracting(0..<min(bytes.count, byteCountLimit - byteCount))
    byteCount += taken.count
    makeRoom(for: taken.count)
    if decoder != nil {
      decode(taken)
    } else {
      undecided.append(taken)
      decide(isWhole: false)
    }
    if end == nil, taken.count < bytes.count {
      decide(isWhole: true)
      end = .fault(.limitExceeded(.byteCount, limit: byteCountLimit))
    }
  }

  /// Ends the input.
  mutating func finish() {
    guard end == nil else { return }
    decide(isWhole: true)
    guard end == nil else { return }
    if let decoder, !decoder.isBetweenCharacters {
      end = .fault(.malformedEncoding(decoder.encoding))
    } else {
      end = .finished
    }
  }

  /// Removes the waiting bytes, and accepts no more.
  mutating func removeAll() {
    text = []
    undecided = []
    front = 0
    end = end ?? .finished
  }

  private mutating func decide(isWhole: Bool) {
    guard decoder == nil else { return }
    do throws(XMLFault) {
      choice = try XMLEncodingChoice.choice(
        for: undecided.span, charset: charset, isWhole: isWhole)
    } catch {
      end = .fault(error.reason)
    }
    guard let choice else { return }
    decoder = XMLTextDecoder(choice.encoding)
    let bytes = undecided
    undecided = []
    decode(bytes.span)
  }

  private mutating func decode(_ bytes: Span<UInt8>) {
    guard var decoder else { return }
    if !decoder.decode(bytes, into: &text) { end = .fault(.malformedEncoding(decoder.encoding)) }
    self.decoder = decoder
  }

  /// Removes the read part if it is at least as long as the rest, so that a byte is moved a bounded
  /// number of times, in any pieces.
  private mutating func makeRoom(for count: Int) {
    guard front > 0, front >= text.count - front, text.capacity - text.count < count else { return }
    _ = position(at: front)
    base = latest
    text.removeSubrange(..<front)
    front = 0
  }

  /// The position of a waiting byte, or of the last one that was read.
  ///
  /// Positions that are requested in order are counted from each other.
  mutating func position(at index: Int) -> XML.Position {
    var place = latest.offset > base.offset + index ? base : latest
    place.advance(over: text.span.extracting(place.offset - base.offset..<index))
    latest = place
    return place
  }
}
