#if Metrics
  internal import ApusHTTP
  internal import ApusNet
  public import ApusSession
  public import Metrics

  /// A recorder of metrics for the connections of a session and for the requests that wait for a
  /// connection.
  ///
  ///     try await PoolMetrics(of: api).run()
  ///
  /// The recorder reads the numbers from `HTTPSession.gauges`, because a connection that becomes
  /// idle causes no event.
  public struct PoolMetrics: Sendable {
    private let session: HTTPSession
    private let interval: Duration
    private let factory: MetricsMaker

    /// Creates a recorder for the metrics of a session.
    ///
    /// - Parameters:
    ///   - session: The session whose connections are measured. The session's base, if it has one,
    ///     is the server in the dimensions.
    ///   - interval: The time between two measurements of `run`, 10 seconds by default.
    ///   - factory: The factory of the metrics. The default, nil, is the factory of the task or of
    ///     the system.
    public init(
      of session: HTTPSession, every interval: Duration = .seconds(10),
      factory: (any MetricsFactory)? = nil
    ) {
      self.session = session
      self.interval = interval
      self.factory = MetricsMaker(factory: factory)
    }

    /// Sets the meters to the current numbers of connections and waiting requests.
    public func record() {
      let gauges = session.gauges
      let server = Dimensions(session.base.map { ServerAttributes($0.origin) })
      factory.meter(.openConnections, server.with(state: "idle")).set(gauges.idle)
      factory.meter(.openConnections, server.with(state: "active")).set(gauges.leased)
      factory.meter(.dialledConnections, server).set(gauges.dialling)
      factory.meter(.waitingRequests, server).set(gauges.waiting)
    }

    /// Records the metrics after each interval until the task is cancelled.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func run() async throws {
      while true {
        record()
        do throws(NetError) {
          try await EventLoop.shared().sleep(until: .after(interval))
        } catch {
          if Task.isCancelled { throw CancellationError() }
          throw error
        }
      }
    }
  }
#endif
