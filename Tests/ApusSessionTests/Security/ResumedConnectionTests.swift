import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Tickets and the conditions of their use.
@Suite(.ownThread, .serialized) struct ResumedConnectionTests {
  /// A store of the test, which keeps tickets that other processes could read.
  private final class Store: TLS.SessionStore {
    private let stored = Lock<[TLS.Session]>([])

    var count: Int { stored.withLock(\.count) }

    func add(_ session: TLS.Session) async { stored.withLock { $0.append(session) } }

    func take(for scope: TLS.SessionScope, at moment: UnixTime) async -> TLS.Session? {
      stored.withLock { sessions in
        let index = sessions.lastIndex { $0.scope == scope }
        return index.map { sessions.remove(at: $0) }
      }
    }

    func forget(_ scope: TLS.SessionScope) async { stored.withLock { $0 = [] } }
  }

  /// Sends requests, each over a connection of its own.
  private func send(_ count: Int, _ fixture: SessionFixture, _ store: Store? = nil) async throws {
    for _ in 0..<count {
      try await fixture.session.send(.get("get"))
      _ = await Pause.until { store?.count != 0 }
      fixture.server.closeConnections()
      try await fixture.expectNothingLeft()
    }
  }

  @Test func `further TLS connections resume the session unless resumption is off`() async throws {
    let own = Store()
    for (resumption, store, isResumed) in [
      (.inMemory, nil, true), (.kept(in: own), own, true), (.off, nil, false),
    ] as [(HTTPSession.Resumption, Store?, Bool)] {
      let told = Lock<[Bool]>([])
      try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
        $0.tls.resumption = resumption
        $0.tls.onHandshake = { connection in told.withLock { $0.append(connection.facts.isResumed) }
        }
      } _: { fixture in
        try await send(3, fixture, store)
        #expect(fixture.server.handshakes.map(\.isResumed) == [false, isResumed, isResumed])
        let facts = told.withLock(\.self)
        #expect(facts == [false, isResumed, isResumed])
      }
    }
  }

  @Test func `a TLS session is not resumed if the server's certificate has expired`() async throws {
    let chain = Lock<TLS.TrustedChain?>(nil)
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
      $0.tls.onHandshake = { connection in chain.withLock { $0 = connection.facts.chain } }
    } _: { fixture in
      try await fixture.session.send(.get("get"))
    }
    let kept = chain.withLock(\.self)
    let proof = try #require(kept)
    let host = try #require(proof.host)
    let end = proof.leaf.validity.notAfter.secondsSinceEpoch
    #expect(proof.holds(for: host, at: proof.moment))
    #expect(proof.holds(for: host, at: UnixTime(secondsSinceEpoch: end)))
    #expect(!proof.holds(for: host, at: UnixTime(secondsSinceEpoch: end + 1)))
    #expect(!proof.holds(for: try .init("other.example"), at: proof.moment))
  }

  @Test func `a custom certificate evaluator also runs for a resumed TLS connection`() async throws
  {
    let refuses = Lock(false)
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
      $0.tls.policy.evaluator = TLS.Evaluator("moody") { _ in
        refuses.withLock(\.self) ? .refuse("changed its mind") : .abide
      }
    } _: { fixture in
      try await send(2, fixture)
      #expect(fixture.server.handshakes.map(\.isResumed) == [false, true])
      refuses.withLock { $0 = true }
      let error = await fixture.failure(of: .get("get"))
      #expect(error?.code.name == "trust")
      #expect(fixture.server.requestCount == 2)
    }
  }

  @Test func `a changed client certificate or root forces a new handshake`()
    async throws
  {
    let authority = try TestAuthority()
    let folder = try TemporaryFolder()
    let roots = try folder.write(Array(authority.rootPEM.utf8), to: "roots.pem")
    let current = Lock<TLS.Identity?>(nil)
    struct Provider: TLS.IdentityProvider {
      let ask: @Sendable () -> TLS.Identity?
      func identity() -> TLS.Identity? { ask() }
    }
    let source = try HTTPSession.Roots.only(pemFile: roots)
    try await SessionFixture.with(tls: try TestServer.Security(authority), TestRoutes.answer) {
      $0.tls.roots = source
      $0.tls.brokenFilesLifetime = .zero
      $0.tls.identity = .provided(by: Provider { current.withLock(\.self) })
    } _: { fixture in
      try await fixture.session.send(.get("get"))
      try await fixture.session.send(.get("get"))
      #expect(fixture.server.connectionCount == 1)
      // Kept connections are looked after once a second.
      func untilNew(_ count: Int) async throws {
        for _ in 0..<600 where fixture.server.connectionCount < count {
          try await Task.sleep(for: .milliseconds(50))
          _ = try? await fixture.session.send(.get("get"))
        }
        #expect(fixture.server.connectionCount == count)
      }
      let identity = try authority.client("worker")
      current.withLock { $0 = identity }
      try await untilNew(2)
      // The old connection is still idle.
      #expect(await fixture.session.gauge(\.open, reaches: 2) == 2)
      try folder.replace("roots.pem", with: Array((authority.rootPEM + authority.rootPEM).utf8))
      try await untilNew(3)
      #expect(fixture.server.handshakes.allSatisfy { !$0.isResumed })
      // Roots that no longer contain the server's reject it.
      try folder.replace("roots.pem", with: Array(try TestAuthority().rootPEM.utf8))
      var reason: HTTPSessionError.Reason?
      for _ in 0..<600 where reason == nil {
        reason = await fixture.failure(of: .get("get"))?.reason
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(reason?.code.name == "trust")
      try folder.remove("roots.pem")
      for _ in 0..<600 where reason?.code.name == "trust" {
        reason = await fixture.failure(of: .get("get"))?.reason
      }
      #expect(reason?.code.name == "trust-source")
      current.withLock { $0 = nil }
    }
  }
}
