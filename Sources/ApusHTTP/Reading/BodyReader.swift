/// A parser of a message body, which returns the byte ranges of body data in the received bytes.
///
///     message-body = *OCTET
///
/// RFC 9112 section 6.
enum BodyReader: Sendable {
  /// The message body ends after the associated number of bytes.
  case counted(Int)
  case chunked(ChunkedReader)
  /// The message body ends when the connection ends.
  case untilClose

  enum Outcome {
    case incomplete(consumed: Int)
    case data(Range<Int>, consumed: Int)
    case complete(trailers: HTTP.Fields, consumed: Int)
  }

  /// Creates the body reader for a body framing. The result is `nil` if the message has no body.
  ///
  /// The reader accepts line folds in trailer fields if the message head may contain line folds.
  init?(_ framing: HTTP.BodyFraming, allowsFolds: Bool) {
    switch framing {
    case .none, .tunnel, .upgrade: return nil
    case .contentLength(let count): self = .counted(count)
    case .chunked: self = .chunked(ChunkedReader(allowsFolds: allowsFolds))
    case .untilClose: self = .untilClose
    }
  }

  /// Reads received bytes until body data is available, the message body ends, or more bytes are
  /// needed.
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
      // Swift cannot change an associated value in place, so the chunked reader is moved out of the
      // enumeration and back.
      defer { self = .chunked(reader) }
      return try reader.read(bytes, at: offset, limits)
    }
  }
}
