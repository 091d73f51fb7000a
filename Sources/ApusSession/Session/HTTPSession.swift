internal import ApusConnections
public import ApusHTTP
internal import ApusNet
internal import Synchronization

/// Requests to HTTP servers, over connections that are kept and shared.
///
///     let api = try HTTPSession("http://127.0.0.1:8080/v1/") {
///       $0.timeouts.total = .seconds(10)
///     }
///     let response = try await api.send(.get("users/7"))
///
/// A session is meant to live as long as what talks to a service. Calls that return a value run
/// where Swift runs concurrent work; calls that take a closure run where their caller runs. Inside
/// of `withTaskExecutorPreference(session.executor)` all of it runs on a thread of the session's
/// own, which is the fastest.
public final class HTTPSession: Sendable {
  /// Who answers.
  enum Engine: Sendable {
    case network(ConnectionPool)
    case stub(@Sendable (HTTP.Request) async throws -> HTTP.Response)
  }

  /// The number of the session, which no other session of the process has.
  let number = sessionCount.wrappingAdd(1, ordering: .relaxed).newValue
  /// A Boolean value that indicates whether this is `HTTPSession.shared`, which never ends.
  let isShared: Bool
  /// How the session behaves, as it was said when the session was made.
  public let configuration: Configuration
  /// What the targets of requests are resolved against.
  public let base: HTTP.URL?
  let engine: Engine
  /// What is added to requests.
  let defaults: RequestDefaults
  /// What answers requests without their server, if anything does.
  let cache: CacheLayer?
  /// The tasks that are the session's own.
  let nursery = Nursery()
  /// How many calls there are, and whether more are taken.
  let calls = CallCount()
  /// The tasks that programs hold.
  let handles = TaskRegistry()
  /// What calls share that send their requests again.
  let retries = Retries()
  /// What holds requests back that would be too many for their host; nil where nothing is bounded.
  let rates: RateLimiter?
  /// The time, and random numbers.
  let environment: Environment
  /// The deadlines of calls that ask for no others, where they may take any time in all.
  let usualDeadlines: Deadlines
  /// What is told how calls go on, if anything is.
  let monitor: (any CallMonitor)?
  /// What is told of everything, where the configuration names something.
  let monitors: Monitors?
  /// Why no request can be sent, found out when the session was made.
  let fault: HTTPSessionError.Reason?
  /// The coder that responses decode JSON with; nil if it is the usual one.
  let coder: (any JSONCoding)?
  /// What requests and values are made with from now on.
  let serializers: Lock<Serializers>

