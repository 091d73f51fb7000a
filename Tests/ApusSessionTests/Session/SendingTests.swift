import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

@Suite(.ownThread) struct SendingTests {
  @Test func `a request reaches the server and its response reaches the caller`() async throws {
    try await SessionFixture.with { request in
      .response(
        HTTP.Response(
          200,
          headers: ["X-Method": request.method.name, "X-Query": request.query ?? ""],
          body: Array("\(request.path) \(request.head.fields["X-A"]?.text ?? "")".utf8)))
    } _: { fixture in
      var request = HTTP.Request.get("a/b?c=d#e")
      request.headers["X-A"] = "1"
      let response = try await fixture.session.send(request)
      #expect(response.status == .ok)
      #expect(response.text == "/a/b 1")
      #expect(response.headers["X-Method"] == "GET")
      #expect(response.headers["X-Query"] == "c=d")
    }
  }

  @Test(arguments: [0, 1, 4_000, 65_536, 70_000, 1 << 20])
  func `an echo server returns content of any size unchanged`(_ count: Int) async throws {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: request.body))
    } _: { fixture in
      let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      for _ in 1...2 {
        let response = try await fixture.session.send(.post("echo", .bytes(content)))
        #expect(response.body == content)
      }
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `one connection serves several sequential requests`() async throws {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: Array("\(request.connection)".utf8)))
    } _: { fixture in
      for _ in 1...20 {
        let answer = try await fixture.session.send(.get(""))
        #expect(answer.text == "1")
      }
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
    }
  }

  @Test func `the response to HEAD has no content, and its connection is reused`()
    async throws
  {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, body: Array(repeating: 1, count: 100)))
    } _: { fixture in
      let response = try await fixture.session.send(.head("a"))
      #expect(response.body.isEmpty)
      #expect(response.headers[.contentLength] == "100")
      let answer = try await fixture.session.send(.get("a"))
      #expect(answer.body.count == 100)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `an error for an unaccepted status code contains the response`() async throws {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(404, body: Array("no such user".utf8)))
    } _: { fixture in
      let error = try #require(await fixture.failure(of: .get("users/7")))
      #expect(error.reason == .status(404))
      #expect(error.response?.text == "no such user")
      #expect(
        error.description
          == "GET \(fixture.server.url)users/7: the server responded with status 404"
      )
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
    }
  }

  @Test func `header fields of the session are sent unless the request has its own`() async throws {
    try await SessionFixture.with { request in
      .response(
        HTTP.Response(200, body: Array("\(request.head.fields.values(of: "X-A"))".utf8)))
    } configure: {
      $0.headers["X-A"] = "session"
    } _: { fixture in
      let first = try await fixture.session.send(.get(""))
      #expect(first.text == "[session]")
      var request = HTTP.Request.get("")
      request.headers["x-a"] = "own"
      let answer = try await fixture.session.send(request)
      #expect(answer.text == "[own]")
    }
  }

  @Test func `trailer fields are sent and received after chunked content`() async throws {
    try await SessionFixture.with { request in
      var response = HTTP.Response(200, body: request.body)
      response.trailers = ["X-Sum": request.trailers["X-Sum"] ?? "none"]
      return .response(response)
    } _: { fixture in
      var request = HTTP.Request.post("", .bytes([1, 2, 3]))
      request.body.trailers = ["X-Sum": "6"]
      let response = try await fixture.session.send(request)
      #expect(response.body == [1, 2, 3])
      #expect(response.trailers["X-Sum"] == "6")
    }
  }

  @Test func `the collection limit of 100 bytes accepts 100 bytes and rejects 101 bytes`()
    async throws
  {
    try await SessionFixture.with { request in
      .response(
        HTTP.Response(200, body: Array(repeating: 1, count: Int(request.segments[1]) ?? 0)),
        request.segments[0] == "chunks" ? .drip(byteCount: 50, every: .zero) : nil)
    } configure: {
      $0.limits.collectedByteCount = 100
    } _: { fixture in
      for kind in ["length", "chunks"] {
        let answer = try await fixture.session.send(.get("\(kind)/100"))
        #expect(answer.body.count == 100)
        let error = await fixture.failure(of: .get("\(kind)/101"))
        #expect(error?.reason == .bodyTooLong(limit: 100))
      }
    }
  }

  @Test func `a relative or malformed target is rejected before a request is sent`() async throws {
    let session = try HTTPSession()
    await #expect(throws: HTTPSessionError.self) { try await session.send(.get("relative")) }
    do {
      try await session.send(.get("http://a b/"))
    } catch let error as HTTPSessionError {
      #expect(error.code.name == "invalid-url")
    }
  }

  @Test func `a request with an invalid header field opens no connection`() async throws {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } _: { fixture in
      var request = HTTP.Request.get("")
      request.headers["X"] = "a\r\nb"
      let error = await fixture.failure(of: request)
      #expect(error?.reason == .request(.invalidFieldValue("X", at: 1)))
      try await fixture.session.send(.get(""))
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `the error for a refused connection contains its address`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let url = server.url
    await server.shutdown()
    let session = try HTTPSession(url)
    do {
      try await session.send(.get(""))
      Issue.record("connected")
    } catch let error as HTTPSessionError {
      guard case .network(let fault) = error.reason else { return #expect(Bool(false)) }
      #expect(fault.kind == .refused && error.number == -1004)
    }
    #expect(await session.gauge(\.open, reaches: 0) == 0)
  }

  @Test func `concurrent requests use at most the allowed number of connections`() async throws {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: Array(request.path.utf8)))
    } configure: {
      $0.pool.connectionsPerHost = 4
    } _: { fixture in
      let session = fixture.session
      try await withThrowingTaskGroup { group in
        for number in 1...300 {
          group.addTask(executorPreference: number % 2 == 0 ? session.executor : nil) {
            try await session.send(.get("\(number)")).text == "/\(number)"
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
      #expect(fixture.server.connectionCount <= 4)
      #expect(fixture.server.requestCount == 300)
    }
  }
}
