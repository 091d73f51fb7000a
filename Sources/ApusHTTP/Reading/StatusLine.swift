/// The first line of a response.
///
///     status-line   = HTTP-version SP status-code SP [ reason-phrase ]
///     status-code   = 3DIGIT
///     reason-phrase = 1*( HTAB / SP / VCHAR / obs-text )
///
/// The second space may be missing where no reason follows, as many servers write it.
///
/// RFC 9112 section 4.
struct StatusLine: StartLine {
  static let part = HTTP.ParseError.Part.statusLine

  var version: HTTP.Version
  var status: HTTP.Status
  /// Where the reason lies in the message.
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
