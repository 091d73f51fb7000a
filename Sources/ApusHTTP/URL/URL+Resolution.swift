extension HTTP.URL {
  /// Returns the URL that results from resolving a reference against this URL.
  ///
  /// A reference with a scheme is an absolute URL, even if its scheme equals the scheme of this
  /// URL.
  ///
  /// RFC 3986 section 5.2.2.
  ///
  /// - Parameter reference: The URL reference to resolve.
  public func resolving(_ reference: HTTP.Reference) throws(HTTP.InvalidURL) -> HTTP.URL {
    guard reference.scheme == nil else { return try HTTP.URL(reference) }
    let isSameDocument = reference.authority == nil && reference.path.isEmpty
    return try HTTP.URL(
      origin: reference.authority.map { HTTP.Origin(scheme, $0) } ?? origin,
      path: reference.authority == nil ? merged(reference.path) : reference.path,
      query: isSameDocument ? reference.query ?? query : reference.query,
      fragment: reference.fragment)
  }

  /// Returns this URL with the fragment of another URL if this URL has no fragment. A redirect
  /// target inherits the fragment of the original URL.
  ///
  /// RFC 9110 section 10.2.2.
  ///
  /// - Parameter other: The URL whose fragment is inherited.
  public func inheritingFragment(of other: HTTP.URL) throws(HTTP.InvalidURL) -> HTTP.URL {
    try HTTP.URL(
      origin: origin, path: path, query: query, fragment: fragment ?? other.fragment)
  }

  /// Returns this URL's path with the last segment replaced by the path of a relative reference.
  ///
  /// RFC 3986 section 5.2.3.
  private func merged(_ reference: String) -> String {
    if reference.isEmpty { return path }
    if reference.utf8.first == 0x2f { return reference }
    let octets = Array(path.utf8)
    let bytes = octets.span
    var end = bytes.count
    while end > 0, bytes[end - 1] != 0x2f { end -= 1 }
    guard end > 1 else { return "/" + reference }
    return String(decoding: bytes.extracting(..<end).copy(), as: UTF8.self) + reference
  }
}

/// The resolution of request targets against the base URL of a session, with the rules of
/// AFNetworking.
extension HTTP.URL {
  /// Returns this URL with a `/` at the end of its path, so that relative references resolve below
  /// the path.
  ///
  /// An empty path, or a path that ends with a slash, is not changed. The query remains unchanged.
  /// The URL `https://h/v1` becomes `https://h/v1/`, and `https://h` is not changed.
  public func asBase() throws(HTTP.InvalidURL) -> HTTP.URL {
    guard !path.isEmpty, path.utf8.last != 0x2f, description.utf8.last != 0x2f else { return self }
    return try HTTP.URL(origin: origin, path: path + "/", query: query, fragment: fragment)
  }

  /// Returns the URL that results from resolving the text of a reference against this URL.
  ///
  /// With the base URL `https://h/v1/`, the text `users` resolves to `https://h/v1/users`. **A
  /// leading slash resolves to the root of the host**: `/users` resolves to `https://h/users`. An
  /// absolute URL replaces the base URL.
  ///
  /// - Parameter text: The text of a URL or of a URL reference.
  public func resolving(_ text: String) throws(HTTP.InvalidURL) -> HTTP.URL {
    try resolving(HTTP.Reference(text))
  }
}

extension HTTP.URL {
  /// Returns a path without its `.` and `..` segments. Each `..` also removes the preceding
  /// segment.
  ///
  /// The percent-encoded dot `%2e` is treated as a dot (section 6.2.2.2 there), because servers and
  /// browsers decode it. The path must be empty or begin with `/`. The running time is linear in
  /// the length of the path.
  ///
  /// RFC 3986 section 5.2.4.
  static func removingDotSegments(_ path: String) -> String {
    let octets = Array(path.utf8)
    let bytes = octets.span
    guard mayHaveDotSegments(bytes) else { return path }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var at = Cursor(0..<bytes.count)
    while at.skip(0x2f, in: bytes) {
      let segment = at.readWhile(in: bytes) { $0 != 0x2f }
      switch dotCount(segment, of: bytes) {
      case 1: break
      case 2: kept.removeSubrange((kept.lastIndex(of: 0x2f) ?? 0)...)
      default:
        kept.append(0x2f)
        for index in segment { kept.append(bytes[index]) }
        continue
      }
      if at.isAtEnd { kept.append(0x2f) }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Returns whether any path segment begins with `.` or `%`, so the segment may be `.` or `..`.
  private static func mayHaveDotSegments(_ path: Span<UInt8>) -> Bool {
    var at = Cursor(0..<path.count)
    while at.skip(0x2f, in: path) {
      if let first = at.peek(in: path), first == 0x2e || first == 0x25 { return true }
      _ = at.readWhile(in: path) { $0 != 0x2f }
    }
    return false
  }

  /// Returns the number of dots in a path segment, or `nil` if the segment contains other
  /// characters.
  static func dotCount(_ segment: Range<Int>, of bytes: Span<UInt8>) -> Int? {
    var at = Cursor(segment)
    var count = 0
    while !at.isAtEnd {
      guard
        at.skip(0x2e, in: bytes) || at.skip("%2e", in: bytes) || at.skip("%2E", in: bytes)
      else { return nil }
      count += 1
    }
    return count
  }
}
