internal import ApusBytes

/// The input of an XML parser, which converts received bytes to UTF-8 and stores them until they
/// are read.
struct XMLInput {
  /// The received part of the document in UTF-8. The bytes before `front` have been read.
  private(set) var text: [UInt8] = []
  /// The position of the next byte to read.
  var front = 0
  /// The encoding of the document; `nil` if the encoding is not yet known.
  private(set) var choice: XMLEncodingChoice?

  private let charset: String?
  private let byteCountLimit: Int
  private var byteCount = 0
  /// The bytes that were received before the encoding was known.
  private var undecided: [UInt8] = []
  private var decoder: XMLTextDecoder?
  /// The reason that the stored bytes are the last bytes of the input.
  private var end: End?
  /// The position of the first byte in `text`, and the most recently requested position.
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

  /// A Boolean value that indicates whether the input accepts no more bytes.
  var isEnded: Bool { end != nil }

  /// The fault that follows the stored bytes.
  var fault: XML.Reason? {
    switch end {
    case .fault(let reason): reason
    case .finished, nil: nil
    }
  }

  /// Appends received bytes up to the maximum size of the document.
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

  /// Ends the input of the parser.
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

  /// Removes the stored bytes and ends the input.
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

  /// Removes the bytes that have been read if they are at least as many as the remaining bytes.
  /// Therefore each byte is moved a bounded number of times, for pieces of any size.
  private mutating func makeRoom(for count: Int) {
    guard front > 0, front >= text.count - front, text.capacity - text.count < count else { return }
    _ = position(at: front)
    base = latest
    text.removeSubrange(..<front)
    front = 0
  }

  /// Returns the position of a stored byte, or of the last byte that was read.
  ///
  /// If positions are requested in ascending order, each position is computed from the previous
  /// position.
  mutating func position(at index: Int) -> XML.Position {
    var place = latest.offset > base.offset + index ? base : latest
    place.advance(over: text.span.extracting(place.offset - base.offset..<index))
    latest = place
    return place
  }
}
