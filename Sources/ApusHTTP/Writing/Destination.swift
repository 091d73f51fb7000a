extension HTTP {
  /// The server, path and query of a request, without credentials, fragment and IPv6 zone
  /// identifier.
  public struct Destination: Sendable, Hashable {
    /// The origin of the server that receives the request.
    public let origin: Origin
    /// The path of the destination, which is empty or begins with `/`.
    public let path: String
    /// The query of the destination without the `?`. The value is `nil` if the destination has no
    /// query.
    public let query: String?

    /// Creates the destination of a request from a URL, without the fragment.
    ///
    /// - Parameter url: The URL of the request.
    public init(_ url: URL) {
      origin = url.origin
      path = url.path
      query = url.query
    }

    /// Creates the destination of a request from URL components that another parser produced.
    ///
    /// The initializer converts the host to canonical form, and the request writer checks the other
    /// components.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the server, `http` or `https`.
    ///   - host: The host name or the IP address of the server.
    ///   - port: The port of the server; `nil` for the default port of the scheme.
    ///   - path: The percent-encoded path.
    ///   - query: The percent-encoded text after `?`; `nil` for no query.
    public init(
      scheme: Scheme, host: String, port: Int? = nil, path: String = "/", query: String? = nil
    ) throws(WriteError) {
      if let port, !(1...65_535).contains(port) { throw .invalidPort(port) }
      let text = host + (port.map { ":\($0)" } ?? "")
      // A colon at the end of a host would be interpreted as an empty port.
      guard let last = host.utf8.last, last != 0x3a, host.utf8.allSatisfy({ $0 < 0x80 }),
        let authority = try? Authority(text), (authority.port == nil) == (port == nil)
      else { throw .invalidHost }
      origin = Origin(scheme, authority)
      self.path = path
      self.query = query
    }
  }

  /// The route of a request: direct, or through a proxy. The route determines the form of the
  /// request target.
  public enum Route: Sendable, Hashable {
    /// The route of a request to the origin server.
    case direct
    /// The route of an unencrypted request to a proxy that forwards the request.
    case proxy
    /// The route of a `CONNECT` request, which requests a tunnel from a proxy.
    case connect
    /// The route of a request to the origin server through a tunnel.
    case tunnel
  }
}
