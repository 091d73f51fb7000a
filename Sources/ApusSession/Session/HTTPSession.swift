public import ApusHTTP
internal import ApusNet

/// Requests to HTTP servers, over connections that are kept and shared.
///
///     let api = try HTTPSession("http://127.0.0.1:8080/v1/") {
///       $0.timeouts.request = .seconds(10)
///     }
///     let response = try await api.send(.get("users/7"))
///
/// A session is meant to live as long as what talks to a service. Calls that return a value run
/// where Swift runs concurrent work; calls that take a closure run where their caller runs. Inside
/// of `withTaskExecutorPreference(session.executor)` all of it runs on the loop's own thread,
/// which is the fastest.
public final class HTTPSession: Sendable {
  /// Who answers.
  enum Engine: Sendable {
    case network(ConnectionPool)
    case stub(@Sendable (HTTP.Request) async throws -> HTTP.Response)
  }

  /// How the session behaves, as it was said when the session was made.
  public let configuration: Configuration
  /// What the targets of requests are resolved against.
  public let base: HTTP.URL?
  let engine: Engine
  /// What all requests have in common.
  let preset: Preset
  /// Why no request can be sent, found out when the session was made.
  let fault: HTTPSessionError.Reason?
  /// What requests and values are made with from now on.
  let serializers: Lock<Serializers>

  /// A session for one service, or without a base for whole URLs.
  public init(
    _ base: String? = nil, _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    var configuration = Configuration()
    try configure(&configuration)
    self.configuration = configuration
    serializers = Lock(Serializers(configuration))
    self.base = try HTTPSession.parse(base)
    fault = nil
    let pool = try HTTPSession.makePool(configuration)
    preset = Preset(self.base, configuration, pool.footings)
    engine = .network(pool)
  }

  init(
    _ base: HTTP.URL?, _ fault: HTTPSessionError.Reason?,
    _ configuration: Configuration = Configuration(),
    answer: @escaping @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) {
    self.configuration = configuration
    serializers = Lock(Serializers(configuration))
    self.base = base
    self.fault = fault
    preset = Preset(base, configuration, nil)
    engine = .stub(answer)
  }

  deinit {
    if case .network(let pool) = engine { pool.close() }
    guard configuration.loop == .own, let loop else { return }
    // Nobody is left who could wait for the thread to end.
    Task.detached { await loop.shutdown() }
  }

  /// The thread that watches the connections; a double has none.
  var loop: EventLoop? {
    switch engine {
    case .network(let pool): pool.dialer.loop
    case .stub: nil
    }
  }

  /// Runs tasks on the thread that watches the session's connections.
  public var executor: any TaskExecutor { loop ?? globalConcurrentExecutor }

  /// How many connections there are, and who waits for one.
  public var gauges: PoolGauges {
    switch engine {
    case .network(let pool): pool.gauges
    case .stub: PoolGauges()
    }
  }

  /// Takes no more requests, lets those under way end within a time, and closes what is left.
  @concurrent
  public func shutdown(within duration: Duration = .zero) async {
    if case .network(let pool) = engine { await pool.shutDown(until: .after(duration)) }
    if configuration.loop == .own { await loop?.shutdown() }
  }

  /// Makes connections to a target's server before they are asked for; returns how many stand.
  @concurrent @discardableResult
  public func warmUp(
    _ target: String = "", connections count: Int
  ) async throws(HTTPSessionError) -> Int {
    guard case .network(let pool) = engine else { return 0 }
    let call = try Call(.get(target), preset)
    do throws(HTTPSessionError.Reason) {
      return try await pool.warmUp(count, for: call.key, call.bounds)
    } catch {
      throw HTTPSessionError(error, request: .get(target))
    }
  }

  static func parse(_ base: String?) throws(HTTPSessionError) -> HTTP.URL? {
    guard let base else { return nil }
    do throws(HTTP.InvalidURL) {
      return try HTTP.URL(base)
    } catch {
      throw HTTPSessionError(.url(error))
    }
  }

  private static func makePool(
    _ configuration: Configuration
  ) throws(HTTPSessionError) -> ConnectionPool {
    do throws(HTTPSessionError.Reason) {
      let footings = try Footings(configuration.tls)
      return ConnectionPool(
        try Dialer(configuration), footings, configuration.pool,
        parserLimits: configuration.limits.message)
    } catch {
      throw HTTPSessionError(error)
    }
  }
}
