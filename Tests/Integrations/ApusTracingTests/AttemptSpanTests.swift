import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer
import InMemoryTracing
import Testing
import Tracing

@testable import ApusTracing

/// The spans between two requests of a call, and the fields that carry them.
@Suite(.timeLimit(.minutes(3))) struct AttemptSpanTests {
  @Test func `no span of a call is active when the call prepares its next request`()
    async throws
  {
    let tracer = InMemoryTracer()
    let active = Lock<[Int]>([])
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { request in
        switch (request.path, request.headers["Authorization"]) {
        case ("/a", _): .response(HTTP.Response(302, headers: ["Location": "/b"]))
        case (_, nil):
          .response(HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""]))
        default: .response(HTTP.Response(200))
        }
      }
      let api = try network.session("https://api.example.com/") {
        let password = Authentication.Secret("password")
        try $0.authentication.credentials.set(
          .password(password, user: "user"), for: "https://api.example.com")
        $0.interceptors.append { request, next in
          active.withLock { $0.append(tracer.activeSpans.count) }
          return try await next(request)
        }
        $0.addTracing(by: tracer)
      }
      try await api.send(.get("a"))
    }
    #expect(active.withLock(\.self) == [0, 0, 0])
    #expect(tracer.finishedSpans.count == 3 && tracer.activeSpans.isEmpty)
  }

  @Test func `no span is active during the delay before a retry`() async throws {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      let count = Counted()
      try network.serve("http://api.example.com") { _ in
        .response(HTTP.Response(count.next() == 1 ? 503 : 200))
      }
      let api = try network.session("http://api.example.com/") {
        $0.addTracing(by: tracer)
        $0.retry = .idempotent(attempts: 2, budget: nil)
        ($0.retry.delay, $0.retry.delayLimit) = (.seconds(10), .seconds(10))
      }
      try await withThrowingTaskGroup { group in
        group.addTask { _ = try await api.send(.get("a")) }
        // The delay has a random part.
        try await network.sleep(for: .milliseconds(1))
        #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
        try await group.waitForAll()
      }
    }
    #expect(tracer.finishedSpans.count == 2)
  }

  @Test func `a redirect from one foreign server to another one does not pass on the trace`()
    async throws
  {
    let tracer = InMemoryTracer()
    let received = ReceivedSpans()
    try await TestNetwork.run { network in
      try network.serve("http://b.example") { request in
        received.note(request)
        return .response(HTTP.Response(302, headers: ["Location": "http://c.example/1"]))
      }
      try network.serve("http://c.example") { request in
        received.note(request)
        return .response(
          request.path == "/1"
            ? HTTP.Response(302, headers: ["Location": "/2"]) : HTTP.Response(200))
      }
      let api = try network.session("http://api.example.com/") { $0.addTracing(by: tracer) }
      try await api.send(.get("http://b.example/"))
    }
    #expect(received.spanIDs.map { $0 == nil } == [false, true, true])
  }

  @Test func `the fields of the tracer replace equal fields of the request`() async throws {
    let tracer = InMemoryTracer()
    let values = Lock<[[String]]>([])
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { request in
        let all = request.headers.filter { $0.name == "in-memory-span-id" }.map(\.value.text)
        values.withLock { $0.append(all) }
        return .response(HTTP.Response(204))
      }
      let api = try network.session("http://api.example.com/") { $0.addTracing(by: tracer) }
      try await api.send(HTTP.Request(.get, "a", headers: ["in-memory-span-id": "old"]))
    }
    let span = try #require(tracer.finishedSpans.first)
    #expect(values.withLock(\.self) == [[span.spanID]])
  }

  @Test func `a response that an interceptor makes ends the span of its request`() async throws {
    let tracer = InMemoryTracer()
    var configuration = HTTPSession.Configuration()
    configuration.addTracing(by: tracer)
    configuration.interceptors.append { _, _ in
      HTTPSession.InterceptedAnswer(HTTP.Response(404))
    }
    let api = HTTPSession.stub("http://api.example.com/", configuration: configuration) { _ in
      HTTP.Response(200)
    }
    _ = try await api.send(.get("a"), accepting: .any)
    #expect(tracer.activeSpans.isEmpty)
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.attributes.get("http.response.status_code") == .int64(404))
    await api.shutdown()
  }

  @Test func `a cancellation that an interceptor throws has the error type of a cancellation`()
    async throws
  {
    let tracer = InMemoryTracer()
    var configuration = HTTPSession.Configuration()
    configuration.addTracing(by: tracer)
    configuration.interceptors.append { _, _ in throw CancellationError() }
    let api = HTTPSession.stub("http://api.example.com/", configuration: configuration) { _ in
      HTTP.Response(200)
    }
    _ = try? await api.send(.get("a"))
    #expect(tracer.finishedSpans.map { $0.attributes.get("error.type") } == ["cancelled"])
    await api.shutdown()
  }

  @Test func `the span of a response from the cache ends with its content`() async throws {
    let tracer = InMemoryTracer()
    try await TestNetwork.run { network in
      try network.serve("http://api.example.com") { _ in
        .response(HTTP.Response(200, headers: ["Cache-Control": "max-age=60"], body: [1]))
      }
      let api = try network.session("http://api.example.com/") {
        $0.addTracing(by: tracer)
        $0.cache = try .inMemory()
      }
      try await api.send(.get("a"))
      let opened = try await api.open(.get("a"))
      #expect(tracer.activeSpans.count == 1)
      opened.close()
      #expect(tracer.activeSpans.isEmpty)
    }
  }

  @Test func `the span of a call is released when the call has ended`() async throws {
    final class Kept: Sendable {
      private let box = Lock<Box>(Box())
      struct Box { weak var span: AttemptSpan? }
      func keep(_ span: AttemptSpan?) { box.withLock { $0.span = span } }
      var isReleased: Bool { box.withLock { $0.span == nil } }
    }
    let kept = Kept()
    var configuration = HTTPSession.Configuration()
    configuration.addTracing(by: InMemoryTracer())
    let api = HTTPSession.stub("http://api.example.com/", configuration: configuration) { _ in
      kept.keep(AttemptSpan.current)
      #expect(!kept.isReleased)
      return HTTP.Response(200, body: [1])
    }
    try await api.send(.get("a"))
    // The task of the call may end a moment later.
    while !kept.isReleased { await Task.yield() }
    await api.shutdown()
  }
}
