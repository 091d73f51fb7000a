import ApusHTTP
import ApusSession
import ApusTestServer
import ApusTracing
import InMemoryTracing
import Testing
import Tracing

/// The client spans of requests.
@Suite(.timeLimit(.minutes(3))) struct TracingTests {
  @Test func `a span has the task's span as its parent and ends with the content`()
    async throws
  {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { _ in
        .response(HTTP.Response(200, body: [1, 2, 3]))
      }
      let api = try network.session("https://api.example.com/") { $0.addTracing(by: tracer) }
      let parent = tracer.startSpan("handler", ofKind: .server)
      try await ServiceContext.withValue(parent.context) {
        try await api.stream(.get("users/7?token=hidden")) { _, content in
          #expect(tracer.activeSpans.count == 2)
          _ = try await content.collect()
          #expect(tracer.activeSpans.count == 1)
        }
      }
      parent.end()
    }
    let spans = tracer.finishedSpans
    #expect(spans.count == 2)
    let (call, handler) = (try #require(spans.first), try #require(spans.last))
    #expect(call.operationName == "GET" && call.kind == .client && call.status == nil)
    #expect(call.parentSpanID == handler.spanID && call.errors.isEmpty)
    let attributes = call.attributes
    #expect(attributes.get("http.request.method") == .string("GET"))
    #expect(attributes.get("url.full") == .string("https://api.example.com/users/7?token=…"))
    #expect(attributes.get("server.address") == .string("api.example.com"))
    #expect(attributes.get("server.port") == .int64(443))
    #expect(attributes.get("http.response.status_code") == .int64(200))
    #expect(attributes.get("network.protocol.version") == .string("1.1"))
    #expect(attributes.get("http.request.resend_count") == nil)
    #expect(attributes.get("error.type") == nil)
  }

  @Test func `each request of a call has its own span, resend count and trace fields`() async throws
  {
    let tracer = InMemoryTracer()
    let received = ReceivedSpans()
    try await TestNetwork.run { network in
      let server = try network.serve("http://api.example.com") { request in
        received.note(request)
        return request.path == "/b"
          ? .response(HTTP.Response(200))
          : .response(HTTP.Response(302, headers: ["Location": "/b"]))
      }
      let api = try network.session("http://api.example.com/") { $0.addTracing(by: tracer) }
      try await api.send(.get("a"))
      #expect(server.requestCount == 2)
    }
    let spans = tracer.finishedSpans
    #expect(spans.map(\.spanID) == received.spanIDs && spans.count == 2)
    #expect(spans.map { $0.attributes.get("http.request.resend_count") } == [nil, .int64(1)])
    #expect(
      spans.map { $0.attributes.get("http.response.status_code") } == [.int64(302), .int64(200)])
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func `retries and challenges have spans, and status codes from 400 are errors`()
    async throws
  {
    let tracer = InMemoryTracer()
    let count = Counted()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        .response(HTTP.Response(count.next() < 3 ? 503 : 404))
      }
      let api = try network.session("http://api.example.com/") {
        $0.addTracing(by: tracer)
        $0.retry = .idempotent(attempts: 3, budget: nil)
      }
      await #expect(throws: HTTPSessionError.self) { try await api.get("a") }
    }
    let spans = tracer.finishedSpans
    #expect(spans.map { $0.attributes.get("error.type") } == ["503", "503", "404"])
    #expect(spans.allSatisfy { $0.status == SpanStatus(code: .error) && $0.errors.isEmpty })
    #expect(
      spans.map { $0.attributes.get("http.request.resend_count") } == [nil, .int64(1), .int64(2)])
  }

  @Test func `a redirect to a foreign server omits the trace fields`() async throws {
    let tracer = InMemoryTracer()
    let received = ReceivedSpans()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { request in
        received.note(request)
        return .response(
          HTTP.Response(302, headers: ["Location": "http://foreign.example.org/b"]))
      }
      try network.serve("http://foreign.example.org") { request in
        received.note(request)
        return .response(HTTP.Response(200))
      }
      let api = try network.session("http://api.example.com/") { $0.addTracing(by: tracer) }
      try await api.send(.get("a"))
      // The call is for that server here.
      try await api.send(.get("http://foreign.example.org/c"))
    }
    let spans = tracer.finishedSpans
    #expect(spans.count == 3)
    #expect(received.spanIDs == [spans[0].spanID, nil, spans[2].spanID])
  }

  @Test func `the trace fields of the tracer replace the session's own trace fields`() async throws
  {
    let tracer = InMemoryTracer()
    let received = ReceivedSpans()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { request in
        received.note(request)
        return .response(HTTP.Response(204))
      }
      let api = try network.session("http://api.example.com/") {
        $0.sendsTraceContext = true
        $0.addTracing(by: tracer)
      }
      try await api.send(.get("a"))
    }
    #expect(received.traceParents == [nil] && received.spanIDs.count == 1)
    #expect(received.spanIDs[0] != nil && tracer.performedContextInjections.count == 1)
  }

  /// In a separate process, because a process has one tracer.
  @Test func `a session without a tracer uses the globally configured tracer`() async {
    await #expect(processExitsWith: .success) {
      let tracer = InMemoryTracer()
      InstrumentationSystem.bootstrap(tracer)
      var configuration = HTTPSession.Configuration()
      configuration.addTracing()
      let api = HTTPSession.stub("https://api.example.com/", configuration: configuration) {
        request in
        HTTP.Response(request.headers["in-memory-span-id"] == nil ? 400 : 200)
      }
      try await api.send(.get("x"))
      #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
      #expect(tracer.performedContextInjections.count == 1)
      await api.shutdown()
    }
  }

  @Test func `the span of a request with an unknown method is named HTTP`() async throws {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in .response(HTTP.Response(204)) }
      let api = try network.session("http://api.example.com/") { $0.addTracing(by: tracer) }
      try await api.send(HTTP.Request("PROPFIND", "a"))
    }
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.operationName == "HTTP")
    #expect(span.attributes.get("http.request.method") == "_OTHER")
    #expect(span.attributes.get("http.request.method_original") == "PROPFIND")
  }

  @Test func `a response from the cache has its own finished span`()
    async throws
  {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        .response(HTTP.Response(200, headers: ["Cache-Control": "max-age=60"], body: [1]))
      }
      let api = try network.session("http://api.example.com/") {
        $0.addTracing(by: tracer)
        $0.cache = try .inMemory()
      }
      for _ in 1...2 { try await api.send(.get("a")) }
    }
    #expect(tracer.finishedSpans.count == 2 && tracer.activeSpans.isEmpty)
  }
}
