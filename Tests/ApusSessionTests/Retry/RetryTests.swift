import ApusAuthentication
import ApusHTTP
import ApusNames
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The failed requests that are sent again. RFC 9110 section 9.2.2.
@Suite(.ownThread) struct RetryTests {
  /// A stub server that sends one response after the other, and then repeats the last.
  private final class Service: Sendable {
    let requests = Lock<[HTTP.Request]>([])
    private let answers: [HTTP.Response]
    /// The number that represents a connection that breaks off.
    static let broken = 599

    init(_ answers: [HTTP.Response]) { self.answers = answers }

    convenience init(_ statuses: Int...) {
      self.init(statuses.map { HTTP.Response(HTTP.Status($0)) })
    }

    var count: Int { requests.withLock(\.count) }

    func session(
      _ policy: HTTP.RetryPolicy?, _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
    ) -> HTTPSession {
      var configuration = HTTPSession.Configuration()
      if let policy { configuration.retry = policy }
      configure(&configuration)
      return .stub("https://a.test/", configuration: configuration) { [self] request in
        let count = requests.withLock { requests in
          requests.append(request)
          return requests.count
        }
        let answer = answers[min(count, answers.count) - 1]
        guard answer.status.code != Self.broken else { throw HTTPSessionError(.noResponse) }
        return answer
      }
    }
  }

  /// Returns a policy without delays.
  private static func policy(_ attempts: Int = 3, budget: Double? = nil) -> HTTP.RetryPolicy {
    var policy = HTTP.RetryPolicy.idempotent(attempts: attempts, budget: budget)
    policy.delay = .zero
    return policy
  }

  private func status(_ session: HTTPSession, _ request: HTTP.Request = .get("")) async -> Int {
    do {
      return try await session.send(request).status.code
    } catch {
      let error = HTTPSessionError(of: error)
      return error.response?.status.code ?? 0
    }
  }

  @Test func `a session without a retry policy does not repeat a request`() async {
    let service = Service(503, 200)
    #expect(await status(service.session(nil)) == 503)
    #expect(service.count == 1)
  }

  @Test(arguments: [408, 429, 502, 503, 504])
  func `a retry policy repeats requests after a temporary status code`(_ status: Int) async {
    let service = Service(status, status, 200)
    #expect(await self.status(service.session(Self.policy())) == 200)
    #expect(service.count == 3)
  }

  @Test(arguments: [400, 404, 500, 501])
  func `a retry policy does not repeat requests after a permanent status code`(_ status: Int) async
  {
    let service = Service(status, 200)
    #expect(await self.status(service.session(Self.policy())) == status)
    var policy = Self.policy()
    policy.statuses = [status]
    let other = Service(status, 200)
    #expect(await self.status(other.session(policy)) == 200)
    #expect(service.count == 1 && other.count == 2)
  }

  @Test func `the response to the last attempt is the response of the call`() async {
    for attempts in 1...4 {
      let service = Service(503)
      #expect(await status(service.session(Self.policy(attempts))) == 503)
      #expect(service.count == attempts)
    }
    // A call has no more than twenty requests in all.
    let service = Service(503)
    #expect(await status(service.session(Self.policy(100))) == 503)
    #expect(service.count == 20)
  }

  @Test func `a request's own retry policy replaces the session's policy`() async {
    var request = HTTP.Request.get("")
    request.options.retry = Self.policy(2)
    let service = Service(503)
    #expect(await status(service.session(nil), request) == 503)
    request.options.retry = HTTP.RetryPolicy.none
    #expect(await status(service.session(Self.policy()), request) == 503)
    #expect(service.count == 3)
    // A serializer's options apply to requests without their own.
    let session = service.session(nil) { $0.requestSerializer.http.options.retry = Self.policy(4) }
    _ = try? await session.post("", .empty, query: nil, headers: [:])
    #expect(service.count == 4)
    _ = try? await session.put("", .empty, query: nil, headers: [:])
    #expect(service.count == 8)
  }

  @Test(
    arguments: [
      (.get, 2), (.head, 2), (.options, 2), (.put, 2), (.delete, 2), (.post, 1), (.patch, 1),
      ("LOCK", 1),
    ] as [(HTTP.Method, Int)])
  func `a request that is not idempotent is retried only with an idempotency key`(
    _ method: HTTP.Method, _ count: Int
  ) async throws {
    let service = Service(503)
    let session = service.session(Self.policy(2))
    #expect(await status(session, HTTP.Request(method, "")) == 503)
    #expect(service.count == count)
    // With a key that identifies a second copy it is sent again, each time with the same key.
    let request = HTTP.Request(method, "").withIdempotencyKey()
    #expect(await status(session, request) == 503)
    #expect(service.count == count + 2)
    let keys = service.requests.withLock { $0.suffix(2).map { $0.headers[.idempotencyKey]?.text } }
    #expect(keys[0] == keys[1] && keys[0]?.utf8.count == 34)
  }

  @Test func `each request gets a new idempotency key unless the caller has set one`() {
    let request = HTTP.Request.post("")
    let keys = Set((0..<100).map { _ in request.withIdempotencyKey().headers[.idempotencyKey] })
    #expect(keys.count == 100)
    let named = request.withIdempotencyKey("a\"b\\")
    #expect(named.headers[.idempotencyKey]?.text == #""a\"b\\""#)
    #expect(named.withIdempotencyKey().headers[.idempotencyKey]?.text == #""a\"b\\""#)
    #expect(named.withIdempotencyKey("c").headers[.idempotencyKey]?.text == "\"c\"")
  }

