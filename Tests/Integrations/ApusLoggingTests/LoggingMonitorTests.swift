import ApusHTTP
import ApusLogging
import ApusSession
import ApusTestServer
import InMemoryLogging
import Logging
import Testing

/// The messages of sessions in a logger.
@Suite(.timeLimit(.minutes(3))) struct LoggingMonitorTests {
  @Test func `each call logs one debug message with OpenTelemetry attribute names`()
    async throws
  {
    let log = InMemoryLogHandler(.debug)
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { request in
        .response(HTTP.Response(200, body: [1, 2, 3]))
      }
      let api = try network.session("https://api.example.com/") {
        $0.monitors.append(LoggingMonitor(log.logger))
      }
      try await api.send(.get("users/7?token=hidden"))
    }
    #expect(log.entries.count == 1)
    let entry = try #require(log.entries.first)
    #expect(entry.level == .debug && "\(entry.message)".hasPrefix("GET https://api.example.com/"))
    let expected = [
      "apus.call": "1", "http.request.method": "GET", "http.response.status_code": "200",
      "url.full": "https://api.example.com/users/7?token=…", "http.response.body.size": "3",
      "server.address": "api.example.com", "server.port": "443",
    ]
    for (key, value) in expected { #expect(entry.text(key) == value, "\(key)") }
    #expect(entry.text("error.type") == nil && entry.text("apus.session") != nil)
    #expect(Set(entry.metadata.keys) == Set(expected.keys).union(["apus.session"]))
  }

  @Test func `a call whose attempts all fail logs no message above the level debug`() async throws {
    let log = InMemoryLogHandler(.trace)
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in .response(HTTP.Response(503)) }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(LoggingMonitor(log.logger))
        $0.retry = .idempotent(attempts: 3, budget: nil)
      }
      await #expect(throws: HTTPSessionError.self) { try await api.get("a") }
      await #expect(throws: HTTPSessionError.self) { try await api.get("http://none.example/") }
    }
    #expect(Set(log.entries.map(\.level)) == [.trace, .debug])
    let ends = log.entries.filter {
      $0.metadata["http.request.method"] != nil && $0.level == .debug
    }
    #expect(ends.map { $0.text("error.type") } == ["503", "unknown-host"])
    #expect(ends.map { $0.text("http.request.resend_count") } == ["2", nil])
    // Each decision to send the request again is a message too.
    #expect(log.entries.count { "\($0.message)".hasPrefix("the request is sent again after") } == 2)
  }

  @Test func `log messages and log metadata contain no secret`() async throws {
    let log = InMemoryLogHandler(.trace)
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        .response(HTTP.Response(302, headers: ["Location": "/b?code=hidden"]))
      }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(LoggingMonitor(log.logger))
        $0.headers["Authorization"] = .sensitive("Bearer hidden")
        $0.redirects.limit = 1
      }
      _ = try? await api.send(
        HTTP.Request(
          .put, "a?token=hidden", headers: ["Cookie": "hidden"],
          body: .bytes(Array("hidden".utf8))))
    }
    #expect(log.entries.count > 10)
    for entry in log.entries { #expect(!"\(entry)".contains("hidden")) }
  }

  @Test func `the task-local logger takes precedence over the logger of the monitor`() async throws
  {
    let (own, task) = (InMemoryLogHandler(.trace), InMemoryLogHandler(.trace))
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in .response(HTTP.Response(204)) }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(LoggingMonitor(own.logger))
      }
      try await withLogger(task.logger(["request.id": "r1"])) { _ in
        try await api.open(.get("a")).close()
      }
      try await api.send(.get("b"))
    }
    // A connection belongs to no task, and the gauges to no call.
    #expect(task.entries.allSatisfy { [nil, "1"].contains($0.text("apus.call")) })
    #expect(task.entries.contains { $0.text("apus.call") == "1" })
    #expect(task.entries.allSatisfy { $0.text("request.id") == "r1" })
    #expect(task.entries.last.map { "\($0.message)" }?.hasPrefix("GET ") == true)
    #expect(!own.entries.contains { $0.text("apus.call") == "1" })
    #expect(own.entries.contains { $0.text("apus.call") == "2" })
  }

  @Test func `events are logged at trace level, and failed connections at debug level`()
    async throws
  {
    let log = InMemoryLogHandler(.trace)
    let server = try await TestServer { _ in .response(HTTP.Response(204)) }
    let api = try HTTPSession(server.url) { $0.monitors.append(LoggingMonitor(log.logger)) }
    try await api.send(HTTP.Request("PROPFIND", "a"))
    await server.shutdown()
    await #expect(throws: HTTPSessionError.self) { try await api.get("b") }
    await api.shutdown()
    func entries(_ key: String, _ level: Logger.Level) -> [String] {
      log.entries.filter { $0.level == level }.compactMap { $0.text(key) }
    }
    #expect(entries("network.protocol.version", .trace) == ["1.1"])
    #expect(entries("network.peer.address", .trace).first?.hasPrefix("127.0.0.1") == true)
    #expect(entries("http.request.method", .debug) == ["_OTHER", "GET"])
    #expect(entries("http.request.method_original", .debug) == ["PROPFIND"])
    #expect(entries("apus.connections", .trace).contains("1"))
    // The failed dial, and the call that failed by it.
    #expect(entries("error.type", .debug).count { $0 == "cannot-connect" } == 2)
    #expect(Set(entries("server.port", .debug)) == ["\(server.port)"])
  }

  @Test func `the text of a log message is created only if its level is enabled`() async throws {
    let log = InMemoryLogHandler(.info)
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in .response(HTTP.Response(204)) }
      let api = try network.session("http://api.example.com/") {
        $0.monitors.append(LoggingMonitor(log.logger))
      }
      try await api.send(.get("a"))
    }
    #expect(log.entries.isEmpty)
  }
}

extension InMemoryLogHandler {
  /// Creates a handler that keeps the messages from a level on.
  init(_ level: Logger.Level) {
    self.init()
    logLevel = level
  }

  /// A logger with this handler, whose messages are entries of it.
  var logger: Logger { Logger(label: "test") { _ in self } }

  /// Returns a logger whose messages have metadata of their own.
  func logger(_ metadata: Logger.Metadata) -> Logger {
    var logger = logger
    for (key, value) in metadata { logger[metadataKey: key] = value }
    return logger
  }
}

extension InMemoryLogHandler.Entry {
  /// Returns the text of the metadata of a key; nil without any.
  func text(_ key: String) -> String? { metadata[key].map { "\($0)" } }
}
