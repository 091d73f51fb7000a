import ApusCaching
import ApusHTTP
import ApusNet
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Responses that an unsafe request has invalidated while the store could not remove them.
///
/// RFC 9111 section 4.4.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CacheInvalidationTests {
  /// A server with one state, which each PUT changes.
  private static func stateServer() throws -> CacheServer {
    let state = Lock("first")
    return try CacheServer { head, _ in
      guard head.hasPrefix("PUT") else {
        return CacheServer.Reply(
          fields: "Cache-Control: max-age=600\r\n", content: state.withLock { $0 })
      }
      state.withLock { $0 = "second" }
      return CacheServer.Reply(content: "changed")
    }
  }

  @Test
  func `a removal that a paused cache store skipped runs before the next hit`()
    async throws
  {
    let server = try Self.stateServer()
    let store = SlowCacheStore()
    let keying = try Caching.Keying(using: Environment.system.random)
    let session = try server.session(HTTPSession.ResponseCache(store, keying: keying))
    #expect(try await session.send(.get("x")).text == "first")
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    // One call takes two seconds, and the store is left alone from then on.
    store.isSlow.withLock { $0 = true }
    let slow = Task { try await session.send(.get("y")).text }
    #expect(await Pause.until { store.waiting.withLock { $0 } > 0 })
    server.clock.advance(by: .seconds(2))
    _ = try await slow.value
    #expect(try await session.send(.put("x", .bytes([1]))).text == "changed")
    store.isSlow.withLock { $0 = false }
    store.gate.open()
    server.clock.advance(by: .seconds(32))
    #expect(try await session.send(.get("x")).text == "second")
    // The store is used again after that.
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    await server.shutdown()
  }

  @Test
  func `the response to a GET that began before a PUT is not stored after the PUT`()
    async throws
  {
    let state = Lock("first")
    let gate = Gate()
    let server = try CacheServer { head, count in
      if head.hasPrefix("PUT") { state.withLock { $0 = "second" } }
      return CacheServer.Reply(
        fields: head.hasPrefix("PUT") ? "" : "Cache-Control: max-age=600\r\n",
        content: state.withLock { $0 }, gate: count == 0 ? gate : nil)
    }
    let cache = try HTTPSession.ResponseCache.inMemory()
    let (session, other) = (try server.session(cache), try server.session(cache))
    let early = Task { try await session.send(.get("x")) }
    #expect(await Pause.until { server.count == 1 })
    try await other.send(.put("x", .bytes([1])))
    gate.open()
    let response = try await early.value
    #expect(response.text == "first")
    #expect(response.cacheStatus == "Apus; fwd=uri-miss; detail=invalidated")
    #expect(try await session.send(.get("x")).text == "second")
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    await server.shutdown()
  }

  @Test
  func `a cached head is not served after the write of a newer head timed out`()
    async throws
  {
    let server = try CacheServer { head, count in
      let fields = "ETag: \"a\"\r\nCache-Control: "
      return count == 0
        ? CacheServer.Reply(fields: fields + "max-age=600\r\n", content: "first")
        : CacheServer.Reply(
          status: head.contains("If-None-Match") ? "304 Not Modified" : "200 OK",
          fields: fields + "no-cache\r\n", content: "second")
    }
    let store = SlowCacheStore()
    let keying = try Caching.Keying(using: Environment.system.random)
    let session = try server.session(HTTPSession.ResponseCache(store, keying: keying))
    #expect(try await session.send(.get("x")).text == "first")
    store.isSlowToUpdate.withLock { $0 = true }
    var request = HTTP.Request.get("x")
    request.options.cachePolicy = .revalidate
    let validation = Task { [request] in try await session.send(request) }
    #expect(await Pause.until { store.waiting.withLock { $0 } > 0 })
    server.clock.advance(by: .seconds(2))
    _ = try await validation.value
    server.clock.advance(by: .seconds(32))
    let count = server.count
    #expect(try await session.send(.get("x")).text == "second")
    #expect(server.count == count + 1)
    store.gate.open()
    await server.shutdown()
  }

  @Test func `a cache removal that timed out runs before the next hit`() async throws {
    let server = try Self.stateServer()
    let store = SlowCacheStore()
    let keying = try Caching.Keying(using: Environment.system.random)
    let session = try server.session(HTTPSession.ResponseCache(store, keying: keying))
    #expect(try await session.send(.get("x")).text == "first")
    store.isSlow.withLock { $0 = true }
    store.isFailing.withLock { $0 = true }
    let put = Task { try await session.send(.put("x", .bytes([1]))).text }
    #expect(await Pause.until { store.waiting.withLock { $0 } > 0 })
    server.clock.advance(by: .seconds(2))
    #expect(try await put.value == "changed")
    // The removal fails in the end.
    store.isSlow.withLock { $0 = false }
    store.gate.open()
    server.clock.advance(by: .seconds(32))
    #expect(try await session.send(.get("x")).text == "second")
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == false)
    store.isFailing.withLock { $0 = false }
    #expect(try await session.send(.get("x")).cacheStatus?.contains("stored") == true)
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    await server.shutdown()
  }

  @Test func `a pending removal of one session prevents hits of all sessions of the cache`()
    async throws
  {
    let server = try Self.stateServer()
    let store = SlowCacheStore()
    let keying = try Caching.Keying(using: Environment.system.random)
    let cache = HTTPSession.ResponseCache(store, keying: keying)
    let (session, other) = (try server.session(cache), try server.session(cache))
    #expect(try await session.send(.get("x")).text == "first")
    #expect(try await other.send(.get("x")).cacheStatus?.contains("hit") == true)
    store.isFailing.withLock { $0 = true }
    try await session.send(.put("x", .bytes([1])))
    #expect(try await other.send(.get("x")).text == "second")
    store.isFailing.withLock { $0 = false }
    #expect(try await other.send(.get("x")).text == "second")
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    await server.shutdown()
  }

  @Test func `more than the maximum number of pending removals disables the whole cache`()
    async throws
  {
    let server = try Self.stateServer()
    let store = SlowCacheStore()
    let keying = try Caching.Keying(using: Environment.system.random)
    let cache = HTTPSession.ResponseCache(store, keying: keying)
    let session = try server.session(cache)
    #expect(try await session.send(.get("x")).text == "first")
    store.isFailing.withLock { $0 = true }
    for number in 0...Caching.OwedRemovals.limit {
      await cache.remove(try HTTP.URL("http://memory.test/\(number)"))
    }
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == false)
    store.isFailing.withLock { $0 = false }
    #expect(try await session.send(.get("x")).cacheStatus?.contains("stored") == true)
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    await server.shutdown()
  }

  @Test func `a cleared cache serves no stored response even if the store fails`()
    async throws
  {
    let server = try Self.stateServer()
    let store = SlowCacheStore()
    let keying = try Caching.Keying(using: Environment.system.random)
    let cache = HTTPSession.ResponseCache(store, keying: keying)
    let session = try server.session(cache)
    #expect(try await session.send(.get("x")).text == "first")
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    #expect(await cache.removeAll())
    #expect(try await session.send(.get("x")).cacheStatus?.contains("stored") == true)
    store.isFailing.withLock { $0 = true }
    #expect(await cache.removeAll() == false)
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == false)
    store.isFailing.withLock { $0 = false }
    #expect(try await session.send(.get("x")).cacheStatus?.contains("stored") == true)
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    await server.shutdown()
  }

  @Test func `a session's shutdown ends the background work of its cache store`() async throws {
    let server = try Self.stateServer()
    let store = SlowCacheStore()
    let keying = try Caching.Keying(using: Environment.system.random)
    let session = try server.session(HTTPSession.ResponseCache(store, keying: keying))
    try await session.send(.get("x"))
    await session.shutdown()
    #expect(store.pauseCount.withLock { $0 } == 1)
    await server.shutdown()
  }

  /// A session over a cache in a folder, and its server with one state, in a process of its own.
  private static func withDiskCache(
    _ body: (HTTPSession, _ state: () async throws -> String?) async throws -> Void
  ) async throws {
    let state = Lock("first")
    let server = try await TestServer { request in
      if request.method == .put {
        state.withLock { $0 = "second" }
        return .response(HTTP.Response(200))
      }
      return .response(
        HTTP.Response(
          200, headers: ["Cache-Control": "max-age=600"], body: Array(state.withLock { $0 }.utf8)))
    }
    let folder = try TemporaryFolder()
    let cache = try await HTTPSession.ResponseCache.onDisk(folder: folder.path + "/cache")
    let session = try HTTPSession(server.url) { $0.cache = cache }
    #expect(try await session.send(.get("x")).text == "first")
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    try await body(session) { try await session.send(.get("x")).text }
    await session.shutdown()
    await server.shutdown()
    withExtendedLifetime(folder) {}
  }

  @Test func `a PUT invalidates the cached response even without free file descriptors`() async {
    await #expect(processExitsWith: .success) {
      try await Self.withDiskCache { session, state in
        #expect(apus_test_exhaust_descriptors() == 0)
        try await session.send(.put("x", .bytes([1])))
        #expect(try await state() == "second")
        for descriptor in Int32(150)..<200 { _ = apus_test_close(descriptor) }
        #expect(try await state() == "second")
        #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
      }
    }
  }

  @Test func `a PUT invalidates the cached response even if many calls wait for the disk`() async {
    await #expect(processExitsWith: .success) {
      try await Self.withDiskCache { session, state in
        let gate = BlockingGate()
        func fill() async {
          while (try? BlockingPool.shared.begin { gate.pass() }) != nil { await Task.yield() }
        }
        await fill()
        // A thread that has begun its call has made room in the queue.
        #expect(await Pause.until { gate.heldCount == 4 })
        await fill()
        #expect(BlockingPool.shared.queuedCount == BlockingPool.shared.queueLimit)
        try await session.send(.put("x", .bytes([1])))
        gate.open()
        #expect(await Pause.until { BlockingPool.shared.isAtRest })
        #expect(try await state() == "second")
        #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
      }
    }
  }
}

/// Holds threads until it is opened.
private final class BlockingGate: Sendable {
  private let isOpen = Lock(false)
  private let held = Lock(0)

  /// The number of threads that are held.
  var heldCount: Int { held.withLock { $0 } }

  func open() { isOpen.withLock { $0 = true } }

  func pass() {
    held.withLock { $0 += 1 }
    while !isOpen.withLock({ $0 }) { _ = unsafe apus_test_run("sleep 0.01") }
  }
}
