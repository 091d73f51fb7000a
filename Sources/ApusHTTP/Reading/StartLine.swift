/// The first line of a message, read once all of it is there.
protocol StartLine: Sendable {
  /// How errors name the line.
  static var part: HTTP.ParseError.Part { get }

  /// Reads a line without its CRLF, which holds no CR or LF.
  init(from bytes: Span<UInt8>, in range: Range<Int>) throws(HTTP.ParseError)
}

extension HTTP.Version {
  /// Reads `HTTP/1.` and a digit.
  ///
  ///     HTTP-version = HTTP-name "/" DIGIT "." DIGIT
  ///     HTTP-name    = %s"HTTP"
  ///
  /// RFC 9112 section 2.3.
  @inline(__always)
  init(
    from at: inout Cursor, in bytes: Span<UInt8>, _ part: HTTP.ParseError.Part
  ) throws(HTTP.ParseError) {
    let start = at.position
    guard at.remaining >= 8,
      ByteScan.quartet(in: bytes, at: start) == ByteScan.quartet("H", "T", "T", "P"),
      bytes[start &+ 4] == 0x2f, bytes[start &+ 5] &- 0x30 < 10, bytes[start &+ 6] == 0x2e,
      bytes[start &+ 7] &- 0x30 < 10
    else { throw .malformedStartLine(part, at: start) }
    guard bytes[start &+ 5] == 0x31 else { throw .unsupportedVersion(at: start &+ 5) }
    self.init(minor: bytes[start &+ 7] &- 0x30)
    at.position = start &+ 8
  }
}
