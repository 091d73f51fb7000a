extension Connections {
  /// How many connections there may be, and for how long.
  public struct PoolLimits: Sendable, Hashable, Codable {
    /// Connections to one host.
    public var connectionsPerHost = 64
    /// Connections in all.
    public var connectionsInAll = 1_024
    /// Requests that wait for a connection; one more is refused at once.
    public var waitingRequests = 10_000
    /// How long a connection is kept that serves no request.
    public var idleTimeout: Duration = .seconds(60)
    /// How long after it was made a connection may be used again; nil is no bound.
    public var maximumAge: Duration?

    /// Creates the default limits.
    public init() {}
  }

  /// How many connections there are, and who waits for one.
  public struct PoolGauges: Sendable, Hashable {
    /// Connections that serve a request.
    public var leased = 0
    /// Connections that are being made.
    public var dialling = 0
    /// Connections that wait for a request.
    public var idle = 0
    /// Requests that wait for a connection.
    public var waiting = 0

    /// Tasks of the session's own, which make connections.
    public var tasks = 0

    package init() {}

    /// All connections.
    public var open: Int { leased + dialling + idle }
  }
}
