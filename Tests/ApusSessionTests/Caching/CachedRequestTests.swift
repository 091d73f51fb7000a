import ApusCaching
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Requests that are served from the cache or sent to the server.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CachedRequestTests {
  private static let fresh = CacheServer.Reply(
    fields: "Cache-Control: max-age=60\r\nETag: \"1\"\r\n", content: "one")

  @Test func `a fresh cached response is served without a request to the server`() async throws {
    let server = try CacheServer { _, _ in Self.fresh }
    let session = try server.session()
    let first = try await session.send(.get("x"))
    server.clock.advance(by: .seconds(59))
    let second = try await session.send(.get("x"))
    #expect(server.count == 1)
    #expect(first.text == "one" && second.text == "one")
    #expect(first.cacheStatus == "Apus; fwd=uri-miss; stored")
    #expect(second.cacheStatus == "Apus; hit; ttl=1")
    #expect(second.headers["Age"] == "59")
    await server.shutdown()
  }

  @Test func `a stale cached response is served again after the server has validated it`()
    async throws
  {
    let server = try CacheServer { head, _ in
      guard head.contains("If-None-Match: \"1\"") else { return Self.fresh }
      return CacheServer.Reply(
        status: "304 Not Modified",
        fields: "ETag: \"1\"\r\nCache-Control: max-age=60\r\nSet-Cookie: a=b\r\n")
    }
    let cookies = HTTPSession.CookieStorage()
    let session = try server.session { $0.cookies = cookies }
    try await session.send(.get("x"))
    server.clock.advance(by: .seconds(61))
    let second = try await session.send(.get("x"))
    #expect(second.status == 200 && second.text == "one")
    #expect(second.cacheStatus == "Apus; fwd=stale; fwd-status=304; ttl=60; stored")
    #expect(server.count == 2)
    // The cookie is new; the next response, which is stored, has none.
    #expect(cookies.cookies.map(\.name) == ["a"])
    cookies.removeAll()
    try await session.send(.get("x"))
    #expect(server.count == 2 && cookies.cookies.isEmpty)
    await server.shutdown()
  }

  @Test func `a session without a cache sends each request to its server`() async throws {
    let server = try CacheServer { _, _ in Self.fresh }
    let session = try server.session { $0.cache = nil }
    for _ in 0..<2 {
      #expect(try await session.send(.get("x")).cacheStatus == nil)
    }
    #expect(server.count == 2)
    await server.shutdown()
  }

  @Test(arguments: HTTP.RequestOptions.CachePolicy.allCases)
  func `a request's own cache policy replaces the session's cache policy`(
    policy: HTTP.RequestOptions.CachePolicy
  ) async throws {
    let server = try CacheServer { head, count in
      if head.contains("If-None-Match") {
        return CacheServer.Reply(status: "304 Not Modified", fields: "ETag: \"1\"\r\n")
      }
      var reply = Self.fresh
      reply.content = "\(count)"
      return reply
    }
    let session = try server.session { $0.acceptedStatuses = .any }
    func send(_ path: HTTP.Target) async throws -> String? {
      var request = HTTP.Request.get(path)
      request.options.cachePolicy = policy
      let response = try await session.send(request)
      return response.status == 504 ? "504" : response.text
    }
    let empty = try await send("empty")
    try await session.send(.get("x"))
    let before = server.count
    let whileFresh = try await send("x")
    server.clock.advance(by: .seconds(100))
    let onceStale = try await send("x")
    let asked = server.count - before
    switch policy {
    case .standard:
      #expect([empty, whileFresh, onceStale] == ["0", "1", "1"] && asked == 1)
    case .revalidate:
      #expect([empty, whileFresh, onceStale] == ["0", "1", "1"] && asked == 2)
    case .reload, .none:
      #expect([empty, whileFresh, onceStale] == ["0", "2", "3"] && asked == 2)
    case .storedElseLoad:
      #expect([empty, whileFresh, onceStale] == ["0", "1", "1"] && asked == 0)
    case .storedOnly:
      #expect([empty, whileFresh, onceStale] == ["504", "0", "0"] && asked == 0)
    }
    let again = try await session.send(.get("empty"))
    // The response to a request with `reload` is served to the next one; `none` stores nothing.
    #expect(policy != .none || again.cacheStatus?.contains("fwd=uri-miss") == true)
    await server.shutdown()
  }

  @Test func `the cache policy of a request serializer applies to all its requests`() async throws {
    let server = try CacheServer { _, _ in Self.fresh }
    let session = try server.session {
      $0.requestSerializer.http.options.cachePolicy = .reload
    }
    for _ in 0..<3 { _ = try await session.get("x", query: ["a": 1]) }
    #expect(server.count == 3)
    await server.shutdown()
  }

  @Test func `a user does not get the cached response to another user's request`() async throws {
    let server = try CacheServer { head, count in
      CacheServer.Reply(fields: "Cache-Control: max-age=60\r\n", content: "\(count)")
    }
    let cookies = HTTPSession.CookieStorage()
    let session = try server.session { $0.cookies = cookies }
    func text(_ authorization: String?) async throws -> String {
      var request = HTTP.Request.get("x")
      if let authorization { request.headers["Authorization"] = HTTP.FieldValue(authorization) }
      return try await session.send(request).text
    }
    #expect(try await text("Bearer a") == "0")
    #expect(try await text("Bearer b") == "1")
    #expect(try await text(nil) == "2")
    #expect(try await text("Bearer a") == "0")
    try cookies.set("id", "1", for: "http://memory.test/")
    #expect(try await text(nil) == "3")
    #expect(try await text("Bearer a") == "4")
    #expect(try await text(nil) == "3")
    await server.shutdown()
  }

  @Test func `a redirect and its target are stored as two cache entries`() async throws {
    let server = try CacheServer { head, _ in
      guard head.contains("GET /a ") else { return Self.fresh }
      return CacheServer.Reply(
        status: "301 Moved", fields: "Cache-Control: max-age=10\r\nLocation: /b\r\n",
        content: "moved")
    }
    let session = try server.session()
    for _ in 0..<2 {
      let response = try await session.send(.get("a"))
      #expect(response.text == "one" && response.redirects.count == 1)
    }
    #expect(server.count == 2)
    server.clock.advance(by: .seconds(30))
    try await session.send(.get("a"))
    #expect(server.heads.map { $0.prefix(6) } == ["GET /a", "GET /b", "GET /a"])
    await server.shutdown()
  }

  @Test(arguments: ["post", "delete"])
  func `a POST or DELETE request removes the stored response for its URL`(method: String)
    async throws
  {
    let server = try CacheServer { _, _ in Self.fresh }
    let session = try server.session()
    try await session.send(.get("x"))
    try await session.send(.get("other"))
    try await session.send(method == "post" ? .post("x", .text("1")) : .delete("x"))
    try await session.send(.get("other"))
    #expect(server.count == 3)
    try await session.send(.get("x"))
    #expect(server.count == 4)
    await server.shutdown()
  }

  @Test func `a request with the caller's own If-None-Match field reaches the server`() async throws
  {
    let server = try CacheServer { head, _ in
      if head.contains("If-None-Match") { return CacheServer.Reply(status: "304 Not Modified") }
      return Self.fresh
    }
    let session = try server.session { $0.acceptedStatuses = .any }
    try await session.send(.get("x"))
    var request = HTTP.Request.get("x")
    request.headers["If-None-Match"] = "\"1\""
    #expect(try await session.send(request).status == 304)
    #expect(server.count == 2)
    await server.shutdown()
  }

  @Test func `a stale response with stale-if-error is served when its server fails`() async throws {
    let server = try CacheServer { _, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=1, stale-if-error=60\r\n", content: "kept",
        isCut: count > 0)
    }
    let session = try server.session()
    try await session.send(.get("x"))
    server.clock.advance(by: .seconds(30))
    let response = try await session.send(.get("x"))
    #expect(response.text == "kept")
    #expect(response.cacheStatus?.contains("stale-if-error") == true)
    server.clock.advance(by: .seconds(60))
    await #expect(throws: HTTPSessionError.self) { try await session.send(.get("x")) }
    await server.shutdown()
  }

  @Test func `a stale response is served at once and validated by one background request`()
    async throws
  {
    let gate = Gate()
    let server = try CacheServer { _, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=1, stale-while-revalidate=60\r\n", content: "\(count)",
        gate: count > 0 ? gate : nil)
    }
    let session = try server.session()
    try await session.send(.get("x"))
    server.clock.advance(by: .seconds(30))
    for _ in 0..<3 { #expect(try await session.send(.get("x")).text == "0") }
    while server.count < 2 { await Pause.brief() }
    gate.open()
    while session.nursery.count > 0 { await Pause.brief() }
    #expect(try await session.send(.get("x")).text == "1")
    #expect(server.count == 2)
    await server.shutdown()
  }
}
