import ApusHTTP
import ApusMetrics
import ApusSession
import ApusTestServer
import Metrics
import MetricsTestKit
import Testing

/// The metrics of connections.
@Suite(.timeLimit(.minutes(3))) struct ConnectionMetricsTests {
  private static let server = [("server.address", "api.example.com"), ("server.port", "443")]

  @Test func `the duration of a connection is recorded when the connection closes`() async throws {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { _ in .response(HTTP.Response(204)) }
      let api = try network.session("https://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
      }
      try await api.send(.get("a"))
      try await network.sleep(for: .seconds(7))
      #expect(!metrics.timers.contains { $0.label == "http.client.connection.duration" })
      await api.shutdown()
    }
    let duration = try metrics.expectTimer("http.client.connection.duration", Self.server)
    #expect(duration.values == [7_000_000_000])
  }

  @Test func `the connection pool metrics count connections by their state`() async throws {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { _ in
        try await network.sleep(for: .seconds(10))
        return .response(HTTP.Response(204))
      }
      let api = try network.session("https://api.example.com/") {
        $0.pool.connectionsPerHost = 2
      }
      let pool = PoolMetrics(of: api, factory: metrics)
      try await withThrowingTaskGroup { group in
        for _ in 1...3 { group.addTask { _ = try await api.send(.get("a")) } }
        try await network.sleep(for: .seconds(1))
        pool.record()
        try await group.waitForAll()
      }
      pool.record()
    }
    func values(_ label: String, _ state: String? = nil) throws -> [Double] {
      let states = state.map { [("http.connection.state", $0)] } ?? []
      return try metrics.expectMeter(label, Self.server + states).values
    }
    #expect(try values("http.client.open_connections", "active") == [2, 0])
    #expect(try values("http.client.open_connections", "idle") == [0, 2])
    #expect(try values("apus.client.waiting_requests") == [1, 0])
    #expect(try values("apus.client.dialled_connections") == [0, 0])
  }

  @Test func `the pool metrics end when their task is cancelled`() async throws {
    let metrics = TestMetrics()
    let api = try HTTPSession()
    let pool = PoolMetrics(of: api, every: .milliseconds(5), factory: metrics)
    let task = Task { try await pool.run() }
    // The second one follows the interval.
    while ((try? metrics.expectMeter("apus.client.waiting_requests"))?.values.count ?? 0) < 2 {
      await Task.yield()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await api.shutdown()
  }
}
