extension HTTP {
  /// The supported URL schemes.
  ///
  /// RFC 9110 section 4.2.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// The scheme `http`, which uses unencrypted connections.
    case http
    /// The scheme `https`, which uses TLS connections.
    case https

    /// The default port of the scheme: 80 for `http` and 443 for `https`.
    public var defaultPort: UInt16 {
      switch self {
      case .http: 80
      case .https: 443
      }
    }

    /// A Boolean value that indicates whether TLS protects the connections of the scheme.
    public var isSecure: Bool { self == .https }
  }
}

extension HTTP.Scheme: CustomStringConvertible {
  public var description: String { rawValue }
}

extension HTTP {
  /// The origin of a URL: the scheme, the host and the port.
  ///
  /// Credentials are not sent to other origins, and connections are shared only within an origin.
  /// Therefore two origins are equal only if all of their components are equal. A host name with a
  /// trailing dot may have different IP addresses, so it belongs to a different origin. An IP
  /// address with a different zone identifier belongs to a different origin.
  ///
  /// RFC 9110 section 4.3.1.
  public struct Origin: Hashable, Sendable {
    /// The components of the origin. A class instance stores the components, because URLs and
    /// requests copy their origins often.
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

    /// Creates an origin from a scheme and an authority.
    ///
    /// - Parameters:
    ///   - scheme: The scheme, `http` or `https`.
    ///   - authority: The authority: a host and an optional port, without a user.
    public init(_ scheme: Scheme, _ authority: Authority) { parts = Parts(scheme, authority) }

    /// The scheme of the origin, `http` or `https`.
    public var scheme: Scheme { parts.scheme }
    /// The host of the origin.
    public var host: CanonicalHost { parts.host }
    /// The zone identifier (network interface) of a link-local IPv6 address. The session uses the
    /// zone identifier only for connection attempts.
    public var zone: String? { parts.zone }
    /// The port of the origin, or the default port of the scheme if the URL contains no port.
    public var port: UInt16 { parts.port }
    /// The value of the `Host` field:
    /// the host, and the port unless it is the default port of the scheme.
    public var authority: String { parts.authority }

    public static func == (left: Origin, right: Origin) -> Bool {
      left.parts === right.parts
        || left.scheme == right.scheme && left.host == right.host && left.zone == right.zone
          && left.port == right.port && left.authority == right.authority
    }

    /// Hashes the scheme and the authority of the origin. The zone identifier is not hashed,
    /// because origins rarely differ only in their zone identifiers.
    ///
    /// - Parameter hasher: The hasher that receives the parts of the origin.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(scheme.isSecure)
      hasher.combine(authority)
    }

    /// The target of a `CONNECT` request:
    /// the host and the port, even if the port is the default port.
    ///
    /// RFC 9112 section 3.2.3.
    public var authorityForm: String { "\(host):\(port)" }
  }
}

extension HTTP.Origin: CustomStringConvertible {
  /// The text of the origin in an `Origin` field, such as `https://example.com`.
  public var description: String { scheme.rawValue + "://" + authority }
}
