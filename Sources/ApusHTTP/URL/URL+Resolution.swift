extension HTTP.URL {
  /// Returns the URL that a reference means where this URL is the base.
  ///
  /// A reference with a scheme needs no base, even if the scheme is the same as the base's.
  ///
  /// RFC 3986 section 5.2.2.
  ///
  /// - Parameter reference: The reference to resolve.
  public func resolving(_ reference: HTTP.Reference) throws(HTTP.InvalidURL) -> HTTP.URL {
    guard reference.scheme == nil else { return try HTTP.URL(reference) }
    let isSameDocument = reference.authority == nil && reference.path.isEmpty
    return try HTTP.URL(
      origin: reference.authority.map { HTTP.Origin(scheme, $0) } ?? origin,
      path: reference.authority == nil ? merged(reference.path) : reference.path,
      query: isSameDocument ? reference.query ?? query : reference.query,
      fragment: reference.fragment)
  }

  /// Returns this URL with the fragment of another if it has none, as a redirect does.
  ///
  /// RFC 9110 section 10.2.2.
  ///
  /// - Parameter other: The URL whose fragment is taken.
  public func inheritingFragment(of other: HTTP.URL) throws(HTTP.InvalidURL) -> HTTP.URL {
    try HTTP.URL(
      origin: origin, path: path, query: query, fragment: fragment ?? other.fragment)
  }

  /// The path of a reference that has no authority, put in the place of this path's last segment.
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

/// AFNetworking's rules for the URL that a session's calls are relative to.
extension HTTP.URL {
  /// Returns this URL with a `/` after its path, so that references resolve below it.
  ///
  /// A slash is added if the path is not empty and does not end in one; a query stays after it.
  /// `https://h/v1` becomes `https://h/v1/`, and `https://h` is not changed.
  public func asBase() throws(HTTP.InvalidURL) -> HTTP.URL {
    guard !path.isEmpty, path.utf8.last != 0x2f, description.utf8.last != 0x2f else { return self }
    return try HTTP.URL(origin: origin, path: path + "/", query: query, fragment: fragment)
  }

  /// Returns the URL that a text means where this URL is the base.
  ///
  /// With the base `https://h/v1/`, `users` is `https://h/v1/users`. **A leading slash goes back to
  /// the root**: `/users` is `https://h/users`. A whole URL replaces the base.
  ///
  /// - Parameter text: The text: a URL, or a reference to one.
  public func resolving(_ text: String) throws(HTTP.InvalidURL) -> HTTP.URL {
    try resolving(HTTP.Reference(text))
  }
}
