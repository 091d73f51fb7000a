import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The thread of a session's connections, and the executor of its callers' code.
@Suite(.ownThread) struct SessionLoopsTests {
  private static func loops(of session: HTTPSession) -> Set<ObjectIdentifier> {
    guard case .network(let pool) = session.engine else { return [] }
    return pool.state.withLock { state in
      Set(state.connections.values.map { ObjectIdentifier($0.transport.channel.loop) })
    }
  }

  @Test func `connections are distributed over event loops and stay on one loop`()
    async throws
  {
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let session = try HTTPSession.apart(server.url, loops: 3) { $0.pool.connectionsPerHost = 6 }
    try await session.warmUp(connections: 6)
    #expect(Self.loops(of: session).count == 3)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<24 { group.addTask { try await session.send(.get("")) } }
      try await group.waitForAll()
    }
    #expect(server.connectionCount == 6 && Self.loops(of: session).count == 3)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `a session whose executor is used gets its own event loop`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let session = try HTTPSession.apart(server.url)
    try await session.send(.get(""))
    let shared = Self.loops(of: session)
    #expect(await session.gauge(\.idle, reaches: 1) == 1)
    let own = try #require(session.executor as? EventLoop)
    #expect(!own.isShared && !shared.contains(ObjectIdentifier(own)))
    #expect(session.executor as? EventLoop === own)
    // An idle connection is reused once, and then not kept.
    try await session.send(.get(""))
    #expect(await session.gauge(\.open, reaches: 0) == 0)
    #expect(server.connectionCount == 1)
    for _ in 0..<3 { try await session.send(.get("")) }
    #expect(server.connectionCount == 2)
    #expect(Self.loops(of: session) == [ObjectIdentifier(own)])
    await session.shutdown()
    #expect(!own.isRunning)
    await server.shutdown()
  }

  @Test func `a blocked executor of one session does not block another session`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let (held, free) = (try HTTPSession(server.url), try HTTPSession(server.url))
    let isFreed = Lock(false)
    let isHeld = Gate()
    let blocked = Task(executorPreference: held.executor) {
      isHeld.open()
      while !isFreed.withLock({ $0 }) {}
      return try await held.send(.get("")).status
    }
    await isHeld.pass()
    try await free.send(.get(""))
    try await withTaskExecutorPreference(free.executor) { _ = try await free.send(.get("")) }
    isFreed.withLock { $0 = true }
    #expect(try await blocked.value == .ok)
    await held.shutdown()
    await free.shutdown()
    await server.shutdown()
  }

  @Test func `a response can be read to its end after the release of its session`() async throws {
    let server = try await TestServer { _ in
      .response(HTTP.Response(200, body: Array(repeating: 7, count: 1 << 20)))
    }
    var session: HTTPSession? = try HTTPSession(server.url)
    let executor = try #require(session?.executor)
    let answer = try await session?.perform(.get(""))
    session = nil
    let body = try await withTaskExecutorPreference(executor) {
      try await answer?.content.collect(limit: 2 << 20)
    }
    #expect(body?.count == 1 << 20)
    await server.shutdown()
  }
}

// MARK: Code of callers

extension SessionLoopsTests {
  /// Notes whether the caller's code ran on a loop that sessions share.
  private final class Witness: Sendable {
    private let state = Lock((calls: 0, onShared: 0))
    let group = LoopGroup(limit: 1)

    func note() {
      let isShared = (try? group.first().isCurrent) ?? true
      state.withLock { state in
        state.calls += 1
        state.onShared += isShared ? 1 : 0
      }
    }

    func expectElsewhere(_ location: SourceLocation = #_sourceLocation) {
      let (calls, onShared) = state.withLock { $0 }
      #expect(calls > 0, sourceLocation: location)
      #expect(onShared == 0, sourceLocation: location)
    }
  }

  private static func with(
    tls: TestServer.Security? = nil,
    _ configure: (inout HTTPSession.Configuration, Witness) -> Void = { _, _ in },
    _ body: (HTTPSession, Witness) async throws -> Void
  ) async throws {
    let server = try await TestServer(tls: tls) { request in
      .response(HTTP.Response(200, headers: [.contentType: "application/json"], body: [0x37]))
    }
    let witness = Witness()
    var configuration = HTTPSession.Configuration()
    if let root = server.root { configuration.tls.roots = .only([root]) }
    configure(&configuration, witness)
    let session = try HTTPSession(
      server.url, configuration, .system, loops: SessionLoops(witness.group))
    try await body(session, witness)
    witness.expectElsewhere()
    await session.shutdown()
    await server.shutdown()
  }

