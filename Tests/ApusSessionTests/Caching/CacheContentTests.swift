import ApusCaching
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The stored content, and the requests that wait for it.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CacheContentTests {
  private static let fresh = CacheServer.Reply(
    fields: "Cache-Control: max-age=60\r\n", content: "one")

  @Test func `streams and downloads fill the cache if they read the whole content`() async throws {
    let server = try CacheServer { _, _ in Self.fresh }
    let session = try server.session()
    let folder = try TemporaryFolder()
    try await session.stream(.get("a")) { _, content in
      for try await _ in content {}
    }
    _ = try await session.download(.get("b"), to: folder.path + "/b")
    #expect(try await session.send(.get("a")).text == "one")
    #expect(try await session.send(.get("b")).text == "one")
    _ = try await session.download(.get("a"), to: folder.path + "/a")
    #expect(try Files.contents(of: folder.path + "/a") == Array("one".utf8))
    #expect(server.count == 2)
    await server.shutdown()
  }

  @Test func `a response whose content was not read to its end is not cached`() async throws {
    let server = try CacheServer { _, _ in Self.fresh }
    let session = try server.session()
    try await session.stream(.get("a")) { _, _ in }
    #expect(try await session.send(.get("a")).text == "one")
    #expect(server.count == 2)
    await server.shutdown()
  }

  @Test func `the cache stores encoded content, and each hit decodes the content`() async throws {
    let text = String(repeating: "a", count: 5_000)
    let coded = try HTTP.GzipEncoder.encode(text.utf8.span)
    let count = Lock(0)
    var configuration = HTTPSession.Configuration()
    configuration.cache = try .inMemory()
    let session = HTTPSession.stub("http://memory.test/", configuration: configuration) { request in
      count.withLock { $0 += 1 }
      return HTTP.Response(
        200,
        headers: [
          "Cache-Control": "max-age=60", "Content-Encoding": "gzip", "Vary": "Accept-Encoding",
        ], body: coded)
    }
    for _ in 0..<2 {
      let response = try await session.send(.get("x"))
      #expect(response.text == text && response.headers["Content-Encoding"] == nil)
    }
    #expect(count.withLock { $0 } == 1)
    var raw = HTTP.Request.get("x")
    raw.headers["Accept-Encoding"] = "gzip"
    for _ in 0..<2 { #expect(try await session.send(raw).body == coded) }
    #expect(count.withLock { $0 } == 2)
    await session.shutdown()
  }

  @Test func `one request to the server serves all identical concurrent requests`() async throws {
    let gate = Gate()
    let server = try CacheServer { _, _ in
      var reply = Self.fresh
      reply.gate = gate
      return reply
    }
    let session = try server.session()
    try await withThrowingTaskGroup(of: HTTP.Response.self) { group in
      for _ in 0..<20 { group.addTask { try await session.send(.get("x")) } }
      while server.count < 1 || session.census?.waiting ?? 0 < 20 { await Pause.brief() }
      gate.open()
      var collapsed = 0
      for try await response in group {
        #expect(response.text == "one")
        if response.cacheStatus?.contains("collapsed") == true { collapsed += 1 }
      }
      #expect(collapsed == 19)
    }
    #expect(server.count == 1)
    await server.shutdown()
  }

  @Test func `if a response may not be stored, the requests waiting for it are sent`() async throws
  {
    let gate = Gate()
    let server = try CacheServer { _, count in
      CacheServer.Reply(
        fields: "Cache-Control: no-store\r\n", content: "\(count)", gate: count == 0 ? gate : nil)
    }
    let session = try server.session()
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<5 { group.addTask { try await session.send(.get("x")).text } }
      while server.count < 1 || session.census?.waiting ?? 0 < 5 { await Pause.brief() }
      gate.open()
      var texts: Set<String?> = []
      for try await text in group { texts.insert(text) }
      #expect(texts == ["0", "1", "2", "3", "4"])
    }
    await server.shutdown()
  }

  @Test func `after an unstorable response, identical requests are sent concurrently`() async throws
  {
    let gate = Gate()
    let server = try CacheServer { head, count in
      CacheServer.Reply(
        fields: "Cache-Control: \(head.contains("GET /x ") ? "no-store" : "max-age=1")\r\n",
        content: "\(count)", gate: count > 1 ? gate : nil)
    }
    let session = try server.session()
    for path in ["x", "y"] as [HTTP.Target] { try await session.send(.get(path)) }
    server.clock.advance(by: .seconds(2))
    func count(_ path: HTTP.Target, reaches count: Int) async throws -> Bool {
      try await withThrowingTaskGroup(of: Void.self, returning: Bool.self) { group in
        for _ in 0..<4 { group.addTask { try await session.send(.get(path)) } }
        let isReached = await Pause.until {
          server.count == count && session.census?.waiting ?? 0 >= 4
        }
        gate.open()
        try await group.waitForAll()
        return isReached
      }
    }
    // All of them are in transit while none has a response.
    #expect(try await count("x", reaches: 6))
    gate.close()
    #expect(try await count("y", reaches: 7))
    // After a while a request needs all of the content again.
    gate.close()
    server.clock.advance(by: .seconds(61))
    #expect(try await count("x", reaches: 8))
    await server.shutdown()
  }

  @Test func `after a stored response, identical requests wait for one another again`() async throws
  {
    let gate = Gate()
    let server = try CacheServer { _, count in
      CacheServer.Reply(
        fields: "Cache-Control: \(count == 0 ? "no-store" : "max-age=1")\r\n",
        content: "\(count)", gate: count > 1 ? gate : nil)
    }
    let session = try server.session()
    for _ in 1...2 { try await session.send(.get("x")) }
    server.clock.advance(by: .seconds(2))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await session.send(.get("x")) } }
      #expect(await Pause.until { session.census?.waiting ?? 0 >= 4 })
      gate.open()
      try await group.waitForAll()
    }
    #expect(server.count == 3)
    await server.shutdown()
  }

  @Test func `cancelling the first identical request sends the waiting requests`() async throws {
    let gate = Gate()
    let server = try CacheServer { _, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=60\r\n", content: "\(count)",
        gate: count == 0 ? gate : nil)
    }
    let session = try server.session()
    let first = Task { try await session.send(.get("x")) }
    while server.count < 1 { await Pause.brief() }
    let second = Task { try await session.send(.get("x")).text }
    while session.census?.waiting ?? 0 < 2 { await Pause.brief() }
    first.cancel()
    #expect(try await second.value == "1")
    gate.open()
    await server.shutdown()
  }

  @Test func `a request can be cancelled while it waits for an identical request`() async throws {
    let gate = Gate()
    let server = try CacheServer { _, _ in
      var reply = Self.fresh
      reply.gate = gate
      return reply
    }
    let session = try server.session()
    let first = Task { try await session.send(.get("x")).text }
    while server.count < 1 { await Pause.brief() }
    let second = Task { try await session.send(.get("x")) }
    while session.census?.waiting ?? 0 < 2 { await Pause.brief() }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.open()
    #expect(try await first.value == "one")
    await server.shutdown()
  }

  @Test func `requests that wait for a cache validation get the validated response`() async throws {
    let gate = Gate()
    let server = try CacheServer { _, count in
      let fields = "Cache-Control: max-age=60\r\nETag: \"1\"\r\n"
      return count == 0
        ? CacheServer.Reply(fields: fields, content: "one")
        : CacheServer.Reply(status: "304 Not Modified", fields: fields, gate: gate)
    }
    let session = try server.session()
    try await session.send(.get("x"))
    server.clock.advance(by: .seconds(61))
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<3 { group.addTask { try await session.send(.get("x")).text } }
      while server.count < 2 || session.census?.waiting ?? 0 < 3 { await Pause.brief() }
      gate.open()
      for try await text in group { #expect(text == "one") }
    }
    #expect(server.count == 2)
    await server.shutdown()
  }

  @Test func `requests are sent if the content of the identical request breaks off`() async throws {
    let server = try CacheServer { _, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=60\r\n", content: "\(count)", isTruncated: count == 0)
    }
    let session = try server.session()
    try await session.stream(.get("x")) { _, content in
      await #expect(throws: HTTPSessionError.self) {
        for try await _ in content {}
      }
      // The first call is still running, and its content is dropped.
      let next = Task { try await session.send(.get("x")).text }
      #expect(await Pause.until { server.count == 2 })
      server.clock.advance(by: .seconds(5))
      let text = try await next.value
      #expect(text == "1")
    }
    await server.shutdown()
  }

  @Test func `an onStoring closure that returns false prevents the storage of a response`()
    async throws
  {
    let server = try CacheServer { _, _ in Self.fresh }
    var cache = try HTTPSession.ResponseCache.inMemory()
    cache.onStoring = { request, head in
      #expect(head.status == 200)
      return request.path == "/kept"
    }
    let session = try server.session(cache)
    var status: [String?] = []
    for path in ["kept", "kept", "left", "left"] as [HTTP.Target] {
      status.append(try await session.send(.get(path)).cacheStatus)
    }
    #expect(server.count == 3)
    #expect(status[0] == "Apus; fwd=uri-miss; stored" && status[1] == "Apus; hit; ttl=60")
    #expect(status[2] == "Apus; fwd=uri-miss" && status[3] == status[2])
    await server.shutdown()
  }

  @Test func `the cache uses requests and responses as interceptors changed them`() async throws {
    let server = try CacheServer { head, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=60\r\nVary: X-Tenant\r\n", content: "\(count)")
    }
    let tenants = Lock(0)
    let session = try server.session {
      $0.interceptors.append { request, next in
        var request = request
        if request.request.path == "/varies" {
          let tenant = tenants.withLock { count in
            count += 1
            return count
          }
          request.headers["X-Tenant"] = HTTP.FieldValue("\(tenant)")
        }
        if request.request.path == "/made" {
          return HTTPSession.InterceptedAnswer(
            HTTP.Response(200, headers: ["Cache-Control": "max-age=60"], body: [0x6d]))
        }
        var answer = try await next(request)
        if request.request.path == "/status" { answer.status = 203 }
        answer.headers["X-Seen"] = "1"
        return answer
      }
    }
    // A field in `Vary` is compared in the form that the last interceptor returned.
    #expect(try await session.send(.get("varies")).text == "0")
    #expect(try await session.send(.get("varies")).text == "1")
    // A response that an interceptor made is not the server's.
    for _ in 0..<2 {
      let made = try await session.send(.get("made"))
      #expect(made.text == "m" && made.cacheStatus == nil)
    }
    let first = try await session.send(.get("x"))
    let second = try await session.send(.get("x"))
    // They see a response from the cache too, and their changes of one are not stored.
    #expect(first.headers["X-Seen"] == "1" && second.headers["X-Seen"] == "1")
    #expect(first.text == "2" && second.text == "2" && server.count == 3)
    for status in ["Apus; fwd=uri-miss; stored", "Apus; hit; ttl=60"] {
      let changed = try await session.send(.get("status"))
      #expect(changed.status == 203 && changed.text == "3" && changed.cacheStatus == status)
    }
    await server.shutdown()
  }

  @Test func `damaged cached content is requested again if the policy allows it`() async throws {
    let server = try CacheServer { _, count in
      CacheServer.Reply(fields: "Cache-Control: max-age=60\r\n", content: "\(count)")
    }
    let keying = try Caching.Keying(using: Environment.system.random)
    let session = try server.session(HTTPSession.ResponseCache(Brittle(), keying: keying))
    #expect(try await session.send(.get("x")).text == "0")
    #expect(try await session.send(.get("x")).text == "1")
    var byPolicy = HTTP.Request.get("x")
    byPolicy.options.cachePolicy = .storedOnly
    var byHand = HTTP.Request.get("x")
    byHand.headers[.cacheControl] = "only-if-cached"
    for request in [byPolicy, byHand] {
      let error = await #expect(throws: HTTPSessionError.self) { try await session.send(request) }
      #expect(error?.reason == .status(504))
    }
    #expect(server.count == 2)
    await server.shutdown()
  }

  @Test func `a cache on a disk serves stored responses to a later session`() async throws {
    let server = try CacheServer { _, count in
      CacheServer.Reply(fields: "Cache-Control: max-age=60\r\n", content: "\(count)")
    }
    let folder = try TemporaryFolder()
    func text() async throws -> String? {
      let cache = try await HTTPSession.ResponseCache.onDisk(folder: folder.path + "/cache")
      let session = try server.session(cache)
      defer { withExtendedLifetime(session) {} }
      return try await session.send(.get("x")).text
    }
    #expect(try await text() == "0")
    #expect(try await text() == "0")
    await server.shutdown()
  }

  @Test func `a cache store that does not respond is skipped for 30 seconds`() async throws {
    let server = try CacheServer { _, _ in Self.fresh }
    let store = Silence()
    let keying = try Caching.Keying(using: Environment.system.random)
    let session = try server.session(HTTPSession.ResponseCache(store, keying: keying))
    let first = Task { try await session.send(.get("x")).text }
    while store.asked.withLock({ $0 }) == 0 { await Pause.brief() }
    server.clock.advance(by: .seconds(2))
    #expect(try await first.value == "one")
    #expect(try await session.send(.get("x")).text == "one")
    #expect(store.asked.withLock { $0 } == 1 && server.count == 2)
    server.clock.advance(by: .seconds(31))
    let third = Task { try await session.send(.get("x")).text }
    while store.asked.withLock({ $0 }) == 1 { await Pause.brief() }
    server.clock.advance(by: .seconds(2))
    #expect(try await third.value == "one")
    store.gate.open()
    await server.shutdown()
  }

  /// A store that never responds, like a missing disk.
  private final class Silence: Caching.Store {
    let asked = Lock(0)
    let gate = Gate()

    func entries(of key: Caching.Key) async -> [Caching.Stored] {
      asked.withLock { $0 += 1 }
      await gate.pass()
      return []
    }

    func content(of stored: Caching.Stored) async -> (any Caching.ContentReader)? { nil }
    func write(_ entry: Caching.Entry, key: Caching.Key) async -> (any Caching.ContentWriter)? {
      nil
    }
    func update(_ stored: Caching.Stored, to entry: Caching.Entry) async -> Bool { false }
    func remove(_ stored: Caching.Stored) async -> Bool { true }
    func removeAll(of place: Caching.Place) async -> Bool { true }
    func removeAll() async -> Bool { true }
  }
  /// A store whose content can never be read, as a disk has it that rots.
  private final class Brittle: Caching.Store {
    let store = Caching.MemoryStore()

    func entries(of key: Caching.Key) async -> [Caching.Stored] { await store.entries(of: key) }
    func content(of stored: Caching.Stored) async -> (any Caching.ContentReader)? { Rot() }
    func write(_ entry: Caching.Entry, key: Caching.Key) async -> (any Caching.ContentWriter)? {
      await store.write(entry, key: key)
    }
    func update(_ stored: Caching.Stored, to entry: Caching.Entry) async -> Bool { false }
    func remove(_ stored: Caching.Stored) async -> Bool { true }
    func removeAll(of place: Caching.Place) async -> Bool { true }
    func removeAll() async -> Bool { true }

    struct Rot: Caching.ContentReader {
      func next() async throws(Caching.StoreError) -> [UInt8]? { throw .busy }
    }
  }
}