  /// Creates a session by a configuration, in an environment of its own, and with connections that
  /// `connector` makes in place of the network.
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
      // The thread starts last: nothing can go wrong any more that would leave it behind.
      let pool: ConnectionPool
      do throws(ConnectionError) {
        pool = try parts.makePool(on: loops, monitors ?? monitor, connector: connector)
      } catch {
        throw Reason(error)
      }
      engine = .network(pool)
      cache = try configuration.cache.map { (settings) throws(Reason) in
        try CacheLayer(settings, environment, parts.sources, on: pool.homeLoop)
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
        try CacheLayer(settings, .system, nil, on: try Self.loop())
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

  /// The loop that waits for what belongs to no connection; a stub has none.
  var loop: EventLoop? {
    switch engine {
    case .network(let pool): pool.homeLoop
    case .stub: nil
    }
  }

  /// Where tasks run that belong to no call.
  var executorOfOthers: any TaskExecutor { loop?.executorOfOthers ?? globalConcurrentExecutor }

  /// Checks what of a configuration hangs on the base.
  private static func check(
    _ configuration: Configuration, _ base: HTTP.URL?
  ) throws(HTTPSessionError.Reason) {
    do throws(InvalidSetting) { try configuration.tls.expectSecure(base) } catch {
      throw .setting(error)
    }
  }

  /// The origins that the session's own fields and its own identity are for.
  private static func ownOrigins(
    _ base: HTTP.URL?, _ configuration: Configuration
  ) throws(HTTPSessionError.Reason) -> Set<HTTP.Origin> {
    do throws(InvalidSetting) {
      return try configuration.ownOrigins().union(base.map { [$0.origin] } ?? [])
    } catch {
      throw .setting(error)
    }
  }

  /// The loop of a stub's cache.
  private static func loop() throws(HTTPSessionError.Reason) -> EventLoop {
    do throws(ConnectionError) { return try SessionLoops.loops(by: .system).home } catch {
      throw HTTPSessionError.Reason(error)
    }
  }

  /// Runs tasks on a thread of the session's own, beside its connections.
  ///
  ///     try await withTaskExecutorPreference(api.executor) { try await api.get("users/7") }
  ///
  /// The thread begins when this is first asked for, and connections are made there from then on;
  /// code that blocks it holds up this session alone. Sessions for which that is never asked share
  /// a few threads. A process has at most 64 such threads: a session beyond them, and a stub, run
  /// these tasks where Swift runs concurrent work.
  public var executor: any TaskExecutor {
    guard case .network(let pool) = engine else { return globalConcurrentExecutor }
    return pool.claimLoop() ?? globalConcurrentExecutor
  }

  /// The invalid settings of the environment, which are not used, in their order.
  ///
  /// These are entries of `no_proxy` that name no server, such as `10.1.2.*`: requests to the
  /// servers that they were meant for go through the proxy. An invalid setting in code is an error
  /// when the session is made.
  public var ignoredSettings: [InvalidSetting] { defaults.proxies?.ignored ?? [] }

  /// How many connections there are, and who waits for one.
  public var gauges: PoolGauges {
    switch engine {
    case .network(let pool): pool.gauges
    case .stub: PoolGauges()
    }
  }

  /// Takes no more requests, lets those under way end within a time, and ends what is left.
  ///
  /// `HTTPSession.shared` cannot be shut down. Requests that wait for a connection fail at once,
  /// and so do those whose connection is still being made. Those that have one go on until the time
  /// is over, and fail then. All of them fail as shut down. A call that is in an interceptor, or in
  /// a closure that reads a stream, is waited for as long, because it is the caller's own code that
  /// runs there.
  ///
  /// - Returns: The number of calls and of other tasks of the session that still run, because code
  ///   of the caller's inside of them, such as an interceptor or a resolver, has not returned.
  @concurrent @discardableResult
  public func shutdown(within duration: Duration = .zero) async -> Int {
    guard mayEnd() else { return calls.number }
    let deadline = environment.time.deadline(after: duration)
    // Calls whose code of the caller's goes on may end later, and are told of before that.
    defer { calls.shut { [monitors] in monitors?.end() } }
    calls.shut()
    retries.close()
    rates?.close()
    let left = await end(until: deadline)
    // What was learned last is not lost; where the file cannot be written it is.
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
    // A task that heeds its cancellation ends at once.
    let end = max(deadline, environment.time.deadline(after: Self.grace))
    let tasks = await nursery.awaitEnd(until: end, on: loop)
    let left = await tasks + calls.awaitEnd(until: end, on: loop)
    // The store's own work ends before the loop by which it is waited for.
    await cache?.cache.store.pause()
    if case .network(let pool) = engine { await pool.endLoops() }
    return left
  }

  /// The time for cancelled tasks and calls to end, so that they are not reported.
  private static let grace: Duration = .milliseconds(250)

  /// Makes connections to a target's server before they are asked for; returns how many stand.
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
  /// The number of the session, the base without secrets, and the numbers of calls and connections.
  ///
  /// No other session of the process has the same number.
  public var description: String {
    let base = base.map { HTTP.Target.url($0).redacted } ?? "no base"
    return
      "session \(number) with \(base), calls: \(calls.number), connections: \(gauges.open)"
  }

  /// Nothing: the description contains all that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// How many sessions were made.
private let sessionCount = Atomic<Int>(0)
