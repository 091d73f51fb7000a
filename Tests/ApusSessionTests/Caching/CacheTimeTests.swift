import ApusCaching
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The time of a call, and a store of the cache that takes longer.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CacheTimeTests {
  /// A server whose state a PUT changes, and a session whose cache has a slow store.
  private static func start() throws -> (CacheServer, SlowCacheStore, HTTPSession) {
    let state = Lock("first")
    let server = try CacheServer { head, _ in
      if head.hasPrefix("PUT") { state.withLock { $0 = "second" } }
      return CacheServer.Reply(
        fields: "Cache-Control: max-age=600\r\n", content: state.withLock { $0 })
    }
    let store = SlowCacheStore()
    let keying = try Caching.Keying(using: Environment.system.random)
    return (server, store, try server.session(HTTPSession.ResponseCache(store, keying: keying)))
  }

  private static func hasWaited(_ store: SlowCacheStore, times count: Int = 1) async -> Bool {
    await Pause.until { store.waiting.withLock { $0 } == count }
  }

  @Test func `a slow cache store delays a call only until the call's timeout`() async throws {
    let (server, store, session) = try Self.start()
    try await session.send(.get("x"))
    store.isSlow.withLock { $0 = true }
    var request = HTTP.Request.get("x")
    request.options.within = .milliseconds(500)
    let call = Task { [request] in await session.failure(of: request) }
    #expect(await Self.hasWaited(store))
    server.clock.advance(by: .milliseconds(500))
    #expect(await call.value?.reason == .timedOut(.total))
    #expect(server.count == 1)
    // The store had less time than it may take, and is used by the next call.
    store.isSlow.withLock { $0 = false }
    store.gate.open()
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    await server.shutdown()
  }

  @Test func `a blocked cache store does not delay a call beyond its timeout`()
    async throws
  {
    let (server, store, session) = try Self.start()
    store.isSlowToWrite.withLock { $0 = true }
    var request = HTTP.Request.get("x")
    request.options.within = .milliseconds(500)
    let call = Task { [request] in await session.failure(of: request)?.reason }
    #expect(await Self.hasWaited(store))
    server.clock.advance(by: .milliseconds(500))
    // Content that had been received by then may be returned.
    #expect([nil, .timedOut(.total)].contains(await call.value))
    store.gate.open()
    await server.shutdown()
  }

  @Test(arguments: [false, true])
  func `a PUT that is cancelled or times out still removes the cached response`(isCancelled: Bool)
    async throws
  {
    let (server, store, session) = try Self.start()
    #expect(try await session.send(.get("x")).text == "first")
    store.isSlow.withLock { $0 = true }
    var request = HTTP.Request.put("x", .bytes([1]))
    request.options.within = .milliseconds(500)
    let call = Task { [request] in await session.failure(of: request)?.reason }
    #expect(await Self.hasWaited(store))
    if isCancelled { call.cancel() } else { server.clock.advance(by: .milliseconds(500)) }
    _ = await call.value
    #expect(store.removalCount.withLock { $0 } == 0)
    store.isSlow.withLock { $0 = false }
    store.gate.open()
    #expect(await Pause.until { store.removalCount.withLock { $0 } == 1 })
    #expect(try await session.send(.get("x")).text == "second")
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    await server.shutdown()
  }
}
