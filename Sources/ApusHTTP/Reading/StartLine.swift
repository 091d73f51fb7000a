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
  init(
    from at: inout Cursor, in bytes: Span<UInt8>, _ part: HTTP.ParseError.Part
  ) throws(HTTP.ParseError) {
    let start = at.position
    guard at.skip("HTTP/", in: bytes), let major = at.readDigits(1, in: bytes),
      at.skip(0x2e, in: bytes), let minor = at.readDigits(1, in: bytes)
    else { throw .malformedStartLine(part, at: start) }
    guard major == 1 else { throw .unsupportedVersion(at: start &+ 5) }
    self.init(minor: UInt8(minor))
  }
}
