import ApusBytes
import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A session's use of tickets with a store of the caller.
@Suite(.ownThread) struct TicketsTests {
  /// A store that keeps tickets only on demand.
  private final class SlowStore: TLS.SessionStore {
    let gate = Gate()
    private let state = Lock<(begun: Int, kept: [TLS.Session])>((0, []))

    var begun: Int { state.withLock(\.begun) }
    var kept: [TLS.Session] { state.withLock(\.kept) }

    func add(_ session: TLS.Session) async {
      state.withLock { $0.begun += 1 }
      await gate.pass()
      if !Task.isCancelled { state.withLock { $0.kept.append(session) } }
    }

    func take(for scope: TLS.SessionScope, at moment: UnixTime) async -> TLS.Session? { nil }
    func forget(_ scope: TLS.SessionScope) async {}
  }

  /// Sessions as a server gives them.
  private func sessions() async throws -> [TLS.Session] {
    let store = SlowStore()
    store.gate.open()
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
      $0.tls.resumption = .kept(in: store)
    } _: { fixture in
      try await fixture.session.send(.get("get"))
      while store.kept.isEmpty { await Pause.brief() }
    }
    return store.kept
  }

  @Test func `one task stores session tickets, and beyond a limit the oldest are dropped`()
    async throws
  {
    let session = try #require(try await sessions().first)
    let (store, nursery) = (SlowStore(), Nursery())
    let tickets = Tickets(.kept(in: store), nursery)
    tickets.keep(session, on: globalConcurrentExecutor)
    while store.begun == 0 { await Pause.brief() }
    for _ in 0..<200 { tickets.keep(session, on: globalConcurrentExecutor) }
    #expect(nursery.count == 1 && store.begun == 1)
    store.gate.open()
    while nursery.count > 0 { await Pause.brief() }
    #expect(store.kept.count == 65)
    // The next one has a writer again.
    tickets.keep(session, on: globalConcurrentExecutor)
    while store.kept.count < 66 { await Pause.brief() }
  }

  /// A store that responds only on demand.
  private final class SilentStore: TLS.SessionStore {
    let gate = Gate()

    func add(_ session: TLS.Session) async {}
    func forget(_ scope: TLS.SessionScope) async { await gate.pass() }

    func take(for scope: TLS.SessionScope, at moment: UnixTime) async -> TLS.Session? {
      await gate.pass()
      return nil
    }
  }

  @Test func `a ticket store that does not respond delays a request by at most two seconds`()
    async throws
  {
    let store = SilentStore()
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.secure, TestRoutes.answer)
      let session = try network.session(TestNetwork.secure) {
        $0.tls.resumption = .kept(in: store)
      }
      let response = try await session.send(.get("get"))
      #expect(network.elapsed == .seconds(2))
      #expect(response.tls?.facts.isResumed == false)
      store.gate.open()
    }
  }

  @Test func `a hanging ticket store counts as a task and is cancelled by a shutdown`() async throws
  {
    let store = SlowStore()
    let server = try await TestServer(tls: try .local(), TestRoutes.answer)
    let session = try HTTPSession(server.url) { [root = server.root] in
      $0.tls.resumption = .kept(in: store)
      if let root { $0.tls.roots = .only([root]) }
    }
    try await session.send(.get("get"))
    while store.begun == 0 { await Pause.brief() }
    #expect(session.gauges.tasks == 1)
    // The gate observes the cancellation of the task.
    #expect(await session.shutdown(within: .seconds(60)) == 0)
    #expect(store.kept.isEmpty)
    await server.shutdown()
  }

  /// A source that has no random bytes.
  private struct Empty: RandomSource {
    func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
      throw .unavailable(errno: 5)
    }
  }

  @Test func `TLS handshakes use the random numbers of the session's environment`() async throws {
    let server = try await TestServer(tls: try .local(), TestRoutes.answer)
    var configuration = HTTPSession.Configuration()
    if let root = server.root { configuration.tls.roots = .only([root]) }
    let session = try HTTPSession(server.url, configuration, Environment(random: Empty()))
    let error = await #expect(throws: HTTPSessionError.self) { try await session.send(.get("get")) }
    #expect("\(try #require(error))".contains("errno 5"))
    #expect(server.handshakes.isEmpty)
    await session.shutdown()
    await server.shutdown()
  }
}
