extension HTTP {
  /// Whether a URL is reached in the clear or over TLS.
  public enum Scheme: String, Sendable, Hashable, CaseIterable {
    case http, https

    /// The port that a URL need not state.
    public var defaultPort: Int { self == .http ? 80 : 443 }
  }

  /// Where a request goes, as its head states it: no credentials, no fragment, no IPv6 zone.
  public struct Destination: Sendable, Hashable {
    /// In the clear or over TLS.
    public let scheme: Scheme
    /// The host in its canonical form, an IPv6 address in brackets.
    public let host: String
    /// The port, stated or not.
    public let port: Int
    /// The path, empty or beginning with `/`.
    public let path: String
    /// The query without its `?`, or nil.
    public let query: String?

    /// A destination of parts that were parsed elsewhere; its host is made canonical here.
    public init(
      scheme: Scheme, host: String, port: Int? = nil, path: String = "/", query: String? = nil
    ) throws(WriteError) {
      let text = Array(host.utf8)
      guard text.allSatisfy({ $0 < 0x80 }), let parsed = try? Host.parse(text.span) else {
        throw .invalidHost
      }
      if let port, !(1...65_535).contains(port) { throw .invalidPort(port) }
      self.scheme = scheme
      self.host = parsed.host.description
      self.port = port ?? scheme.defaultPort
      self.path = path
      self.query = query
    }

    /// The value of `Host`: the port stands there unless it is the scheme's own.
    public var authority: String {
      port == scheme.defaultPort ? host : "\(host):\(port)"
    }

    /// Where `CONNECT` leads: the port always stands there. RFC 9112 section 3.2.3.
    var tunnelAuthority: String { "\(host):\(port)" }

    /// The path and query for an origin server. RFC 9112 section 3.2.1.
    func originForm() throws(WriteError) -> String {
      guard path.isEmpty || path.utf8.first == 0x2f else { throw .invalidTarget(at: 0) }
      var offset = 0
      for byte in path.utf8 {
        // A question mark here would move the border between path and query.
        if byte == 0x3f { throw .invalidTarget(at: offset) }
        offset += 1
      }
      return (path.isEmpty ? "/" : path) + (query.map { "?\($0)" } ?? "")
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
