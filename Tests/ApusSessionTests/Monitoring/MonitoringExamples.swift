import Apus
import ApusNet
import ApusTestServer
import TestSupport
import Testing

// The regions between the marks are code of the articles on monitoring, streams and downloads.

// Snippet:
/// Writes a line for each event.
struct EventLines: HTTPSession.Monitor {
  let write: @Sendable (String) -> Void

  func note(_ event: HTTPSession.Event) { write("\(event.time) \(event)") }
}
// End.

// Snippet:
/// Writes a line for each call that failed.
struct Failures: HTTPSession.Monitor {
  let write: @Sendable (String) -> Void

  func note(_ event: HTTPSession.Event) {
    switch event.kind {
    case .ended(let timeline, let error?):
      write("\(timeline.request): \(error.code.name) in \(timeline.duration)")
    case .ended(let timeline, nil) where (timeline.status?.code ?? 0) >= 400:
      write("\(timeline.request): \(timeline.status?.code ?? 0)")
    case .refused(let error, by: let serializer):
      write("\(error), by \(serializer ?? "the session")")
    default: break
    }
  }
}
// End.

@Suite(.ownThread) struct MonitoringExamples {
  private func with(
    _ configuration: HTTPSession.Configuration, _ body: (HTTPSession) async throws -> Void
  ) async throws {
    let session = HTTPSession.stub("https://api.example.com/", configuration: configuration) { _ in
      HTTP.Response(200, body: [1, 2, 3])
    }
    try await body(session)
  }

  @Test func `the documented event log writes each event as one line`() async throws {
    let lines = Lock<[String]>([])
    let log: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.monitors.append(EventLines(write: log))
    // End.
    try await with(configuration) { api in
      try await api.send(.get("users/7?token=hidden"))
    }
    #expect(lines.withLock { $0.count } >= 5)
    #expect(lines.withLock { !$0.contains { $0.contains("hidden") } })
  }

  @Test func `the documented monitor logs a rejected status code and a failed call`() async throws {
    let lines = Lock<[String]>([])
    var configuration = HTTPSession.Configuration()
    configuration.monitors = [Failures { line in lines.withLock { $0.append(line) } }]
    let api = HTTPSession.stub("https://h/", configuration: configuration) { request in
      guard request.path == "/known" else { throw HTTPSessionError(.unknownHost) }
      return HTTP.Response(404)
    }
    await #expect(throws: HTTPSessionError.self) { try await api.get("known?key=hidden") }
    await #expect(throws: HTTPSessionError.self) { try await api.get("lost") }
    let written = lines.withLock(\.self)
    #expect(written.count == 3 && !written.joined().contains("hidden"))
    #expect(written.first == "GET https://h/known?key=…: 404")
    #expect(
      written.dropFirst().first
        == "GET https://h/known?key=…: the server responded with status 404, by the session")
    #expect(written.last?.hasPrefix("GET https://h/lost: unknown-host in ") == true)
  }

  @Test func `the documented call reads the timeline of a response`() async throws {
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.keepsTimelines = true
    // End.
    try await with(configuration) { api in
      // Snippet:
      let response = try await api.send(.get("users/7"))
      if let timeline = response.timeline, let last = timeline.attempts.last {
        print(timeline.duration, timeline.retryCount, last.isReused, last.firstByte ?? .zero)
      }
      // End.
      #expect(response.timeline?.attempts.count == 1)
    }
  }

  @Test func `the documented key log writes TLS secrets to the file in the environment`()
    async throws
  {
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.tls.keyLog = .environment
    // End.
    try await with(configuration) { api in try await api.send(.get("users/7")) }
  }

  @Test func `the documented event log is read as an asynchronous sequence`() async throws {
    // Snippet:
    let events = HTTPSession.EventLog()
    var configuration = HTTPSession.Configuration()
    configuration.monitors.append(events)
    let reader = Task {
      var failures = 0
      for await event in events {
        if case .ended(_, let error?) = event.kind, !error.isCancellation { failures += 1 }
      }
      return failures
    }
    // End.
    try await with(configuration) { api in try await api.send(.get("users/7")) }
    #expect(await reader.value == 0)
  }

  @Test func `the documented trace context continues the trace of the task`() async throws {
    let seen = Lock<String?>(nil)
    let incoming: HTTP.Fields = [
      "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    ]
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.sendsTraceContext = true
    // End.
    let api = HTTPSession.stub("https://api.example.com/", configuration: configuration) {
      request in
      seen.withLock { $0 = request.headers["traceparent"]?.text }
      return HTTP.Response(204)
    }
    // Snippet:
    let trace = incoming["traceparent"].flatMap {
      HTTPSession.TraceContext($0.text, state: incoming["tracestate"]?.text)
    }
    try await HTTPSession.TraceContext.$current.withValue(trace) {
      _ = try await api.send(.get("users/7"))
    }
    // End.
    #expect(
      seen.withLock(\.self)?.hasPrefix("00-0af7651916cd43dd8448eb211c80319c-") == true)
  }

  @Test func `the documented request is described as a curl command`() async throws {
    // Snippet:
    let request = HTTP.Request(
      .get, "https://api.example.com/users?page=2", headers: ["Accept": "text/plain"])
    let command = request.curlCommand()
    // End.
    #expect(command.hasSuffix("--url 'https://api.example.com/users?page=…'"))
  }

  @Test func `the documented rate limit delays frequent requests to a host`() async throws {
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.rateLimit = HTTPSession.RateLimit(1_000, per: .seconds(1), burst: 10)
    // End.
    try await with(configuration) { api in
      for _ in 1...12 { try await api.send(.get("users/7")) }
    }
  }

  @Test func `the documented stream of server-sent events reconnects`() async throws {
    let count = Lock(0)
    let api = HTTPSession.stub("https://api.example.com/") { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number == 1 else { return HTTP.Response(204) }
      return HTTP.Response(
        200, headers: ["Content-Type": "text/event-stream"],
        body: Array("retry: 0\nid: 1\ndata: a\n\n".utf8))
    }
    // Snippet:
    var news: [String] = []
    try await api.events(.get("news"), reconnecting: HTTPSession.Reconnection()) { events in
      for try await event in events { news.append(event.data) }
    }
    // End.
    #expect(news == ["a"])
  }

  @Test func `the documented stream of decoded values reconnects`() async throws {
    let count = Lock(0)
    let api = HTTPSession.stub("https://api.example.com/") { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number < 3 else { return HTTP.Response(204) }
      return HTTP.Response(
        200, headers: ["Content-Type": "text/event-stream"],
        body: Array("retry: 0\nid: 1\ndata: \(number).5\n\n".utf8))
    }
    // Snippet:
    var prices: [Double] = []
    try await api.events(.get("prices"), reconnecting: HTTPSession.Reconnection()) { events in
      for try await price in events.values(of: Double.self) { prices.append(price) }
    }
    // End.
    #expect(prices == [1.5, 2.5])
  }

  @Test func `the documented download chooses its folder by the response head`() async throws {
    let folder = try TemporaryFolder()
    let api = HTTPSession.stub("https://api.example.com/") { _ in
      HTTP.Response(200, headers: ["X-Kind": "report"], body: [1])
    }
    // Snippet:
    let saved = try await api.download(.get("reports/7"), options: .createFolders) { head in
      "\(folder.path)/\(head.headers["X-Kind"] == "report" ? "reports" : "others")/"
    }
    // End.
    #expect(saved?.path == "\(folder.path)/reports/7")
  }
}
