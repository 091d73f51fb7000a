/// Reads a body by its framing, and returns the ranges of its data in the received bytes.
///
///     message-body = *OCTET
///
/// RFC 9112 section 6.
enum BodyReader: Sendable {
  /// That much is to come.
  case counted(Int)
  case chunked(ChunkedReader)
  /// All bytes until the connection ends.
  case untilClose

  enum Outcome {
    case incomplete(consumed: Int)
    case data(Range<Int>, consumed: Int)
    case complete(trailers: HTTP.Fields, consumed: Int)
  }

  /// The reader for a framing, or nil where the message ends with its head.
  ///
  /// Trailers are read by the rules of the head they belong to, which decide about folds.
  init?(_ framing: HTTP.BodyFraming, allowsFolds: Bool) {
    switch framing {
    case .none, .tunnel, .upgrade: return nil
    case .contentLength(let count): self = .counted(count)
    case .chunked: self = .chunked(ChunkedReader(allowsFolds: allowsFolds))
    case .untilClose: self = .untilClose
    }
  }

  /// Reads until there is data, the body's end, or no more bytes.
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
      // Taken out and put back, because an enum's payload cannot be changed in place.
      defer { self = .chunked(reader) }
      return try reader.read(bytes, at: offset, limits)
    }
  }
}
