/// AFNetworking's rules for the URL that a session's calls are relative to.
extension HTTP.URL {
  /// This URL with a `/` behind its path, so that what is resolved against it goes below it.
  ///
  /// A slash is added if the path is not empty and the text does not end in one already; a query
  /// stays behind it. `https://h/v1` becomes `https://h/v1/`, and `https://h` is left alone.
  public func asBase() throws(HTTP.InvalidURL) -> HTTP.URL {
    guard !path.isEmpty, path.utf8.last != 0x2f, description.utf8.last != 0x2f else { return self }
    return try HTTP.URL(origin: origin, path: path + "/", query: query, fragment: fragment)
  }

  /// The URL that a text means where this URL is the base.
  ///
  /// With the base `https://h/v1/`, `users` is `https://h/v1/users`. **A leading slash goes back to
  /// the root**: `/users` is `https://h/users`. A whole URL replaces the base.
  public func resolving(_ text: String) throws(HTTP.InvalidURL) -> HTTP.URL {
    try resolving(HTTP.Reference(text))
  }
}
