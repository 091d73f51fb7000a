import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Tokens that are fetched once for all requests that need one. RFC 6750.
@Suite(.ownThread) struct BearerTokensTests {
  /// A server that accepts the token of a number, and counts its requests.
  private final class Service: Sendable {
    let state = Lock<(valid: Int, fetched: Int, seen: [String?])>((1, 0, []))

    func answer(_ request: HTTP.Request) -> HTTP.Response {
      let token = request.headers[.authorization]?.text
      return state.withLock { state in
        if request.path == "/token" {
          state.fetched += 1
          return HTTP.Response(200, body: Array("t\(state.fetched)".utf8))
        }
        state.seen.append(token)
        return HTTP.Response(token == "Bearer t\(state.valid)" ? 200 : 401)
      }
    }

    func expire() { state.withLock { $0.valid += 1 } }
    var fetched: Int { state.withLock(\.fetched) }
  }

  private func session(
    _ service: Service, base: String = "https://a.test/",
    fetch: (@Sendable (HTTPSession?) async throws -> Authentication.Secret)? = nil
  ) throws -> HTTPSession {
    let own = Lock<HTTPSession?>(nil)
    var configuration = HTTPSession.Configuration()
    configuration.timeouts.total = .seconds(30)
    configuration.interceptors.append(
      try .bearer(for: "https://a.test") {
        let session = own.withLock { $0 }
        if let fetch { return try await fetch(session) }
        let response = try await session?.send(.get("token"))
        return Authentication.Secret(response?.text ?? "")
      })
    let session = HTTPSession.stub(base, configuration: configuration) { service.answer($0) }
    own.withLock { $0 = session }
    return session
  }

  @Test func `a bearer token is fetched by the first request and again after a rejection`()
    async throws
  {
    let service = Service()
    let session = try session(service)
    for _ in 0..<3 { try await session.send(.get("x")) }
    #expect(service.fetched == 1)
    service.expire()
    try await session.send(.get("x"))
    #expect(service.fetched == 2)
    let seen = service.state.withLock(\.seen)
    #expect(seen == Array(repeating: "Bearer t1", count: 4) + ["Bearer t2"])
    await session.shutdown()
  }

