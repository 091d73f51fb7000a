extension HTTP {
  /// The connection options of a single request. If an option is `nil`, the session's setting
  /// applies.
  ///
  ///     request.options.connection.socketPath = "/run/docker.sock"
  ///
  /// Requests with different connection options do not share connections. Requests through
  /// different Unix sockets do not share cache entries. The session applies the same connection
  /// options after a redirect.
  public struct ConnectionOptions: Sendable, Hashable, Codable {
    /// The path of a Unix socket that the session uses instead of a TCP connection. The default is
    /// nil, which means a TCP connection.
    public var socketPath: String?
    /// The local IP address to which the session binds the connection. The default is nil, which
    /// means the session's setting.
    public var localAddress: String?
    /// The protocol version numbers of the TLS versions that the request allows; see `tlsVersions`.
    package var tlsVersionNumbers: Set<UInt16>?

    /// Creates connection options that apply the session's settings.
    public init() {}
  }

  /// The connection options of a request that overrides some of the session's settings.
  ///
  /// A class instance stores the connection options because few requests have connection options.
  package final class OwnConnection: Sendable, Hashable, Codable {
    package let properties: ConnectionOptions

    init(_ properties: ConnectionOptions) { self.properties = properties }

    package convenience init(from decoder: any Decoder) throws {
      self.init(try ConnectionOptions(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws { try properties.encode(to: encoder) }

    package static func == (a: OwnConnection, b: OwnConnection) -> Bool {
      a.properties == b.properties
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(properties) }
  }
}

extension HTTP.RequestOptions {
  /// The connection options of the request, which override the settings of the session.
  public var connection: HTTP.ConnectionOptions {
    get { ownConnection?.properties ?? HTTP.ConnectionOptions() }
    set {
      let isChanged = newValue != HTTP.ConnectionOptions()
      ownConnection = isChanged ? HTTP.OwnConnection(newValue) : nil
    }
  }
}
