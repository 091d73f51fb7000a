import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

@Suite(.ownThread) struct HTTPSessionTests {
  @Test func `a stub responds to normal and streaming requests without a socket`() async throws {
    let fake = HTTPSession.stub("https://api.example.com/v1/") { request in
      HTTP.Response(200, body: Array("\(request.method) \(request.target) \(request.path)".utf8))
    }
    let response = try await fake.send(.get("users/1?x=2"))
    #expect(response.text == "GET https://api.example.com/v1/users/1?x=2 /v1/users/1")
    let streamed = try await fake.stream(.get("a")) { head, content in
      #expect(head.status == .ok)
      return try await content.collect()
    }
    #expect(
      String(decoding: streamed, as: UTF8.self).utf8.elementsEqual(
        "GET https://api.example.com/v1/a /v1/a".utf8))
    await fake.shutdown(within: .seconds(5))
  }

  @Test func `an error that a stub throws is the underlying error of the call's error`()
    async throws
  {
    struct Own: Error {}
    let fake = HTTPSession.stub { _ in throw Own() }
    do {
      try await fake.send(.get("http://a/"))
      Issue.record("answered")
    } catch let error as HTTPSessionError {
      #expect(error.reason == .stub)
      #expect(error.underlying is Own)
    }
    do {
      try await HTTPSession.stub("no base") { _ in HTTP.Response(200) }.send(.get("a"))
      Issue.record("answered")
    } catch let error as HTTPSessionError {
      #expect(error.code.name == "invalid-url")
    }
  }

  @Test func `a session that was shut down rejects requests`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let session = try HTTPSession(server.url)
    try await session.send(.get(""))
    await session.shutdown()
    do {
      try await session.send(.get(""))
      Issue.record("sent")
    } catch let error as HTTPSessionError {
      #expect(error.reason == .shutDown)
    }
    #expect(await session.gauge(\.open, reaches: 0) == 0)
    await server.shutdown()
  }

  @Test func `a shutdown waits for running calls up to its time limit, then cancels them`()
    async throws
  {
    for isWhole in [true, false] {
      let (gate, clock) = (Gate(), ManualClock())
      let server = try await TestServer { request in
        if request.path == "/held" { await gate.pass() }
        return .response(HTTP.Response(200))
      }
      let session = try HTTPSession.apart(server.url, at: .manual(clock)) {
        $0.timeouts.firstByte = .seconds(1_000)
      }
      let sending = Task { await session.failure(of: .get("held")) }
      while server.requestCount == 0 { await Pause.brief() }
      let shutting = Task { await session.shutdown(within: .seconds(60)) }
      await session.awaitShutdown()
      clock.advance(by: .seconds(59))
      #expect(session.gauges.leased == 1)
      // A running call ends while the shutdown waits, or not before it has given up.
      if isWhole { gate.open() } else { clock.advance(by: .seconds(1)) }
      _ = await shutting.value
      gate.open()
      #expect(await sending.value?.reason == (isWhole ? nil : .shutDown))
      #expect(await session.gauge(\.open, reaches: 0) == 0)
      await server.shutdown()
    }
  }

  @Test func `a released session closes its connections`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let loop = try EventLoop.shared()
    weak var pool: ConnectionPool?
    do {
      let session = try HTTPSession(server.url)
      try await session.warmUp(connections: 3)
      try await session.send(.get(""))
      #expect(session.loop === loop)
      if case .network(let its) = session.engine { pool = its }
      #expect(pool != nil)
    }
    #expect(pool == nil)
    while server.openCount > 0 { try await Task.sleep(for: .milliseconds(2)) }
    await server.shutdown()
  }

  @Test func `connections can be established before their first request up to the limit`()
    async throws
  {
    let server = try await TestServer { request in
      .response(HTTP.Response(200, body: Array("\(request.connection)".utf8)))
    }
    let session = try HTTPSession(server.url) { $0.pool.connectionsPerHost = 3 }
    let count = try await session.warmUp(connections: 5)
    #expect(count == 3)
    #expect(
      session.gauges
        == {
          var gauges = HTTPSession.PoolGauges()
          gauges.idle = 3
          return gauges
        }())
    try await session.send(.get(""))
    #expect(server.connectionCount == 3)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `informational responses are reported before the final response`() async throws {
    let seen = Names()
    let server = try await TestServer { request in
      .response(HTTP.Response(200), .informational(count: request.path == "/flood" ? 65 : 2))
    }
    let session = try HTTPSession(server.url) {
      $0.onInformational = { request, head in seen.append("\(request.path) \(head.status)") }
    }
    try await session.send(.get("a"))
    #expect(seen.all == ["/a 103", "/a 103"])
    do {
      try await session.send(.get("flood"))
      Issue.record("answered")
    } catch let error as HTTPSessionError {
      #expect(error.reason == .response(.limitExceeded(.informationalCount, limit: 64, at: 0)))
    }
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `the error for a response of wrong length contains its header fields`() async throws {
    try await SessionFixture.with { _ in
      .response(
        HTTP.Response(200, headers: ["X-Kind": "dump", "Content-Length": "3"], body: [1, 2, 3]),
        .wrongLength(by: 5))
    } _: { fixture in
      let error = try #require(await fixture.failure(of: .get("a")))
      #expect(error.response?.headers["X-Kind"] == "dump")
      #expect(error.response?.headers[.contentLength] == "8" && error.received?.byteCount == 3)
    }
  }

  @Test(arguments: [
    (AnswerFault.wrongLength(by: 1), "connection-lost"), (.badChunk, "invalid-response"),
    (.hugeField(byteCount: 70_000), "invalid-response"),
    (.finish(afterByteCount: 0), "connection-lost"),
  ])
  func `each malformed response throws the error code for its fault`(
    _ fault: AnswerFault, _ code: String
  ) async throws {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, body: [1, 2, 3]), fault)
    } _: { fixture in
      let error = await fixture.failure(of: .get(""))
      #expect(error?.code.name == code)
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test func `a response that arrives byte by byte equals one that arrives at once`() async throws {
    try await SessionFixture.with { _ in
      var response = HTTP.Response(200, headers: ["X-A": "1"], body: [1, 2, 3])
      response.trailers = ["X-T": "2"]
      return .response(response, .drip(byteCount: 1, every: .zero))
    } _: { fixture in
      let response = try await fixture.session.send(.get(""))
      #expect(response.body == [1, 2, 3])
      #expect(response.trailers["X-T"] == "2")
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
    }
  }
}

/// Words that several threads put down.
private final class Names: Sendable {
  private let words = Lock<[String]>([])

  func append(_ word: String) { words.withLock { $0.append(word) } }

  var all: [String] { words.withLock { $0 } }
}