  @Test func `a request with a single-use body is not retried`() async throws {
    let bodies = Lock<[[UInt8]]>([])
    try await SessionFixture.with { request in
      bodies.withLock { $0.append(request.body) }
      return .response(HTTP.Response(503))
    } configure: {
      $0.retry = Self.policy(2)
    } _: { fixture in
      let once = AsyncStream<[UInt8]> { continuation in
        continuation.yield([1])
        continuation.finish()
      }
      #expect(await status(fixture.session, .put("", .sequence(once))) == 503)
      #expect(await status(fixture.session, .put("", .bytes([2]))) == 503)
    }
    #expect(bodies.withLock { $0 } == [[1], [2], [2]])
  }

  @Test func `a connection that closes before the response head causes a retry`()
    async throws
  {
    let heads = [("", true), ("HTTP/1.1 20", true), ("HTTP/1.1 2x0 No\r\n\r\n", false)]
    for (head, isRetried) in heads {
      try await SessionFixture.withConnections { connection in
        _ = try await connection.readHead()
        try await connection.write(head)
        try await connection.finish()
        try await connection.drain()
      } configure: {
        $0.retry = Self.policy()
      } _: { fixture in
        #expect(await status(fixture.session) == 0)
        #expect(fixture.server.connectionCount == (isRetried ? 3 : 1))
        #expect(await status(fixture.session, .post("")) == 0)
        #expect(fixture.server.connectionCount == (isRetried ? 4 : 2))
      }
    }
  }

  @Test func `a retry policy retries only the failures that it lists`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
    } configure: {
      $0.retry = Self.policy()
      $0.retry.failures = [.connecting, .silence]
    } _: { fixture in
      #expect(await status(fixture.session) == 0)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `a POST that was never sent is retried`() async throws {
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: 9)
    for (failure, count) in [(NetError.refused(by: address), 3), (.denied(address), 1)] {
      let dials = Lock(0)
      var configuration = HTTPSession.Configuration()
      configuration.retry = Self.policy()
      let session = try HTTPSession(
        "http://memory.test/", configuration, .system,
        connector: { (_, _, _) throws(NetError) in
          dials.withLock { $0 += 1 }
          throw failure
        }, loops: SessionLoops(LoopGroup(limit: 1)))
      #expect(await status(session, .post("")) == 0)
      #expect(dials.withLock { $0 } == count)
      await session.shutdown()
    }
  }

  @Test func `responses of a host refill the retry budget of that host`() async {
    let service = Service(503)
    let session = service.session(Self.policy(2, budget: 0.5))
    for _ in 0..<30 { #expect(await status(session) == 503) }
    // Ten were in store.
    #expect(service.count == 40)
    #expect(await status(session, .get("https://b.test/")) == 503)
    #expect(service.count == 42)
    // Two responses are worth one retry; they need not be successful, but final.
    var request = HTTP.Request.get("")
    request.options.retry = Self.policy(2, budget: 0.5)
    request.options.retry?.statuses = []
    for _ in 0..<4 { #expect(await status(session, request) == 503) }
    #expect(service.count == 46)
    for _ in 0..<5 { #expect(await status(session) == 503) }
    #expect(service.count == 53)
  }

  @Test func `each retry replies to the authentication challenge again`() async {
    let challenge = HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
    let service = Service([
      challenge, HTTP.Response(599), challenge, HTTP.Response(599), challenge, HTTP.Response(200),
    ])
    let session = service.session(Self.policy()) {
      try? $0.authentication.credentials.set(
        .password(Authentication.Secret("pw"), user: "u"), for: "https://a.test")
    }
    #expect(await status(session) == 200)
    let shown = service.requests.withLock { $0.map { $0.headers.contains(.authorization) } }
    #expect(shown == [false, true, false, true, false, true])
  }

  @Test func `responses from the cache are not retried and use no retry budget`() async throws {
    let server = try CacheServer { _, _ in CacheServer.Reply(status: "503 No") }
    let session = try server.session { $0.retry = Self.policy(2, budget: 0.5) }
    var request = HTTP.Request.get("x")
    request.options.cachePolicy = .storedOnly
    for _ in 0..<20 { #expect(await status(session, request) == 504) }
    // They took no retries from the budget.
    #expect(await status(session, .get("y")) == 503)
    #expect(server.count == 2)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `invalid settings of a retry policy are rejected at the session's creation`() {
    let changes: [(String, (inout HTTP.RetryPolicy) -> Void)] = [
      ("retry.attempts", { $0.attempts = 0 }), ("retry.delay", { $0.delay = .seconds(-1) }),
      ("retry.delayLimit", { $0.delayLimit = .seconds(-1) }),
      ("retry.retryAfterLimit", { $0.retryAfterLimit = .seconds(-1) }),
      ("retry.budget", { $0.budget = 1.5 }), ("retry.budget", { $0.budget = .nan }),
    ]
    for (name, change) in changes {
      do {
        _ = try HTTPSession("http://a.example/") { change(&$0.retry) }
        Issue.record("\(name) is taken")
      } catch {
        guard case .setting(let setting) = (error as? HTTPSessionError)?.reason else {
          Issue.record("\(name): \(error)")
          continue
        }
        #expect(setting.name == name)
      }
    }
  }
}
