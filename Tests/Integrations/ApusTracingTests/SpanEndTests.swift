import ApusHTTP
import ApusSession
import ApusTestServer
import ApusTracing
import InMemoryTracing
import Testing
import Tracing

/// The ends of spans: each span ends once, however its call ends.
@Suite(.timeLimit(.minutes(3))) struct SpanEndTests {
  @Test func `a call that is cancelled before the response head ends its span with an error`()
    async throws
  {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in .response(HTTP.Response(200), .silence) }
      let api = try network.session("http://api.example.com/") { $0.addTracing(by: tracer) }
      await withThrowingTaskGroup { group in
        group.addTask { _ = try await api.send(.get("a")) }
        try? await network.sleep(for: .seconds(1))
        #expect(tracer.activeSpans.count == 1)
        group.cancelAll()
      }
    }
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.attributes.get("error.type") == "cancelled" && span.errors.count == 1)
    #expect(span.status == SpanStatus(code: .error) && tracer.activeSpans.isEmpty)
  }

  @Test func `a call that is cancelled in its content ends its span with an error`()
    async throws
  {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        .stream(HTTP.ResponseHead(200)) { connection in
          try await connection.writeChunk([1])
          try await connection.hang()
        }
      }
      let api = try network.session("http://api.example.com/") { $0.addTracing(by: tracer) }
      await withThrowingTaskGroup { group in
        group.addTask { _ = try await api.send(.get("a")) }
        try? await network.sleep(for: .seconds(1))
        #expect(tracer.activeSpans.count == 1)
        group.cancelAll()
      }
    }
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.attributes.get("http.response.status_code") == .int64(200))
    #expect(span.attributes.get("error.type") == "cancelled" && tracer.activeSpans.isEmpty)
  }

  @Test func `a response that is closed or released unread ends its span`() async throws {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        .response(HTTP.Response(200, body: [UInt8](repeating: 7, count: 1 << 20)))
      }
      let api = try network.session("http://api.example.com/") { $0.addTracing(by: tracer) }
      do {
        let opened = try await api.open(.get("a"))
        #expect(opened.status == 200 && tracer.activeSpans.count == 1)
      }
      #expect(tracer.activeSpans.isEmpty)
      let opened = try await api.open(.get("a"))
      #expect(tracer.activeSpans.count == 1)
      opened.close()
      #expect(tracer.activeSpans.isEmpty)
    }
    #expect(tracer.finishedSpans.count == 2)
    #expect(tracer.finishedSpans.allSatisfy { $0.status == nil })
  }

  @Test func `an unknown host or a broken response is recorded as an error of the span`()
    async throws
  {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        .response(HTTP.Response(200, body: [1, 2, 3, 4]), .cut(afterByteCount: 40))
      }
      let api = try network.session("http://api.example.com/") { $0.addTracing(by: tracer) }
      await #expect(throws: HTTPSessionError.self) { try await api.get("http://none.example/") }
      await #expect(throws: HTTPSessionError.self) { try await api.get("a") }
    }
    let types = tracer.finishedSpans.map { $0.attributes.get("error.type") }
    #expect(types == ["unknown-host", "connection-lost"] && tracer.activeSpans.isEmpty)
  }

  @Test func `an error of an interceptor after tracing is recorded as an error of the span`()
    async throws
  {
    struct Fault: Error {}
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in .response(HTTP.Response(200)) }
      let api = try network.session("http://api.example.com/") {
        $0.addTracing(by: tracer)
        $0.interceptors.append { _, _ in throw Fault() }
      }
      await #expect(throws: HTTPSessionError.self) { try await api.get("a") }
    }
    #expect(tracer.finishedSpans.map { $0.attributes.get("error.type") } == ["interceptor"])
  }

  @Test func `two sessions with the same configuration have separate spans`() async throws {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { request in
        .response(HTTP.Response(request.path == "/none" ? 404 : 200, body: [1]))
      }
      var configuration = HTTPSession.Configuration()
      configuration.addTracing(by: tracer)
      let shared = configuration
      let sessions = try (1...2).map { _ in
        try network.session("http://api.example.com/") {
          let roots = $0.tls.roots
          $0 = shared
          $0.tls.roots = roots
        }
      }
      try await withThrowingTaskGroup { group in
        for number in 0..<100 {
          group.addTask {
            let path = number % 4 == 0 ? "none" : "a"
            _ = try? await sessions[number % 2].send(.get("\(path)"))
          }
        }
        try await group.waitForAll()
      }
    }
    let spans = tracer.finishedSpans
    #expect(spans.count == 100 && tracer.activeSpans.isEmpty)
    #expect(spans.count { $0.attributes.get("error.type") == "404" } == 25)
    #expect(Set(spans.map(\.spanID)).count == 100)
  }

  @Test func `a call to a stub has a span, and a nested call has its own span`()
    async throws
  {
    let tracer = InMemoryTracer()
    var configuration = HTTPSession.Configuration()
    configuration.addTracing(by: tracer)
    let inner = HTTPSession.stub("https://b.example.com/", configuration: configuration) { _ in
      HTTP.Response(200, body: [1])
    }
    let outer = HTTPSession.stub("https://a.example.com/", configuration: configuration) { _ in
      let body = try await inner.send(.get("x")).body
      #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.count == 1)
      return HTTP.Response(200, body: body)
    }
    try await outer.send(.get("x"))
    let spans = tracer.finishedSpans
    #expect(spans.count == 2 && tracer.activeSpans.isEmpty)
    #expect(spans[0].parentSpanID == spans[1].spanID)
    await outer.shutdown()
    await inner.shutdown()
  }
}
