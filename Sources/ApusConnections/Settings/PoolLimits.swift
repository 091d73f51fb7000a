extension Connections {
  /// The limits of a session's connections.
  public struct PoolLimits: Sendable, Hashable, Codable {
    /// The maximum number of connections to one host; 64 by default.
    public var connectionsPerHost = 64
    /// The maximum number of connections to all hosts; 1,024 by default.
    public var connectionsInAll = 1_024
    /// The maximum number of requests that wait for a connection; 10,000 by default.
    public var waitingRequests = 10_000
    /// The time that an idle connection stays open; 60 seconds by default.
    public var idleTimeout: Duration = .seconds(60)
    /// The maximum age of a reused connection.
    ///
    /// The age is unlimited if the value is `nil`. The default is `nil`.
    public var maximumAge: Duration?
    /// The maximum number of requests on one connection.
    ///
    /// The number is unlimited if the value is `nil`. The default is `nil`.
    public var maximumUses: Int?

    /// Creates the default limits of a session's connections.
    public init() {}
  }

  /// The current numbers of connections and of requests that wait for a connection.
  public struct PoolGauges: Sendable, Hashable {
    /// The number of connections that serve a request.
    public var leased = 0
    /// The number of connections that the session is making.
    public var dialling = 0
    /// The number of idle connections.
    public var idle = 0
    /// The number of requests that wait for a connection.
    public var waiting = 0

    /// The number of background tasks that establish connections of the session.
    public var tasks = 0

    package init() {}

    /// The total number of connections: in use, being established or idle.
    public var open: Int { leased + dialling + idle }
  }
}
