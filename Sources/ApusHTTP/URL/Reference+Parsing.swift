extension HTTP.Reference {
  /// Parses a URL reference, and returns the reference together with the user name and password.
  ///
  ///     URI-reference = URI / relative-ref
  ///     URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
  ///     hier-part     = "//" authority path-abempty / path-absolute / path-rootless / path-empty
  ///     relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
  ///     relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty
  ///
  /// RFC 3986 section 4.1.
  static func read(
    _ bytes: Span<UInt8>
  ) throws(HTTP.InvalidURL) -> (reference: HTTP.Reference, userinfo: Range<Int>?) {
    let limit = HTTP.URL.limit
    guard bytes.count <= limit else { throw .tooLong(count: bytes.count, limit: limit) }
    try HTTP.PercentEncoding.refuseForbidden(in: bytes)
    var at = Cursor(0..<bytes.count)
    let scheme = readScheme(from: &at, in: bytes)
    let (authority, userinfo) = try readAuthority(from: &at, in: bytes, behind: scheme)
    if scheme == nil, authority == nil { try refuseColonInFirstSegment(at, of: bytes) }
    let path = try HTTP.PercentEncoding.path.repair(
      at.readWhile(in: bytes) { $0 != 0x3f && $0 != 0x23 }, of: bytes)
    let query =
      at.skip(0x3f, in: bytes)
      ? try HTTP.PercentEncoding.query.repair(at.readWhile(in: bytes) { $0 != 0x23 }, of: bytes)
      : nil
    let fragment =
      at.skip(0x23, in: bytes)
      ? try HTTP.PercentEncoding.fragment.repair(at.range, of: bytes) : nil
    let reference = HTTP.Reference(
      scheme: scheme, authority: authority, path: path, query: query, fragment: fragment)
    return (reference, userinfo)
  }

  /// Reads a URL scheme and the colon after it, if the text begins with a scheme.
  ///
  ///     scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
  ///
  /// RFC 3986 section 3.1.
  private static func readScheme(from at: inout Cursor, in bytes: Span<UInt8>) -> String? {
    var ahead = at
    guard let first = ahead.peek(in: bytes), ByteSet.letters.contains(first) else { return nil }
    let name = ahead.readWhile(in: bytes) { schemeBytes.contains($0) }
    guard ahead.skip(0x3a, in: bytes) else { return nil }
    at = ahead
    return String(decoding: name.map { ASCII.lowercased(bytes[$0]) }, as: UTF8.self)
  }

  private static let schemeBytes = ByteSet.letters.union(.digits).union(ByteSet("+-."))

  /// Reads `//` and the authority of a URL reference, if the reference has an authority.
  ///
  /// A URL with the scheme `http` or `https` must have `//` and a host. A URL with another scheme
  /// may have no host. An empty authority, as in `file:///`, remains in the path.
  ///
  /// RFC 3986 section 3.
  private static func readAuthority(
    from at: inout Cursor, in bytes: Span<UInt8>, behind scheme: String?
  ) throws(HTTP.InvalidURL) -> (authority: HTTP.Authority?, userinfo: Range<Int>?) {
    var ahead = at
    let hasSlashes = ahead.skip("//", in: bytes)
    let authority = ahead.readWhile(in: bytes) { hasSlashes && !authorityEnds.contains($0) }
    if !authority.isEmpty {
      at = ahead
      return try split(authority, of: bytes)
    }
    let isRelative = scheme == nil && !hasSlashes
    let isForeign = scheme.map { HTTP.Scheme(rawValue: $0) == nil } ?? false
    guard isRelative || isForeign else { throw .missingAuthority(at: ahead.position) }
    return (nil, nil)
  }

  private static let authorityEnds = ByteSet("/?#")

  /// Splits an authority at the `@` into the user information and the host.
  ///
  ///     authority = [ userinfo "@" ] host [ ":" port ]
  ///
  /// A second `@` is rejected, because some parsers split at the first `@` and other parsers at the
  /// last `@`.
  ///
  /// RFC 3986 section 3.2.
  private static func split(
    _ authority: Range<Int>, of bytes: Span<UInt8>
  ) throws(HTTP.InvalidURL) -> (authority: HTTP.Authority?, userinfo: Range<Int>?) {
    var at = Cursor(authority)
    let userinfo = at.readWhile(in: bytes) { $0 != 0x40 }
    guard at.skip(0x40, in: bytes) else {
      return (try HTTP.Authority(authority, of: bytes), nil)
    }
    let hostAndPort = at.readWhile(in: bytes) { $0 != 0x40 }
    guard at.isAtEnd else { throw .repeatedAt(at: at.position) }
    return (try HTTP.Authority(hostAndPort, of: bytes), userinfo)
  }

  /// Checks that the first segment of a relative path contains no `:`, which would end a scheme.
  ///
  ///     path-noscheme = segment-nz-nc *( "/" segment )
  ///
  /// RFC 3986 section 4.2.
  private static func refuseColonInFirstSegment(
    _ at: Cursor, of bytes: Span<UInt8>
  ) throws(HTTP.InvalidURL) {
    var at = at
    _ = at.readWhile(in: bytes) { $0 != 0x3a && !authorityEnds.contains($0) }
    guard at.peek(in: bytes) != 0x3a else { throw .colonInFirstSegment(at: at.position) }
  }
}
