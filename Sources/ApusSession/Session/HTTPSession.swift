internal import ApusConnections
public import ApusHTTP
internal import ApusNet
internal import Synchronization

/// A client of HTTP servers, with a pool of keep-alive connections.
///
///     let api = try HTTPSession("http://127.0.0.1:8080/v1/") {
///       $0.timeouts.total = .seconds(10)
///     }
///     let response = try await api.send(.get("users/7"))
///
/// A program should reuse one session as long as it uses the service. Calls that return a value run
/// on the global executor, and calls with a closure run on the caller's executor. Inside
/// `withTaskExecutorPreference(session.executor)`, all code runs on a thread of the session, which
/// is the fastest configuration.
public final class HTTPSession: Sendable {
  /// The source of a session's responses: the network or a stub.
  enum Engine: Sendable {
    case network(ConnectionPool)
    case stub(@Sendable (HTTP.Request) async throws -> HTTP.Response)
  }

  /// The number of the session, which is unique in the process.
  let number = sessionCount.wrappingAdd(1, ordering: .relaxed).newValue
  /// A Boolean value that indicates whether this session is `HTTPSession.shared`, which never ends.
  let isShared: Bool
  /// The settings of the session, which do not change after its creation.
  public let configuration: Configuration
  /// The base URL that the targets of requests are resolved against.
  public let base: HTTP.URL?
  let engine: Engine
  /// The header fields and other values that the session adds to requests.
  let defaults: RequestDefaults
  /// The cache of responses, or `nil` without a cache.
  let cache: CacheLayer?
  /// The tasks that belong to the session.
  let nursery = Nursery()
  /// The number of the call that most recently received a number.
  let lastCall = Atomic<Int>(0)
  /// The number of running calls, and the state that determines whether the session accepts new
  /// calls.
  let calls = CallCount()
  /// The registry of running tasks whose handles the program has received.
  let handles = TaskRegistry()
  /// The shared state of the session's retries.
  let retries = Retries()
  /// The limiter of the request rate to each host, or `nil` without a rate limit.
  let rates: RateLimiter?
  /// The clock and the source of random numbers of the session.
  let environment: Environment
  /// The deadlines of calls without their own time limit, if the total time of a call is unlimited.
  let usualDeadlines: Deadlines
  /// The internal monitor of the progress of calls, or `nil` without a monitor.
  let monitor: (any CallMonitor)?
  /// The monitors of all events, or `nil` if the session has no monitors.
  let monitors: Monitors?
  /// The error in the configuration that prevents requests, found when the session was created.
  let fault: HTTPSessionError.Reason?
  /// The JSON coder that decodes responses, or `nil` for the default JSON coder.
  let coder: (any JSONCoding)?
  /// The serializers for new requests and for response values.
  let serializers: Lock<Serializers>

  /// Creates a session with a configuration and an environment.
  ///
  /// If `connector` is not `nil`, the connector replaces the network for the session's connections.
  init(
    at base: HTTP.URL?, _ configuration: Configuration, _ environment: Environment = .system,
    monitor: (any CallMonitor)? = nil, connector: Dialer.Connector? = nil,
    loops: SessionLoops? = nil, isShared: Bool = false
  ) throws(HTTPSessionError) {
    self.isShared = isShared
    self.configuration = configuration
    self.environment = environment
    usualDeadlines = Deadlines(configuration.timeouts, environment.time)
    self.monitor = monitor
    monitors = Monitors(configuration, environment.time, of: number, beside: monitor)
    rates = RateLimiter(configuration)
    serializers = Lock(Serializers(configuration))
    coder = configuration.json.unlessUsual
    self.base = base
    fault = nil
    do throws(Reason) {
      try configuration.check()
      try Self.check(configuration, self.base)
      let origins = try Self.ownOrigins(self.base, configuration)
      let parts: ConnectionParts
      do throws(ConnectionError) {
        parts = try ConnectionParts(
          ConnectionSettings(configuration), environment, nursery, ownOrigins: origins)
      } catch {
        throw Reason(error)
      }
      defaults = try RequestDefaults(self.base, configuration, parts.keys, parts.proxies)
      // The pool is created last, because a later failure would leave its thread running.
      let pool: ConnectionPool
      do throws(ConnectionError) {
        pool = try parts.makePool(on: loops, monitors ?? monitor, connector: connector)
      } catch {
        throw Reason(error)
      }
      engine = .network(pool)
      cache = try configuration.cache.map { (settings) throws(Reason) in
        try CacheLayer(
          settings, environment, parts.sources, socketPath: configuration.sockets.path,
          on: pool.homeLoop)
      }
    } catch {
      throw HTTPSessionError(error)
    }
    monitors?.tell(ignored: ignoredSettings)
  }

