extension Connections {
  /// The limits of a session's connections.
  public struct PoolLimits: Sendable, Hashable, Codable {
    /// The maximum number of connections to one host; 64 by default.
    public var connectionsPerHost = 64
    /// The maximum number of connections; 1,024 by default.
    public var connectionsInAll = 1_024
    /// The maximum number of requests that wait for a connection; 10,000 by default.
    public var waitingRequests = 10_000
    /// The time that an idle connection is kept; 60 seconds by default.
    public var idleTimeout: Duration = .seconds(60)
    /// The maximum age of a reused connection; nil, the default, is unlimited.
    public var maximumAge: Duration?
    /// The maximum number of requests on one connection; nil, the default, is unlimited.
    public var maximumUses: Int?

    /// Creates the default limits.
    public init() {}
  }

  /// The current numbers of connections and of requests that wait for one.
  public struct PoolGauges: Sendable, Hashable {
    /// The number of connections that serve a request.
    public var leased = 0
    /// The number of connections that are being made.
    public var dialling = 0
    /// The number of idle connections.
    public var idle = 0
    /// The number of requests that wait for a connection.
    public var waiting = 0

    /// The number of the session's own tasks, which make connections.
    public var tasks = 0

    package init() {}

    /// The number of all connections.
    public var open: Int { leased + dialling + idle }
  }
}
