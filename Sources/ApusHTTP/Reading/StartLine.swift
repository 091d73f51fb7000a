/// The first line of a message: a request line or a status line.
protocol StartLine: Sendable {
  /// The name of the start line in parse errors, such as the request line.
  static var part: HTTP.ParseError.Part { get }

  /// Parses a start line without its CRLF. The byte range contains no carriage return or line feed.
  init(from bytes: Span<UInt8>, in range: Range<Int>) throws(HTTP.ParseError)
}

extension HTTP.Version {
  /// Reads the text `HTTP/1.` and a digit.
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

/// The first line of a response, which contains the version, the status code and the reason phrase.
///
///     status-line   = HTTP-version SP status-code SP [ reason-phrase ]
///     status-code   = 3DIGIT
///     reason-phrase = 1*( HTAB / SP / VCHAR / obs-text )
///
/// The parser accepts a status line without the second space if the reason phrase is empty, because
/// many servers omit the space.
///
/// RFC 9112 section 4.
struct StatusLine: StartLine {
  static let part = HTTP.ParseError.Part.statusLine

  var version: HTTP.Version
  var status: HTTP.Status
  /// The byte range of the reason phrase in the received message.
  var reason: Range<Int>

  @inline(__always)
  init(from bytes: Span<UInt8>, in range: Range<Int>) throws(HTTP.ParseError) {
    var at = Cursor(range)
    version = try HTTP.Version(from: &at, in: bytes, Self.part)
    guard at.skip(0x20, in: bytes), let code = at.readDigits(3, in: bytes),
      at.skip(0x20, in: bytes) || at.isAtEnd
    else { throw .malformedStartLine(Self.part, at: at.position) }
    status = HTTP.Status(code)
    reason = at.range
  }
}
