extension HTTP {
  /// The properties of the connection of one request; nil means the setting of the session.
  ///
  ///     request.options.connection.socketPath = "/run/docker.sock"
  ///
  /// Requests with other properties do not share its connections, and requests through another
  /// socket do not share its cache entries. Redirects keep the properties.
  public struct ConnectionOptions: Sendable, Hashable, Codable {
    /// The path of a Unix socket that replaces the server, and all proxies. The default is nil.
    public var socketPath: String?
    /// The local IP address. The default is nil.
    public var localAddress: String?
    /// The numbers of the TLS versions; see `tlsVersions`.
    package var tlsVersionNumbers: Set<UInt16>?

    /// Creates properties that are all those of the session.
    public init() {}
  }

  /// The properties of the connection of a request, if some are not those of the session.
  ///
  /// Few requests have them, so one reference has them all.
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
  /// The properties of the connection, in place of the settings of the session.
  public var connection: HTTP.ConnectionOptions {
    get { ownConnection?.properties ?? HTTP.ConnectionOptions() }
    set {
      let isChanged = newValue != HTTP.ConnectionOptions()
      ownConnection = isChanged ? HTTP.OwnConnection(newValue) : nil
    }
  }
}