  private typealias Reason = HTTPSessionError.Reason

  init(
    _ base: HTTP.URL?, _ fault: HTTPSessionError.Reason?,
    _ configuration: Configuration = Configuration(), isShared: Bool = false,
    answer: @escaping @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) {
    self.isShared = isShared
    self.configuration = configuration
    environment = .system
    usualDeadlines = Deadlines(configuration.timeouts, .system)
    monitor = nil
    monitors = Monitors(configuration, .system, of: number)
    rates = RateLimiter(configuration)
    serializers = Lock(Serializers(configuration))
    coder = configuration.json.unlessUsual
    self.base = base
    do throws(Reason) {
      let defaults = try RequestDefaults(self.base, configuration, nil)
      cache = try configuration.cache.map { (settings) throws(Reason) in
        try CacheLayer(settings, .system, nil, socketPath: nil, on: try Self.loop())
      }
      self.defaults = defaults
      self.fault = fault
    } catch {
      (defaults, cache) = (RequestDefaults(self.base), nil)
      self.fault = fault ?? error
    }
    engine = .stub(answer)
  }

  deinit {
    if case .network(let pool) = engine { pool.close() }
    monitors?.end()
  }

  /// The event loop for work that needs no connection, or `nil` for a session with a stub.
  var loop: EventLoop? {
    switch engine {
    case .network(let pool): pool.homeLoop
    case .stub: nil
    }
  }

  /// The executor for tasks that do not belong to a call.
  var executorOfOthers: any TaskExecutor { loop?.executorOfOthers ?? globalConcurrentExecutor }

  /// Checks the settings of the session that depend on the base URL.
  private static func check(
    _ configuration: Configuration, _ base: HTTP.URL?
  ) throws(HTTPSessionError.Reason) {
    do throws(InvalidSetting) { try configuration.tls.expectSecure(base) } catch {
      throw .setting(error)
    }
  }

  /// Returns the origins that receive the session's own header fields and its client identity.
  private static func ownOrigins(
    _ base: HTTP.URL?, _ configuration: Configuration
  ) throws(HTTPSessionError.Reason) -> Set<HTTP.Origin> {
    do throws(InvalidSetting) {
      return try configuration.ownOrigins().union(base.map { [$0.origin] } ?? [])
    } catch {
      throw .setting(error)
    }
  }

  /// Returns the event loop for the cache of a session with a stub.
  private static func loop() throws(HTTPSessionError.Reason) -> EventLoop {
    do throws(ConnectionError) { return try SessionLoops.loops(by: .system).home } catch {
      throw HTTPSessionError.Reason(error)
    }
  }

  /// An executor that runs tasks on a thread of the session, together with its connections.
  ///
  ///     try await withTaskExecutorPreference(api.executor) { try await api.get("users/7") }
  ///
  /// The session creates the thread at the first use of this property, and then runs new
  /// connections on the thread. Code that blocks the session's thread delays only this session.
  /// Sessions that never use the property `executor` share a few threads. A process has at most 64
  /// threads of this kind. A session beyond this number of threads, and a session with a stub, use
  /// the global executor.
  public var executor: any TaskExecutor {
    guard case .network(let pool) = engine else { return globalConcurrentExecutor }
    return pool.claimLoop() ?? globalConcurrentExecutor
  }

  /// The invalid `no_proxy` entries of the environment that the session ignores, in their order.
  ///
  /// The ignored settings are `no_proxy` entries that name no server, such as `10.1.2.*`. Requests
  /// to the servers that an ignored entry was meant for use the proxy. An invalid setting in the
  /// configuration is not ignored: the creation of the session fails.
  public var ignoredSettings: [InvalidSetting] { defaults.proxies?.ignored ?? [] }