  private struct Resolver: HTTPSession.Resolver {
    let witness: Witness

    func addresses(of name: String) async throws -> [String] {
      witness.note()
      return ["127.0.0.1"]
    }
  }

  @Test func `a custom resolver does not run on a shared event loop`() async throws {
    try await Self.with {
      $0.dns.resolver = Resolver(witness: $1)
    } _: { session, _ in
      let port = try #require(session.base?.port)
      try await session.send(.get("http://somewhere.test:\(port)/"))
    }
  }

  @Test func `a trust challenge does not run on a shared event loop`() async throws {
    try await Self.with(tls: try .local()) { configuration, witness in
      configuration.tls.challenge = HTTPSession.TrustChallenge("notes") { _ in
        witness.note()
        return .abide
      }
    } _: { session, _ in
      try await session.send(.get(""))
    }
  }

  @Test func `interceptors and redirect or challenge closures run on no shared loop`()
    async throws
  {
    let witness = Witness()
    let kinds = Lock<Set<String>>([])
    let note: @Sendable (String) -> Void = { kind in
      witness.note()
      kinds.withLock { _ = $0.insert(kind) }
    }
    let server = try await TestServer { request in
      guard request.path == "/end" else {
        return .response(HTTP.Response(302, headers: [.location: "/end"]))
      }
      guard !request.head.fields.contains(.authorization) else {
        return .response(HTTP.Response(200))
      }
      return .response(
        HTTP.Response(
          401, headers: [.wwwAuthenticate: "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""]))
    }
    var configuration = HTTPSession.Configuration()
    let pass: @Sendable (String) -> HTTPSession.Interceptor = { kind in
      HTTPSession.Interceptor { request, next in
        note(kind)
        let answer = try await next(request)
        note("\(kind), after")
        return answer
      }
    }
    configuration.callInterceptors = [pass("call")]
    configuration.interceptors = [pass("request")]
    configuration.redirects.onRedirect = { redirect in
      note("redirect")
      return redirect.request
    }
    configuration.authentication.onChallenge = { _ in
      note("challenge")
      return .useCredential(.password(Authentication.Secret("pw"), user: "u"))
    }
    let session = try HTTPSession(
      server.url, configuration, .system, loops: SessionLoops(witness.group))
    try await session.send(.get(""))
    witness.expectElsewhere()
    #expect(
      kinds.withLock { $0 } == [
        "call", "call, after", "request", "request, after", "redirect", "challenge",
      ])
    await session.shutdown()
    await server.shutdown()
  }

  private struct Coder: JSONCoding {
    let witness: Witness

    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
      witness.note()
      return try JSONCoder().decode(type, from: bytes)
    }

    func encode(_ value: some Encodable) throws -> [UInt8] {
      witness.note()
      return try JSONCoder().encode(value)
    }
  }

  @Test func `a custom JSON coder does not run on a shared event loop`() async throws {
    try await Self.with {
      $0.json = Coder(witness: $1)
    } _: { session, _ in
      let value: Int = try await session.get("")
      #expect(value == 7)
    }
  }

  private struct Pieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let witness: Witness
    var left = 3

    func makeAsyncIterator() -> Pieces { self }

    mutating func next() async -> [UInt8]? {
      witness.note()
      left -= 1
      return left < 0 ? nil : [1, 2, 3]
    }
  }

  @Test func `body sequences and progress closures do not run on a shared event loop`() async throws
  {
    try await Self.with { session, witness in
      let body = HTTP.Body.sequence(Pieces(witness: witness))
      try await session.send(.put("", body))
      try await session.upload(.put("", .sequence(Pieces(witness: witness)))) { _ in
        witness.note()
      }
      try await session.stream(.get("")) { _, content in
        witness.note()
        for try await _ in content { witness.note() }
        witness.note()
      }
    }
  }

  @Test func `the callback for informational responses does not run on a shared event loop`()
    async throws
  {
    let witness = Witness()
    let server = try await TestServer(connections: { connection in
      guard try await connection.readHead() != nil else { return }
      try await connection.write(
        "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")
    })
    var configuration = HTTPSession.Configuration()
    configuration.onInformational = { _, _ in witness.note() }
    let session = try HTTPSession(
      server.url, configuration, .system, loops: SessionLoops(witness.group))
    try await session.send(.get(""))
    witness.expectElsewhere()
    await session.shutdown()
    await server.shutdown()
  }
}
