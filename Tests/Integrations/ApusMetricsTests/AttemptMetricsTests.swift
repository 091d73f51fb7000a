import ApusHTTP
import ApusMetrics
import ApusNet
import ApusSession
import ApusTestServer
import Metrics
import MetricsTestKit
import Testing

/// The metrics of calls with several requests, and the metrics of the system.
@Suite(.timeLimit(.minutes(3))) struct AttemptMetricsTests {
  private static let api = [
    ("server.address", "api.example.com"), ("server.port", "80"), ("http.request.method", "GET"),
  ]
  private static let duration = "http.client.request.duration"

  private static func status(_ code: Int) -> [(String, String)] {
    [("http.response.status_code", "\(code)"), ("network.protocol.version", "1.1")]
  }

  @Test func `the duration of a retried request excludes the delay before the retry`()
    async throws
  {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      let count = Lock(0)
      try network.serve("http://api.example.com") { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        return .response(HTTP.Response(number == 1 ? 503 : 200, body: [1, 2]))
      }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
        $0.retry = .idempotent(attempts: 2, budget: nil)
        ($0.retry.delay, $0.retry.delayLimit) = (.seconds(10), .seconds(10))
      }
      try await api.send(.get("a"))
    }
    let first = Self.api + Self.status(503) + [("error.type", "503")]
    #expect(try metrics.expectTimer(Self.duration, first).values == [0])
    #expect(try metrics.expectTimer(Self.duration, Self.api + Self.status(200)).values == [0])
    // Only the last response has content for the caller.
    let sizes = metrics.recorders.filter { $0.label == "http.client.response.body.size" }
    #expect(sizes.count == 1 && sizes.first?.values == [2])
  }

  @Test func `the duration of a request includes the time in the queue`() async throws {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        try await network.sleep(for: .seconds(1))
        return .response(HTTP.Response(204))
      }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
        $0.pool.connectionsPerHost = 1
      }
      try await withThrowingTaskGroup { group in
        for _ in 1...2 { group.addTask { _ = try await api.send(.get("a")) } }
        try await group.waitForAll()
      }
    }
    let values = try metrics.expectTimer(Self.duration, Self.api + Self.status(204)).values
    #expect(values.sorted() == [1_000_000_000, 2_000_000_000])
  }

  @Test func `the error of a call belongs to its last request only`() async throws {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { request in
        request.path == "/b"
          ? .response(HTTP.Response(200), .silence)
          : .response(HTTP.Response(302, headers: ["Location": "/b"]))
      }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
      }
      await #expect(throws: HTTPSessionError.self) { try await api.get("a") }
    }
    #expect(try metrics.expectTimer(Self.duration, Self.api + Self.status(302)).values == [0])
    let last = Self.api + [("error.type", "timed-out")]
    #expect(try metrics.expectTimer(Self.duration, last).values == [60_000_000_000])
  }

  @Test func `a call that fails before it sends a request has a duration`() async throws {
    struct Fault: Error {}
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
        $0.interceptors.append { _, _ in
          try await network.sleep(for: .seconds(2))
          throw Fault()
        }
      }
      await #expect(throws: HTTPSessionError.self) { try await api.get("a") }
    }
    let failed = Self.api + [("error.type", "interceptor")]
    #expect(try metrics.expectTimer(Self.duration, failed).values == [2_000_000_000])
    #expect(metrics.recorders.isEmpty)
  }

  @Test func `a connection that is being made is counted by the pool`() async throws {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com", fault: { _ in .unanswered }) { _ in
        .response(HTTP.Response(204))
      }
      let api = try network.session("http://api.example.com/")
      await withTaskGroup { group in
        group.addTask { _ = try? await api.send(.get("a")) }
        try? await network.sleep(for: .seconds(1))
        PoolMetrics(of: api, factory: metrics).record()
        group.cancelAll()
      }
    }
    let dialled = metrics.meters.filter { $0.label == "apus.client.dialled_connections" }
    #expect(dialled.map(\.values) == [[1]])
  }

  /// In a separate process, because a process has one metrics system.
  @Test func `without a factory the metrics system makes the metrics, in seconds`() async {
    await #expect(processExitsWith: .success) {
      let system = SystemMetrics()
      MetricsSystem.bootstrap(system)
      let count = Lock(0)
      let server = try await TestServer { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        return .response(HTTP.Response(number == 1 ? 503 : 200, body: [1]))
      }
      let api = try HTTPSession(server.url) {
        $0.monitors.append(MetricsMonitor())
        $0.retry = .idempotent(attempts: 2, budget: nil)
        $0.retry.delay = .zero
      }
      try await api.send(.put("a", .bytes([1])))
      let made = system.made
      #expect(made.timers.contains("http.client.request.duration"))
      #expect(made.others.contains("http.client.active_requests"))
      #expect(made.others.contains("apus.client.retries"))
      #expect(made.others.contains("http.client.request.body.size"))
      #expect(made.units.count == made.timers.count && made.units.allSatisfy { $0 == .seconds })
      await api.shutdown()
      await server.shutdown()
    }
  }
}

/// A metrics system that notes the labels of its metrics and the display units of its timers.
private final class SystemMetrics: MetricsFactory {
  struct Made {
    var timers: [String] = []
    var others: [String] = []
    var units: [TimeUnit] = []
  }

  private final class Handler: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    let system: SystemMetrics
    init(_ system: SystemMetrics) { self.system = system }
    func increment(by: Int64) {}
    func increment(by: Double) {}
    func decrement(by: Double) {}
    func reset() {}
    func set(_ value: Int64) {}
    func set(_ value: Double) {}
    func record(_ value: Int64) {}
    func record(_ value: Double) {}
    func recordNanoseconds(_ duration: Int64) {}
    func preferDisplayUnit(_ unit: TimeUnit) { system.state.withLock { $0.units.append(unit) } }
  }

  private let state = Lock(Made())

  var made: Made { state.withLock(\.self) }

  private func other(_ label: String) -> Handler {
    state.withLock { $0.others.append(label) }
    return Handler(self)
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    other(label)
  }
  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { other(label) }
  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler { other(label) }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    state.withLock { $0.timers.append(label) }
    return Handler(self)
  }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
