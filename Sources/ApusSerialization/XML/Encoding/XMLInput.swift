internal import ApusBytes

/// The input buffer of an XML parser, which converts received bytes to UTF-8.
struct XMLInput {
  /// The received part of the XML document in UTF-8. The parser has read the bytes before `front`.
  private(set) var text: [UInt8] = []
  /// The position of the next byte in the input buffer.
  var front = 0
  /// The encoding of the XML document. The value is `nil` if more bytes are needed for the
  /// detection.
  private(set) var choice: XMLEncodingChoice?

  private let charset: String?
  private let byteCountLimit: Int
  private var byteCount = 0
  /// The received bytes of a document whose encoding has not been detected.
  private var undecided: [UInt8] = []
  private var decoder: XMLTextDecoder?
  /// The reason for the end of the XML input, such as an invalid byte.
  private var end: End?
  /// The document position of the first byte in `text`, and the most recently computed document
  /// position.
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

  /// A Boolean value that indicates whether the XML document has been received completely.
  var isWhole: Bool {
    switch end {
    case .finished: true
    case .fault, nil: false
    }
  }

  /// A Boolean value that indicates whether the XML input has ended.
  var isEnded: Bool { end != nil }

  /// The error at the end of the XML input, such as an invalid byte.
  var fault: XML.Reason? {
    switch end {
    case .fault(let reason): reason
    case .finished, nil: nil
    }
  }

  /// Appends received bytes to the XML input, up to the maximum size of a document.
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

  /// Ends the input of the XML parser.
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

  /// Removes all bytes of the XML input and ends the input.
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

  /// Removes the bytes that have been read if they are at least half of the buffer. Therefore the
  /// total time for moving bytes is linear in the length of the document.
  private mutating func makeRoom(for count: Int) {
    guard front > 0, front >= text.count - front, text.capacity - text.count < count else { return }
    _ = position(at: front)
    base = latest
    text.removeSubrange(..<front)
    front = 0
  }

  /// Returns the document position of a byte in the input buffer.
  ///
  /// Each position is computed from the previously requested position, so requests in ascending
  /// order are fast.
  mutating func position(at index: Int) -> XML.Position {
    var place = latest.offset > base.offset + index ? base : latest
    place.advance(over: text.span.extracting(place.offset - base.offset..<index))
    latest = place
    return place
  }
}
