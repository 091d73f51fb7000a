import ApusCaching
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Unsafe requests remove stored responses. RFC 9111 section 4.4.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct UnsafeRequestTests {
  /// A server that numbers its responses, and holds those to DELETE back until a gate is open.
  private func server(_ gate: Gate? = nil) throws -> CacheServer {
    try CacheServer { head, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=600\r\n", content: "\(count)",
        gate: head.hasPrefix("DELETE ") ? gate : nil)
    }
  }

  @Test func `an unsafe request with the cache policy none invalidates the cached response`()
    async throws
  {
    let server = try server()
    let session = try server.session()
    #expect(try await session.send(.get("x")).text == "0")
    var request = HTTP.Request.delete("x")
    request.options.cachePolicy = HTTP.RequestOptions.CachePolicy.none
    #expect(try await session.send(request).cacheStatus == nil)
    #expect(try await session.send(.get("x")).text == "2")
    // A safe request removes none.
    var other = HTTP.Request.get("x")
    other.options.cachePolicy = HTTP.RequestOptions.CachePolicy.none
    let passed = try await session.send(other)
    #expect(passed.text == "3" && passed.cacheStatus == nil)
    #expect(try await session.send(.get("x")).text == "2")
    await server.shutdown()
  }

  @Test(arguments: [202, 404, 500])
  func `the server's status decides on invalidation, not an interceptor's status`(
    status: Int
  ) async throws {
    let server = try server()
    let session = try server.session {
      $0.acceptedStatuses = .any
      $0.interceptors.append { request, next in
        var answer = try await next(request)
        if request.method == .delete { answer.status = HTTP.Status(status) }
        return answer
      }
    }
    #expect(try await session.send(.get("x")).text == "0")
    #expect(try await session.send(.delete("x")).status.code == status)
    #expect(try await session.send(.get("x")).text == "2")
    await server.shutdown()
  }

  @Test(arguments: [false, true])
  func `a DELETE without a response invalidates the cached response`(
    isCancelled: Bool
  ) async throws {
    let gate = Gate()
    let server = try server(gate)
    let session = try server.session()
    #expect(try await session.send(.get("x")).text == "0")
    var request = HTTP.Request.delete("x")
    request.options.within = .seconds(5)
    let call = Task { [request] in try await session.send(request) }
    #expect(await Pause.until { server.count == 2 })
    if isCancelled { call.cancel() } else { server.clock.advance(by: .seconds(6)) }
    let error = await #expect(throws: (any Error).self) { try await call.value }
    let reason = (error as? HTTPSessionError)?.reason
    #expect(isCancelled ? error is CancellationError : reason == .timedOut(.total))
    #expect(try await session.send(.get("x")).text == "2")
    gate.open()
    await server.shutdown()
  }

  @Test func `a POST on a broken connection invalidates the cached response`()
    async throws
  {
    let server = try CacheServer { head, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=600\r\n", content: "\(count)",
        isCut: head.hasPrefix("POST "))
    }
    let session = try server.session()
    #expect(try await session.send(.get("x")).text == "0")
    await #expect(throws: HTTPSessionError.self) {
      try await session.send(HTTP.Request(.post, "x"))
    }
    #expect(try await session.send(.get("x")).text == "2")
    await server.shutdown()
  }

  @Test func `an unsafe request that was never sent does not invalidate a cached response`()
    async throws
  {
    struct Stop: Error {}
    let server = try server()
    let signing = try HTTPSession.Interceptor.signing(for: "http://memory.test/", as: "key") {
      request in
      if request.method == .delete { throw Stop() }
    }
    let session = try server.session { $0.interceptors = [signing] }
    #expect(try await session.send(.get("x")).text == "0")
    await #expect(throws: HTTPSessionError.self) { try await session.send(.delete("x")) }
    #expect(try await session.send(.get("x")).text == "0")
    await server.shutdown()
  }

  /// The disk is used in a separate task, which a cancelled call would otherwise end.
  @Test func `a cancelled DELETE still invalidates the response in a slow cache store`()
    async throws
  {
    let gate = Gate()
    let server = try server(gate)
    let keying = try Caching.Keying(using: Environment.system.random)
    let session = try server.session(HTTPSession.ResponseCache(Slow(), keying: keying))
    for _ in 0..<2 { #expect(try await session.send(.get("x")).text == "0") }
    let call = Task { try await session.send(.delete("x")) }
    #expect(await Pause.until { server.count == 2 })
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(try await session.send(.get("x")).text == "2")
    gate.open()
    await server.shutdown()
  }

  /// A store that ignores calls of a cancelled task.
  private final class Slow: Caching.Store {
    let store = Caching.MemoryStore()

    func entries(of key: Caching.Key) async -> [Caching.Stored] { await store.entries(of: key) }
    func content(of stored: Caching.Stored) async -> (any Caching.ContentReader)? {
      await store.content(of: stored)
    }
    func write(_ entry: Caching.Entry, key: Caching.Key) async -> (any Caching.ContentWriter)? {
      await store.write(entry, key: key)
    }
    func update(_ stored: Caching.Stored, to entry: Caching.Entry) async -> Bool {
      await store.update(stored, to: entry)
    }
    func remove(_ stored: Caching.Stored) async -> Bool { await store.remove(stored) }
    func removeAll(of place: Caching.Place) async -> Bool {
      await Pause.brief()
      guard !Task.isCancelled else { return false }
      return await store.removeAll(of: place)
    }
    func removeAll() async -> Bool { await store.removeAll() }
  }
}