  @Test func `all requests that wait for a bearer token share one fetch`() async throws {
    let service = Service()
    let gate = Gate()
    let calls = Lock(0)
    let session = try session(service) { _ in
      calls.withLock { $0 += 1 }
      await gate.pass()
      return Authentication.Secret("t1")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try await session.send(.get("x")) } }
      while calls.withLock({ $0 }) == 0 { await Pause.brief() }
      gate.open()
      try await group.waitForAll()
    }
    #expect(calls.withLock { $0 } == 1)
    #expect(service.state.withLock(\.seen).count == 20)
    await session.shutdown()
  }

  @Test func `a server that rejects every bearer token gets two requests`() async throws {
    let service = Service()
    service.state.withLock { $0.valid = 100 }
    let session = try session(service)
    let error = await #expect(throws: HTTPSessionError.self) { try await session.send(.get("x")) }
    #expect(error?.reason == .status(401))
    #expect(service.state.withLock(\.seen).count == 2)
    #expect(service.fetched == 2)
    await session.shutdown()
  }

  @Test func `cancelling a request that waits for a bearer token does not cancel the fetch`()
    async throws
  {
    let service = Service()
    let gate = Gate()
    let calls = Lock(0)
    let session = try session(service) { _ in
      calls.withLock { $0 += 1 }
      await gate.pass()
      return Authentication.Secret("t1")
    }
    let first = Task { try await session.send(.get("x")) }
    while calls.withLock({ $0 }) == 0 { await Pause.brief() }
    let second = Task { try await session.send(.get("x")) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    gate.open()
    _ = try await second.value
    #expect(calls.withLock { $0 } == 1)
    await session.shutdown()
  }

  @Test func `a failed token fetch fails all waiting requests, and the next request retries`()
    async throws
  {
    struct Refused: Error {}
    let service = Service()
    let calls = Lock(0)
    let session = try session(service) { _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      if call == 1 { throw Refused() }
      return Authentication.Secret("t1")
    }
    let error = await #expect(throws: HTTPSessionError.self) { try await session.send(.get("x")) }
    #expect(error?.reason == .interceptor && error?.underlying is Refused)
    try await session.send(.get("x"))
    await session.shutdown()
  }

  @Test(arguments: [(404, false), (503, true)])
  func `an error status of the token fetch is not the status of the call`(
    status: Int, isTransient: Bool
  ) async throws {
    let session = try session(Service()) { session in
      throw HTTPSessionError(.status(status), request: .get("https://login.test/token"))
    }
    let error = try #require(await session.failure(of: .get("x")))
    #expect(error.code == .interceptor && error.status == nil)
    #expect((error.underlying as? HTTPSessionError)?.status == status)
    #expect(error.isTransient == isTransient)
    #expect("\(error)".contains("GET https://login.test/token: the server responded"))
    await session.shutdown()
  }

  @Test func `a bearer token is sent only to its server and replaces no caller's field`()
    async throws
  {
    let service = Service()
    let session = try session(service)
    _ = try? await session.send(.get("https://b.test/x"))
    _ = try? await session.send(.get("http://a.test/x"))
    var request = HTTP.Request.get("x")
    request.headers[.authorization] = "Basic own"
    _ = try? await session.send(request)
    #expect(service.state.withLock(\.seen) == [nil, nil, "Basic own"])
    #expect(service.fetched == 0)
    await session.shutdown()
  }

  @Test func `a bearer token is sent over plain HTTP only if the program allows it`() throws {
    #expect(throws: AuthenticationError.secretInClear(.bearer)) {
      try HTTPSession.Interceptor.bearer(for: "http://a.test") { Authentication.Secret("t") }
    }
    _ = try HTTPSession.Interceptor.bearer(for: "http://a.test", inClear: true) {
      Authentication.Secret("t")
    }
  }

  @Test func `a single-use body is not sent again with a new bearer token`()
    async throws
  {
    let service = Service()
    service.state.withLock { $0.valid = 100 }
    let session = try session(service)
    let pieces = AsyncStream<[UInt8]> { $0.finish() }
    let error = await #expect(throws: HTTPSessionError.self) {
      try await session.send(.post("x", .sequence(pieces)))
    }
    #expect(error?.reason == .status(401))
    #expect(service.state.withLock(\.seen) == ["Bearer t1"] && service.fetched == 1)
    await session.shutdown()
  }

  @Test func `a call waits for a bearer token only within its own timeout`() async throws {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.secure) { _ in .response(HTTP.Response(200)) }
      let session = try network.session(TestNetwork.secure) {
        $0.timeouts.total = .seconds(5)
        $0.interceptors.append(
          try .bearer(for: TestNetwork.secure) {
            try await network.sleep(for: .seconds(60))
            return Authentication.Secret("t1")
          })
      }
      #expect(await session.failure(of: .get("x"))?.reason == .timedOut(.total))
      #expect(network.elapsed == .seconds(5))
    }
  }

  @Test(
    arguments: [
      (.seconds(3_600), .seconds(3_570)), (.seconds(100), .seconds(90)), (.seconds(0), .zero),
      (.seconds(-5), .zero),
    ] as [(Duration, Duration)])
  func `a bearer token is fetched again before its lifetime ends`(
    lifetime: Duration, use: Duration
  ) async throws {
    try await TestNetwork.run { network in
      let seen = Lock<[String?]>([])
      try network.serve(TestNetwork.secure) { request in
        seen.withLock { $0.append(request.head.fields[.authorization]?.text) }
        return .response(HTTP.Response(200))
      }
      let fetched = Lock(0)
      let session = try network.session(TestNetwork.secure) {
        $0.timeouts.total = .seconds(60)
        $0.interceptors.append(
          try .bearer(for: TestNetwork.secure) {
            let number = fetched.withLock { count in
              count += 1
              return count
            }
            return HTTPSession.AccessToken(
              Authentication.Secret("t\(number)"), expiresIn: lifetime)
          })
      }
      try await session.send(.get("x"))
      if use > .zero {
        try await network.sleep(for: use - .seconds(1))
        try await session.send(.get("x"))
        try await network.sleep(for: .seconds(1))
      }
      try await session.send(.get("x"))
      let tokens =
        use > .zero ? ["Bearer t1", "Bearer t1", "Bearer t2"] : ["Bearer t1", "Bearer t2"]
      #expect(seen.withLock(\.self) == tokens)
    }
  }

  @Test func `a bearer token without a lifetime is used until the server rejects it`() async throws
  {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.secure) { _ in .response(HTTP.Response(200)) }
      let fetched = Lock(0)
      let session = try network.session(TestNetwork.secure) {
        $0.interceptors.append(
          try .bearer(for: TestNetwork.secure) {
            fetched.withLock { $0 += 1 }
            return HTTPSession.AccessToken(Authentication.Secret("t"), expiresIn: nil)
          })
      }
      try await session.send(.get("x"))
      try await network.sleep(for: .seconds(1_000_000))
      try await session.send(.get("x"))
      #expect(fetched.withLock(\.self) == 1)
    }
  }

  @Test func `shutting down the session cancels a hanging token fetch`() async throws {
    let gate = Gate()
    let calls = Lock(0)
    let session = try session(Service()) { _ in
      calls.withLock { $0 += 1 }
      await gate.pass()
      try Task.checkCancellation()
      return Authentication.Secret("t1")
    }
    let call = Task { try await session.send(.get("x")) }
    while calls.withLock({ $0 }) == 0 { await Pause.brief() }
    await session.shutdown()
    let error = await #expect(throws: HTTPSessionError.self) { try await call.value }
    #expect(error?.reason == .shutDown)
    // The fetch is cancelled, and ends.
    #expect(await Pause.until { session.nursery.count == 0 })
    let late = await #expect(throws: HTTPSessionError.self) { try await session.send(.get("x")) }
    #expect(late?.reason == .shutDown)
  }
}
