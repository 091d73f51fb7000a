import ApusCaching
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Removals from a cache while responses are on their way into it.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct RemovalPairsTests {
  /// The ways in which the program makes stored responses invalid.
  enum Removal: CaseIterable, Sendable {
    case everything, url, put
  }

  private static let fields = "Cache-Control: max-age=600\r\nETag: \"a\"\r\n"

  private func remove(
    _ removal: Removal, _ cache: HTTPSession.ResponseCache, _ session: HTTPSession
  ) async throws {
    switch removal {
    case .everything: #expect(await cache.removeAll())
    case .url: await cache.remove(try HTTP.URL("http://memory.test/x"))
    case .put: try await session.send(.put("x", .bytes([1])))
    }
  }

  @Test(arguments: Removal.allCases)
  func `a response that many calls wait for is not stored after a removal`(
    removal: Removal
  ) async throws {
    let gate = Gate()
    let server = try CacheServer { head, count in
      CacheServer.Reply(fields: Self.fields, content: "\(count)", gate: count == 0 ? gate : nil)
    }
    let cache = try HTTPSession.ResponseCache.inMemory()
    let (session, other) = (try server.session(cache), try server.session(cache))
    let leader = Task { try await session.send(.get("x")).text }
    #expect(await Pause.until { server.count == 1 })
    let follower = Task { try await session.send(.get("x")).text }
    #expect(await Pause.until { session.cache?.flights.followerCount == 1 })
    try await remove(removal, cache, other)
    gate.open()
    #expect(try await leader.value == "0")
    // The waiting call sends a request of its own.
    #expect(try await follower.value != "0")
    let next = try await session.send(.get("x"))
    #expect(next.text != "0")
    let again = try await session.send(.get("x"))
    #expect(again.cacheStatus?.contains("hit") == true && again.text == next.text)
    await server.shutdown()
  }

  @Test(arguments: Removal.allCases, [false, true])
  func `content that is being received during a removal is not stored`(
    removal: Removal, isOnDisk: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let server = try CacheServer { _, count in
      CacheServer.Reply(fields: Self.fields, content: "\(count)")
    }
    let cache: HTTPSession.ResponseCache =
      isOnDisk ? try await .onDisk(folder: folder.path + "/cache") : try .inMemory()
    let (session, other) = (try server.session(cache), try server.session(cache))
    try await session.stream(.get("x")) { head, content in
      #expect(head.headers["Cache-Status"]?.text.contains("stored") == true)
      try await remove(removal, cache, other)
      let bytes = try await content.collect()
      #expect(bytes == Array("0".utf8))
    }
    let next = try await session.send(.get("x"))
    #expect(next.text != "0" && next.cacheStatus?.contains("hit") == false)
    await session.shutdown()
    await other.shutdown()
    await server.shutdown()
  }

  @Test(arguments: Removal.allCases)
  func `a store that is slow to begin does not write a removed response`(
    removal: Removal
  ) async throws {
    let server = try CacheServer { _, count in
      CacheServer.Reply(fields: Self.fields, content: "\(count)")
    }
    let store = SlowCacheStore()
    let keying = try Caching.Keying(using: Environment.system.random)
    let cache = HTTPSession.ResponseCache(store, keying: keying)
    let (session, other) = (try server.session(cache), try server.session(cache))
    store.isSlowToWrite.withLock { $0 = true }
    let early = Task { try await session.send(.get("x")) }
    #expect(await Pause.until { store.waiting.withLock { $0 } == 1 })
    try await remove(removal, cache, other)
    store.isSlowToWrite.withLock { $0 = false }
    store.gate.open()
    let response = try await early.value
    #expect(response.text == "0")
    #expect(response.cacheStatus == "Apus; fwd=uri-miss; detail=invalidated")
    let next = try await session.send(.get("x"))
    #expect(next.text != "0" && next.cacheStatus?.contains("stored") == true)
    await server.shutdown()
  }

  @Test(arguments: Removal.allCases, [false, true])
  func `a background validation does not restore a removed response`(
    removal: Removal, isStillValid: Bool
  ) async throws {
    let gate = Gate()
    let server = try CacheServer { head, count in
      let isValid = isStillValid && head.contains("If-None-Match: \"a\"")
      return CacheServer.Reply(
        status: isValid ? "304 Not Modified" : "200 OK",
        fields: "Cache-Control: max-age=1, stale-while-revalidate=600\r\nETag: \"a\"\r\n",
        content: "\(count)", gate: count == 1 ? gate : nil)
    }
    let cache = try HTTPSession.ResponseCache.inMemory()
    let (session, other) = (try server.session(cache), try server.session(cache))
    #expect(try await session.send(.get("x")).text == "0")
    server.clock.advance(by: .seconds(30))
    #expect(try await session.send(.get("x")).text == "0")
    #expect(await Pause.until { server.count == 2 })
    try await remove(removal, cache, other)
    gate.open()
    #expect(await Pause.until { session.nursery.count == 0 })
    let count = server.count
    let next = try await session.send(.get("x"))
    // A validation of a removed response has requested the whole after the removal.
    #expect(next.cacheStatus?.contains("hit") == isStillValid)
    #expect(next.text == "\(isStillValid ? count - 1 : count)")
    await server.shutdown()
  }
}
