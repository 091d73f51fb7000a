import ApusHTTP
import ApusMetrics
import ApusSession
import ApusTestServer
import Metrics
import MetricsTestKit
import Testing

/// The metrics of requests and connections, on a clock of the test's own.
@Suite(.timeLimit(.minutes(3))) struct MetricsMonitorTests {
  private static let api = [("server.address", "api.example.com"), ("server.port", "80")]
  private static let get = [("http.request.method", "GET")]

  private static func status(_ code: Int) -> [(String, String)] {
    [("http.response.status_code", "\(code)"), ("network.protocol.version", "1.1")]
  }

  @Test func `the request duration is recorded with the server and the status code`()
    async throws
  {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        try await network.sleep(for: .seconds(1))
        return .response(
          HTTP.Response(302, headers: ["Location": "http://files.example.com:81/b"]))
      }
      try network.serve("http://files.example.com:81") { _ in
        try await network.sleep(for: .seconds(2))
        return .response(HTTP.Response(200), .drip(byteCount: 1_000, every: .seconds(0)))
      }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
      }
      try await api.send(.get("a"))
    }
    let name = "http.client.request.duration"
    let first = try metrics.expectTimer(name, Self.api + Self.get + Self.status(302))
    #expect(first.values == [1_000_000_000])
    let last = try metrics.expectTimer(
      name,
      [("server.address", "files.example.com"), ("server.port", "81")] + Self.get
        + Self.status(200))
    #expect(last.values == [2_000_000_000])
    #expect(metrics.timers.count { $0.label == name } == 2)
  }

  @Test func `the recorded request duration ends with the response content`() async throws {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        .stream(HTTP.ResponseHead(200)) { connection in
          try await connection.writeChunk([1])
          try await network.sleep(for: .seconds(5))
          try await connection.writeChunk([2, 3])
        }
      }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
      }
      try await api.send(.put("a", .bytes([1, 2, 3, 4])))
    }
    let dimensions = Self.api + [("http.request.method", "PUT")] + Self.status(200)
    let duration = try metrics.expectTimer("http.client.request.duration", dimensions)
    #expect(duration.values == [5_000_000_000])
    #expect(try metrics.expectRecorder("http.client.request.body.size", dimensions).values == [4])
    let received = try metrics.expectRecorder("http.client.response.body.size", dimensions)
    #expect(received.values == [try #require(received.lastValue)] && received.values[0] >= 3)
  }

  @Test func `request metrics count retries and record the error type of a failure`() async throws {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      let server = try network.serve("http://api.example.com") { _ in
        .response(HTTP.Response(503))
      }
      try network.serve("http://silent.example.com") { _ in .response(HTTP.Response(200), .silence)
      }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
        $0.retry = .idempotent(attempts: 3, budget: nil)
        $0.retry.failures = []
      }
      await #expect(throws: HTTPSessionError.self) { try await api.get("a") }
      await #expect(throws: HTTPSessionError.self) {
        try await api.get("http://silent.example.com/")
      }
      await #expect(throws: HTTPSessionError.self) { try await api.get("http://none.example/") }
      #expect(server.requestCount == 3)
    }
    let name = "http.client.request.duration"
    let failed = try metrics.expectTimer(
      name, Self.api + Self.get + Self.status(503) + [("error.type", "503")])
    #expect(failed.values.count == 3)
    let retries = try metrics.expectCounter("apus.client.retries", Self.api + Self.get)
    #expect(retries.totalValue == 2)
    let silent = try metrics.expectTimer(
      name,
      [
        ("server.address", "silent.example.com"), ("server.port", "80"),
        ("error.type", "timed-out"),
      ]
        + Self.get)
    #expect(silent.values == [60_000_000_000])
    _ = try metrics.expectTimer(
      name,
      [("server.address", "none.example"), ("server.port", "80"), ("error.type", "unknown-host")]
        + Self.get)
    // A request that was not sent has no size, and neither has a missing response.
    #expect(metrics.recorders.allSatisfy { !$0.dimensions.contains { $0.1 == "none.example" } })
    #expect(
      metrics.recorders.filter { $0.dimensions.contains { $0.1 == "silent.example.com" } }
        .map(\.label) == ["http.client.request.body.size"])
  }

  @Test func `an active request is counted until its content ends or fails`()
    async throws
  {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { request in
        try await network.sleep(for: .seconds(1))
        return .response(HTTP.Response(200), request.path == "/bad" ? .badChunk : nil)
      }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
      }
      await withTaskGroup { group in
        for path in ["a", "b", "bad"] {
          group.addTask { _ = try? await api.send(.get("\(path)")) }
        }
      }
      let active = try metrics.expectMeter("http.client.active_requests", Self.api + Self.get)
      #expect(active.values == [1, 2, 3, 2, 1, 0])
      let opened = try await api.open(.get("a"))
      #expect(active.lastValue == 1)
      opened.close()
      #expect(active.lastValue == 0)
    }
  }

  @Test func `a response from the cache is not recorded as a request`() async throws {
    let metrics = TestMetrics()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        .response(HTTP.Response(200, headers: ["Cache-Control": "max-age=60"], body: [1]))
      }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(MetricsMonitor(factory: metrics))
        $0.cache = try .inMemory()
      }
      for _ in 1...3 { try await api.send(.get("a")) }
    }
    let duration = try metrics.expectTimer(
      "http.client.request.duration", Self.api + Self.get + Self.status(200))
    #expect(duration.values.count == 1)
  }
}
