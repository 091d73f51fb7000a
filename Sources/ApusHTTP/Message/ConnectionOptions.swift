extension HTTP {
  /// The connection properties of a single request.
  /// A property that is `nil` means the setting of the session.
  ///
  ///     request.options.connection.socketPath = "/run/docker.sock"
  ///
  /// Requests with different connection properties do not share connections. Requests through
  /// different Unix sockets do not share cache entries. A redirected request keeps the connection
  /// properties.
  public struct ConnectionOptions: Sendable, Hashable, Codable {
    /// The path of a Unix socket that the session connects to instead of the server and any
    /// proxies. The default is nil.
    public var socketPath: String?
    /// The local IP address of the connection. The default is nil.
    public var localAddress: String?
    /// The protocol version numbers of the allowed TLS versions; see `tlsVersions`.
    package var tlsVersionNumbers: Set<UInt16>?

    /// Creates connection properties that are all taken from the session.
    public init() {}
  }

  /// The connection properties of a request, if some of them differ from the session's settings.
  ///
  /// The properties are in a class instance because few requests have their own properties.
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
  /// The connection properties of the request, which override the settings of the session.
  public var connection: HTTP.ConnectionOptions {
    get { ownConnection?.properties ?? HTTP.ConnectionOptions() }
    set {
      let isChanged = newValue != HTTP.ConnectionOptions()
      ownConnection = isChanged ? HTTP.OwnConnection(newValue) : nil
    }
  }
}