  /// The current numbers of connections and of waiting requests.
  public var gauges: PoolGauges {
    switch engine {
    case .network(let pool): pool.gauges
    case .stub: PoolGauges()
    }
  }

  /// Rejects new requests, lets running calls end within a time, and cancels all other calls.
  ///
  /// `HTTPSession.shared` cannot be shut down. Requests without an established connection fail at
  /// once. Requests with a connection may continue until the given time is over, and then fail.
  /// Requests that fail because of the shutdown have the error code `.shutDown`. Until the given
  /// time is over, the function also waits for calls in an interceptor or in a closure that reads a
  /// stream, because the caller's own code runs there.
  ///
  /// - Parameter duration: The time for the running calls to end; by default they are cancelled at
  ///   once.
  /// - Returns: The number of calls and other tasks of the session that still run, because the
  ///   caller's code in an interceptor or a resolver has not returned.
  @concurrent @discardableResult
  public func shutdown(within duration: Duration = .zero) async -> Int {
    guard mayEnd() else { return calls.number }
    let deadline = environment.time.deadline(after: duration)
    // Calls that run the caller's own code may end later, but their events must precede the
    // shutdown event.
    defer { calls.shut { [monitors] in monitors?.end() } }
    calls.shut()
    retries.close()
    rates?.close()
    let left = await end(until: deadline)
    // The session saves the latest changes of its HSTS hosts. If the file cannot be written, the
    // changes are lost.
    environment.time.hold()
    defer { environment.time.release() }
    try? await configuration.strictTransport?.save()
    return left
  }

  private func end(until deadline: Deadline) async -> Int {
    if case .network(let pool) = engine { await pool.shutDown(until: deadline) }
    handles.shutDown()
    let loop = try? loopOfFiles()
    if let loop { _ = await calls.awaitEnd(until: deadline, on: loop) }
    if case .network(let pool) = engine { pool.end() }
    nursery.close()
    guard let loop else { return nursery.count + calls.number }
    // A task that checks for cancellation ends at once, so a short wait for cancelled tasks is
    // sufficient.
    let end = max(deadline, environment.time.deadline(after: Self.grace))
    let tasks = await nursery.awaitEnd(until: end, on: loop)
    let left = await tasks + calls.awaitEnd(until: end, on: loop)
    // The work of the cache store must end before its event loop is shut down.
    await cache?.cache.store.pause()
    if case .network(let pool) = engine { await pool.endLoops() }
    return left
  }

  /// The time for cancelled tasks to end before the shutdown counts them as still running.
  private static let grace: Duration = .milliseconds(250)

  /// Opens connections to a target's server in advance; returns the number of open connections.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - count: The number of connections, including the connections that are already open.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  @concurrent @discardableResult
  public func warmUp(
    _ target: HTTP.Target = "", connections count: Int
  ) async throws -> Int {
    guard case .network(let pool) = engine else { return 0 }
    let deadlines = Deadlines(configuration.timeouts, environment.time)
    do throws(HTTPSessionError) {
      let prepared = try await PreparedRequest(
        .get(target), defaults, in: CallContext(deadlines, nil, nil))
      do throws(DialFailure) {
        return try await pool.warmUp(count, for: prepared.key, deadlines)
      } catch {
        throw HTTPSessionError(
          Reason(error.reason), request: prepared.whole, underlying: error.underlying)
      }
    } catch {
      throw error.thrown
    }
  }
}

extension HTTPSession: CustomStringConvertible, CustomReflectable {
  /// A description of the session.
  ///
  /// The description of a session contains the number of the session, the base URL without secrets,
  /// and the numbers of calls and connections. The number of the session is unique in the process.
  public var description: String {
    let base = base.map { HTTP.Target.url($0).redacted } ?? "no base"
    return
      "session \(number) with \(base), calls: \(calls.number), connections: \(gauges.open)"
  }

  /// An empty mirror, because the description contains all public facts.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The number of sessions that the process has created.
private let sessionCount = Atomic<Int>(0)
