import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Code between requests and the network.
@Suite(.ownThread) struct InterceptorTests {
  private static let echo: TestServer.Handler = { request in
    let fields = request.head.fields.filter { "\($0.name)".hasPrefix("X-") }
    let text = fields.map { "\($0.name)=\($0.value.text)" }.joined(separator: " ")
    switch request.path {
    case "/redirect": return .response(HTTP.Response(302, headers: [.location: "/end"]))
    default: return .response(HTTP.Response(200, body: Array(text.utf8)))
    }
  }

  @Test func `call interceptors run once per call, request interceptors for each request`()
    async throws
  {
    let log = Lock<[String]>([])
    try await SessionFixture.with(Self.echo) {
      for name in ["a", "b"] {
        $0.callInterceptors.append { request, next in
          log.withLock { $0.append("call \(name) \(request.target.text)") }
          var request = request
          request.headers[HTTP.FieldName("X-Call-\(name)")] = "1"
          let answer = try await next(request)
          log.withLock { $0.append("call \(name) \(answer.status.code)") }
          return answer
        }
        $0.interceptors.append { request, next in
          log.withLock { $0.append("\(name) \(request.url.path) \(request.sentCount)") }
          var request = request
          request.headers[HTTP.FieldName("X-\(name)")] = HTTP.FieldValue(
            "\(request.redirects.count)")
          return try await next(request)
        }
      }
    } _: { fixture in
      let response = try await fixture.session.send(.get("redirect"))
      #expect(response.text == "X-Call-a=1 X-Call-b=1 X-a=1 X-b=1")
      #expect(response.redirects.count == 1)
    }
    #expect(
      log.withLock { $0 } == [
        "call a redirect", "call b redirect", "a /redirect 0", "b /redirect 0", "a /end 1",
        "b /end 1", "call b 200", "call a 200",
      ])
  }

  @Test func `the last interceptor receives the header fields that are sent`() async throws {
    try await SessionFixture.with(Self.echo) {
      $0.headers["X-Session"] = "s"
      $0.interceptors.append { request, next in
        #expect(request.headers["X-Session"] == "s" && request.headers["X-Own"] == "o")
        #expect(request.headers.contains(.acceptEncoding) && !request.isForeignOrigin)
        #expect(request.timeLeft == nil && request.target == .url(request.url))
        var request = request
        request.headers["X-Session"] = nil
        request.headers["X-Signed"] = "yes"
        return try await next(request)
      }
    } _: { fixture in
      var request = HTTP.Request.get("x")
      request.headers["X-Own"] = "o"
      let response = try await fixture.session.send(request)
      #expect(response.text == "X-Own=o X-Signed=yes")
    }
  }

  @Test func `an interceptor can create or change a response and repeat a request`() async throws {
    let session = HTTPSession.stub(
      "https://a.test",
      configuration: configuration { request, next in
        switch request.url.path {
        case "/made": return .init(HTTP.Response(201, body: [1]))
        case "/changed":
          var response = try await next(request).response()
          response.body += [2]
          response.status = 202
          return .init(response)
        default:
          let first = try await next(request)
          guard first.status.code == 503 else { return first }
          return try await next(request)
        }
      }
    ) { request in
      request.path == "/again" ? HTTP.Response(503) : HTTP.Response(200, body: [1])
    }
    let made = try await session.send(.get("made"))
    #expect(made.status.code == 201 && made.body == [1])
    let changed = try await session.send(.get("changed"))
    #expect(changed.status.code == 202 && changed.body == [1, 2])
    let again = await #expect(throws: HTTPSessionError.self) {
      try await session.send(.get("again"))
    }
    #expect(again?.reason == .status(503))
  }

  private func configuration(
    _ run: @escaping HTTPSession.Interceptor.Body
  ) -> HTTPSession.Configuration {
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append(run)
    return configuration
  }

  @Test func `a response that an interceptor drops returns its connection to the pool`()
    async throws
  {
    try await SessionFixture.with(Self.echo) {
      $0.pool.connectionsPerHost = 1
      $0.interceptors.append { request, next in
        _ = try await next(request)
        return try await next(request)
      }
    } _: { fixture in
      for _ in 0..<3 { try await fixture.session.send(.get("x")) }
      #expect(fixture.server.requestCount == 6 && fixture.server.connectionCount == 1)
    }
  }

  @Test func `an interceptor cannot send single-use content a second time`() async throws {
    try await SessionFixture.with(Self.echo) {
      $0.interceptors.append { request, next in
        _ = try await next(request)
        return try await next(request)
      }
    } _: { fixture in
      let pieces = AsyncStream<[UInt8]> { continuation in
        continuation.yield([1])
        continuation.finish()
      }
      let error = await fixture.failure(of: .post("x", .sequence(pieces)))
      #expect(error?.reason == .bodySpent)
      #expect(fixture.server.requestCount == 1)
    }
  }

  @Test func `an error that an interceptor throws is the error of the call`() async throws {
    struct Broken: Error {}
    for (thrown, reason) in [
      (Broken() as any Error, HTTPSessionError.Reason.interceptor),
      (CancellationError(), .interceptor),
      (HTTPSessionError(.queueFull(limit: 7)), .queueFull(limit: 7)),
    ] {
      let session = HTTPSession.stub(
        "https://a.test", configuration: configuration { _, _ in throw thrown }
      ) {
        _ in
        HTTP.Response(200)
      }
      let error = await #expect(throws: HTTPSessionError.self) { try await session.send(.get("x")) }
      #expect(error?.reason == reason)
      if reason == .interceptor {
        #expect(thrown is Broken ? error?.underlying is Broken : error?.isCancellation == false)
      }
    }
  }

  @Test func `an interceptor may change a request's path but not its origin`()
    async throws
  {
    for (target, text) in [("/y?signed", "https://a.test/y?signed"), ("https://b.test/", "")] {
      let session = HTTPSession.stub(
        "https://a.test",
        configuration: configuration { request, next in
          var request = request
          request.target = .reference(target.hasPrefix("/") ? "https://a.test\(target)" : target)
          return try await next(request)
        }
      ) { HTTP.Response(200, body: Array($0.target.text.utf8)) }
      if text.isEmpty {
        let error = await #expect(throws: HTTPSessionError.self) {
          try await session.send(.get("x"))
        }
        #expect(error?.reason == .interceptorChangedOrigin(try HTTP.URL("https://b.test").origin))
      } else {
        let response = try await session.send(.get("x"))
        #expect(response.text == text)
      }
    }
  }

  @Test func `each function that sends a request runs all interceptors`() async throws {
    let folder = try TemporaryFolder()
    try await SessionFixture.with { request in
      let isMarked = request.head.fields.contains("X-Mark")
      var response = HTTP.Response(isMarked ? 200 : 400, body: Array("data: 1\n\n".utf8))
      response.headers[.contentType] = "text/event-stream"
      return .response(response)
    } configure: {
      $0.interceptors.append { request, next in
        var request = request
        request.headers["X-Mark"] = "1"
        return try await next(request)
      }
    } _: { fixture in
      let session = fixture.session
      try await session.send(.get("x"))
      try await session.get("x")
      try await session.download("x", to: folder.path + "/file")
      var parts = 0
      try await session.upload(.post("x", .bytes([1, 2])), onProgress: { _ in parts += 1 })
      #expect(parts > 0)
      let status = try await session.stream(.get("x")) { head, _ in head.status.code }
      #expect(status == 200)
      let data = try await session.events(.get("x")) { events in
        var data: [String] = []
        for try await event in events { data.append(event.data) }
        return data
      }
      #expect(data == ["1"])
    }
  }

  /// The stale replay is a separate attempt, and needs a new signature.
  @Test func `interceptors run again for a request that is sent on another connection`()
    async throws
  {
    let count = Lock(0)
    try await SessionFixture.withConnections { connection in
      for _ in 0..<(connection.number == 1 ? 1 : 2) {
        guard try await connection.readHead() != nil else { return }
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
      if connection.number == 1 { _ = try await connection.readHead() }
    } configure: {
      $0.interceptors.append { request, next in
        count.withLock { $0 += 1 }
        return try await next(request)
      }
    } _: { fixture in
      try await fixture.session.send(.get("x"))
      try await fixture.session.send(.get("x"))
    }
    #expect(count.withLock { $0 } == 3)
  }

  @Test func `a signing interceptor signs requests to only one server`() async throws {
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append(
      try .signing(for: "https://a.test") { request in
        request.headers["X-Signature"] = HTTP.FieldValue("\(request.method) \(request.url.path)")
      })
    let session = HTTPSession.stub("https://a.test/", configuration: configuration) { request in
      if request.path == "/go" {
        return HTTP.Response(302, headers: [.location: "https://b.test/end"])
      }
      return HTTP.Response(200, body: request.headers["X-Signature"]?.bytes ?? [])
    }
    let own = try await session.send(.get("x"))
    #expect(own.text == "GET /x")
    let foreign = try await session.send(.get("go"))
    #expect(foreign.text.isEmpty)
  }
}
