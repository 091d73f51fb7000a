public import ApusHTTP
public import FoundationEssentials

extension FoundationEssentials.URL: HTTP.TargetConvertible {
  /// The URL as the target of a request; a relative one is resolved against the session's base.
  public var target: HTTP.Target { .reference(absoluteString) }
}

extension FoundationEssentials.URL {
  /// Creates a Foundation URL from a checked one.
  ///
  /// - Parameter url: The URL, of which the escapes are kept.
  public init?(_ url: HTTP.URL) { self.init(string: url.description) }
}

extension HTTP.URL {
  /// Checks a Foundation URL.
  ///
  /// - Parameter url: The URL, which must be absolute and use HTTP.
  public init(_ url: FoundationEssentials.URL) throws(HTTP.InvalidURL) {
    try self.init(url.absoluteString)
  }
}
