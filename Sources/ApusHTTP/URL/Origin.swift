extension HTTP {
  /// The supported schemes of URLs.
  ///
  /// RFC 9110 section 4.2.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// In clear text.
    case http
    /// Over TLS.
    case https

    /// The port of a URL that names none.
    public var defaultPort: UInt16 {
      switch self {
      case .http: 80
      case .https: 443
      }
    }

    /// A Boolean value that indicates whether TLS protects the connection.
    public var isSecure: Bool { self == .https }
  }
}

extension HTTP.Scheme: CustomStringConvertible {
  public var description: String { rawValue }
}

extension HTTP {
  /// The server on a machine: the scheme, the host and the port.
  ///
  /// Credentials stay within an origin and connections are shared within one. So two origins are
  /// equal only if they do not differ at all: a name with a trailing dot, which may be resolved
  /// differently, is another origin, and so is an address in another zone.
  ///
  /// RFC 9110 section 4.3.1.
  public struct Origin: Hashable, Sendable {
    /// Boxed, because each URL and each request has one and passes it on.
    private let parts: Parts

    private final class Parts: Sendable {
      let scheme: Scheme
      let host: CanonicalHost
      let zone: String?
      let port: UInt16
      let authority: String

      init(_ scheme: Scheme, _ authority: Authority) {
        self.scheme = scheme
        host = authority.host
        zone = authority.zone
        port = authority.port ?? scheme.defaultPort
        let isDefault = port == scheme.defaultPort
        self.authority = isDefault ? authority.host.description : "\(authority.host):\(port)"
      }
    }

    /// Creates the origin of a scheme and an authority.
    ///
    /// - Parameters:
    ///   - scheme: `http` or `https`.
    ///   - authority: The host and the port, without a user.
    public init(_ scheme: Scheme, _ authority: Authority) { parts = Parts(scheme, authority) }

    /// The scheme, `http` or `https`.
    public var scheme: Scheme { parts.scheme }
    /// The host.
    public var host: CanonicalHost { parts.host }
    /// The interface of a link-local address; it is used for connecting only.
    public var zone: String? { parts.zone }
    /// The port, which is the scheme's default if none was written.
    public var port: UInt16 { parts.port }
    /// The value of the `Host` field: the host, and the port unless it is the scheme's default.
    public var authority: String { parts.authority }

    public static func == (left: Origin, right: Origin) -> Bool {
      left.parts === right.parts
        || left.scheme == right.scheme && left.host == right.host && left.zone == right.zone
          && left.port == right.port && left.authority == right.authority
    }

    /// Hashes the scheme and the authority: origins that differ in the zone alone are rare.
    ///
    /// - Parameter hasher: The hasher that receives the members.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(scheme.isSecure)
      hasher.combine(authority)
    }

    /// The target of a `CONNECT` request: the host, and always the port.
    ///
    /// RFC 9112 section 3.2.3.
    public var authorityForm: String { "\(host):\(port)" }
  }
}

extension HTTP.Origin: CustomStringConvertible {
  /// The text as an `Origin` field has it.
  public var description: String { scheme.rawValue + "://" + authority }
}
