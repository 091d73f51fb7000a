/// The first line of a request, which contains the method, the target and the version.
///
///     request-line = method SP request-target SP HTTP-version
///     method       = token
///
/// RFC 9112 section 3.
struct RequestLine: StartLine {
  static let part = HTTP.ParseError.Part.requestLine

  var method: HTTP.Method
  var target: HTTP.RequestTarget
  var version: HTTP.Version

  init(from bytes: Span<UInt8>, in range: Range<Int>) throws(HTTP.ParseError) {
    let methodEnd = HTTP.endOfToken(bytes, from: range.lowerBound, to: range.upperBound)
    var at = Cursor(methodEnd..<range.upperBound)
    guard methodEnd > range.lowerBound, at.skip(0x20, in: bytes) else {
      throw .malformedStartLine(Self.part, at: methodEnd)
    }
    let text = at.readWhile(in: bytes) { $0 != 0x20 }
    guard !text.isEmpty, at.skip(0x20, in: bytes) else {
      throw .malformedStartLine(Self.part, at: at.position)
    }
    version = try HTTP.Version(from: &at, in: bytes, Self.part)
    guard at.isAtEnd else { throw .malformedStartLine(Self.part, at: at.position) }
    method = HTTP.Method(
      String(decoding: bytes.extracting(range.lowerBound..<methodEnd).copy(), as: UTF8.self))
    target = try HTTP.RequestTarget(from: bytes, in: text, method)
  }
}

extension HTTP.RequestTarget {
  /// Parses a request target and checks that its form is valid for the request method.
  ///
  ///     origin-form    = absolute-path [ "?" query ]
  ///     absolute-form  = absolute-URI
  ///     authority-form = uri-host ":" port
  ///     asterisk-form  = "*"
  ///
  /// RFC 9112 section 3.2.
  init(
    from bytes: Span<UInt8>, in range: Range<Int>, _ method: HTTP.Method
  ) throws(HTTP.ParseError) {
    for index in range where !HTTP.targetBytes.contains(bytes[index]) {
      throw .invalidTarget(at: index)
    }
    let text = bytes.extracting(range)
    let form: Form
    if method == .connect {
      guard let port = HTTP.HostField(text)?.port, port != 0, bytes[range.lowerBound] != 0x3a
      else { throw .invalidTarget(at: range.lowerBound) }
      form = .authority
    } else if text[0] == 0x2f {
      form = .origin
    } else if text.count == 1, text[0] == 0x2a, method == .options {
      form = .asterisk
    } else {
      guard HTTP.startsWithScheme(text) else { throw .invalidTarget(at: range.lowerBound) }
      form = .absolute
    }
    self.init(form, String(decoding: text.copy(), as: UTF8.self))
  }
}

extension HTTP {
  /// The bytes that are allowed in a request target: visible ASCII characters except `#`.
  ///
  /// RFC 9112 section 3.2.
  static let targetBytes = ByteSet(0x21...0x7e).subtracting(ByteSet("#"))

  /// Returns whether a text begins with a URI scheme and `://`.
  ///
  ///     scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
  ///
  /// RFC 3986 section 3.1.
  static func startsWithScheme(_ text: Span<UInt8>) -> Bool {
    var at = Cursor(0..<text.count)
    guard let first = at.peek(in: text), ByteSet.letters.contains(first) else { return false }
    _ = at.readWhile(in: text) { schemeBytes.contains($0) }
    return at.skip("://", in: text) && !at.isAtEnd
  }

  private static let schemeBytes = ByteSet.letters.union(.digits).union(ByteSet("+-."))
}
