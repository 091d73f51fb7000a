public import ApusHTTP
public import FoundationEssentials

extension FoundationEssentials.URL: HTTP.TargetConvertible {
  /// The URL as the target of a request. The session resolves a relative URL against its base URL.
  public var target: HTTP.Target { .reference(absoluteString) }
}

extension FoundationEssentials.URL {
  /// Creates a Foundation URL from a validated URL.
  ///
  /// - Parameter url: The validated URL, whose percent-encoding is kept.
  public init?(_ url: HTTP.URL) { self.init(string: url.description) }
}

extension HTTP.URL {
  /// Validates a Foundation URL.
  ///
  /// - Parameter url: The Foundation URL, which must be absolute and use HTTP or HTTPS.
  public init(_ url: FoundationEssentials.URL) throws(HTTP.InvalidURL) {
    try self.init(url.absoluteString)
  }
}
