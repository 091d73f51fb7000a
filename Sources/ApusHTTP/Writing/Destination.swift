extension HTTP {
  /// The destination in a request's head: no credentials, no fragment, no IPv6 zone.
  public struct Destination: Sendable, Hashable {
    /// The origin server.
    public let origin: Origin
    /// The path, empty or beginning with `/`.
    public let path: String
    /// The query without its `?`, or nil.
    public let query: String?

    /// Creates the destination of a URL; its fragment is never sent.
    ///
    /// - Parameter url: The URL of the request.
    public init(_ url: URL) {
      origin = url.origin
      path = url.path
      query = url.query
    }

    /// Creates a destination of parts that were parsed elsewhere.
    ///
    /// Its host is made canonical here, and the writer checks the rest.
    ///
    /// - Parameters:
    ///   - scheme: `http` or `https`.
    ///   - host: A name or an address.
    ///   - port: The port; nil for that of the scheme.
    ///   - path: The path with its escapes.
    ///   - query: The text after `?`, with its escapes; nil for none.
    public init(
      scheme: Scheme, host: String, port: Int? = nil, path: String = "/", query: String? = nil
    ) throws(WriteError) {
      if let port, !(1...65_535).contains(port) { throw .invalidPort(port) }
      let text = host + (port.map { ":\($0)" } ?? "")
      // A colon at the end would be taken for an empty port.
      guard let last = host.utf8.last, last != 0x3a, host.utf8.allSatisfy({ $0 < 0x80 }),
        let authority = try? Authority(text), (authority.port == nil) == (port == nil)
      else { throw .invalidHost }
      origin = Origin(scheme, authority)
      self.path = path
      self.query = query
    }
  }

  /// The way a request takes, which decides its target's form and which fields it may carry.
  public enum Route: Sendable, Hashable {
    /// To the origin server itself.
    case direct
    /// In the clear to a proxy that forwards it.
    case proxy
    /// To a proxy, asking it for a tunnel.
    case connect
    /// Through a tunnel, to the origin server.
    case tunnel
  }
}
