/// A reader of a message body, which returns the ranges of the body's data in the received bytes.
///
///     message-body = *OCTET
///
/// RFC 9112 section 6.
enum BodyReader: Sendable {
  /// The body has this number of remaining bytes.
  case counted(Int)
  case chunked(ChunkedReader)
  /// The body consists of all bytes until the connection ends.
  case untilClose

  enum Outcome {
    case incomplete(consumed: Int)
    case data(Range<Int>, consumed: Int)
    case complete(trailers: HTTP.Fields, consumed: Int)
  }

  /// Creates the body reader for a framing. The result is `nil` if the message ends with its head.
  ///
  /// The rules for line folds in trailer fields are those of the message head.
  init?(_ framing: HTTP.BodyFraming, allowsFolds: Bool) {
    switch framing {
    case .none, .tunnel, .upgrade: return nil
    case .contentLength(let count): self = .counted(count)
    case .chunked: self = .chunked(ChunkedReader(allowsFolds: allowsFolds))
    case .untilClose: self = .untilClose
    }
  }

  /// Reads until body data is available, the body ends, or more bytes are needed.
  mutating func read(
    _ bytes: Span<UInt8>, at offset: Int, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> Outcome {
    switch self {
    case .counted(0):
      return .complete(trailers: HTTP.Fields(), consumed: 0)
    case .counted(let left):
      guard !bytes.isEmpty else { return .incomplete(consumed: 0) }
      let count = min(left, bytes.count)
      self = .counted(left &- count)
      return .data(0..<count, consumed: count)
    case .untilClose:
      guard !bytes.isEmpty else { return .incomplete(consumed: 0) }
      return .data(0..<bytes.count, consumed: bytes.count)
    case .chunked(var reader):
      // The associated value is moved out of the enumeration and back, because Swift cannot change
      // it in place.
      defer { self = .chunked(reader) }
      return try reader.read(bytes, at: offset, limits)
    }
  }
}
