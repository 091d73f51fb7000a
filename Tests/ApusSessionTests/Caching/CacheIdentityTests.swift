import ApusAuthentication
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Clients that share a cache: each gets only the responses to its own requests.
///
/// RFC 9111 sections 3.5 and 4.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CacheIdentityTests {
  private func cache(isShared: Bool) throws -> HTTPSession.ResponseCache {
    var cache = try HTTPSession.ResponseCache.inMemory()
    cache.rules.isShared = isShared
    return cache
  }

  private func directives(isShared: Bool) -> String {
    isShared ? "public, max-age=600" : "max-age=600"
  }

  @Test(arguments: ShownIdentity.allCases, [false, true])
  func `one session reuses a cached response only for the same user`(
    kind: ShownIdentity, isShared: Bool
  ) async throws {
    let server = try IdentifiedClient.server(kind, directives(isShared: isShared))
    let client = try await IdentifiedClient(
      "alice", kind, of: server, try cache(isShared: isShared))
    let first = try await client.ask()
    #expect(!first.isHit)
    let second = try await client.ask()
    #expect(second.isHit && second.text == first.text)
    // A signer has one name, so that another one is another session's.
    if kind != .signature {
      try await client.become("bob")
      let other = try await client.ask()
      #expect(!other.isHit && other.text != first.text)
      let again = try await client.ask()
      #expect(again.isHit && again.text == other.text)
      try await client.become("alice")
      let last = try await client.ask()
      #expect(last.isHit && last.text == first.text)
    }
    await server.shutdown()
  }

  @Test(arguments: ShownIdentity.allCases, [false, true])
  func `two sessions share a cached response only for the same user`(
    kind: ShownIdentity, isShared: Bool
  ) async throws {
    let server = try IdentifiedClient.server(kind, directives(isShared: isShared))
    let cache = try cache(isShared: isShared)
    let alice = try await IdentifiedClient("alice", kind, of: server, cache)
    let bob = try await IdentifiedClient("bob", kind, of: server, cache)
    let first = try await alice.ask()
    let other = try await bob.ask()
    #expect(!first.isHit && !other.isHit && other.text != first.text)
    let elsewhere = try await IdentifiedClient("alice", kind, of: server, cache)
    let second = try await elsewhere.ask()
    #expect(second.isHit && second.text == first.text)
    let again = try await bob.ask()
    #expect(again.isHit && again.text == other.text)
    await server.shutdown()
  }

  @Test(arguments: ShownIdentity.allCases)
  func `a shared cache stores a response to Authorization only if its fields permit it`(
    kind: ShownIdentity
  ) async throws {
    let server = try IdentifiedClient.server(kind, "max-age=600")
    let client = try await IdentifiedClient("alice", kind, of: server, try cache(isShared: true))
    let first = try await client.ask()
    let second = try await client.ask()
    #expect(!first.isHit && second.isHit == !kind.isAuthorization)
    await server.shutdown()
  }

  @Test func `a request whose user is unknown bypasses the cache`() async throws {
    let server = try CacheServer { _, count in
      CacheServer.Reply(fields: "Cache-Control: max-age=600\r\n", content: "\(count)")
    }
    let cache = try cache(isShared: false)
    let plain = try server.session(cache)
    #expect(try await plain.send(.get("x")).text == "0")
    let signing = try HTTPSession.Interceptor.signing(for: "http://memory.test/") { request in
      request.headers["X-Signature"] = "1"
    }
    let sessions = [
      try server.session(cache) { $0.interceptors = [signing] },
      try server.session(cache) { $0.callInterceptors = [signing] },
    ]
    var count = 1
    for session in sessions {
      for _ in 0..<2 {
        let response = try await session.send(.get("x"))
        #expect(response.text == "\(count)" && response.cacheStatus?.contains("hit") == false)
        #expect(server.heads[count].contains("X-Signature: 1\r\n"))
        count += 1
      }
      var request = HTTP.Request.get("x")
      request.options.cachePolicy = .storedOnly
      let error = await #expect(throws: HTTPSessionError.self) { try await session.send(request) }
      #expect(error?.reason == .status(504))
    }
    let credentials = [
      "Digest username=\"a\", nc=00000001", "NTLM abc", "AWS4-HMAC-SHA256 a", "OAuth a",
    ]
    for credential in credentials {
      var request = HTTP.Request.get("x")
      request.headers[.authorization] = HTTP.FieldValue(credential)
      for _ in 0..<2 {
        #expect(try await plain.send(request).text == "\(count)")
        count += 1
      }
    }
    #expect(try await plain.send(.get("x")).text == "0")
    await server.shutdown()
  }

  @Test func `identical requests of different users do not wait for one another`()
    async throws
  {
    let gate = Gate()
    let server = try CacheServer { _, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=600\r\n", content: "\(count)", gate: gate)
    }
    let session = try server.session {
      $0.interceptors.append { request, next in
        var request = request
        request.headers[.authorization] = request.headers["X-User"]
        return try await next(request)
      }
    }
    try await withThrowingTaskGroup(of: [String].self) { group in
      for name in ["alice", "bob", "alice", "bob"] {
        group.addTask {
          var request = HTTP.Request.get("x")
          request.headers["X-User"] = HTTP.FieldValue("Bearer \(name)")
          return [name, try await session.send(request).text]
        }
      }
      #expect(await Pause.until { server.count == 2 && session.census?.waiting ?? 0 >= 4 })
      gate.open()
      var texts: Set<[String]> = []
      for try await text in group { texts.insert(text) }
      #expect(server.count == 2 && texts.count == 2 && Set(texts.map { $0[1] }).count == 2)
    }
    await server.shutdown()
  }

  @Test func `the response to a GET with content is not stored for a GET without content`()
    async throws
  {
    let server = try CacheServer { _, count in
      CacheServer.Reply(fields: "Cache-Control: max-age=600\r\n", content: "\(count)")
    }
    let session = try server.session()
    for policy in [HTTP.RequestOptions.CachePolicy.standard, .reload] {
      var request = HTTP.Request.get("x")
      request.body = .text("content")
      request.options.cachePolicy = policy
      let response = try await session.send(request)
      #expect(response.cacheStatus?.contains("stored") == false)
    }
    #expect(try await session.send(.get("x")).text == "2")
    await server.shutdown()
  }

  @Test func `a background validation has the credentials of the cache lookup`()
    async throws
  {
    let server = try CacheServer { _, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=1, stale-while-revalidate=600\r\n", content: "\(count)")
    }
    let user = Lock("alice")
    let session = try server.session {
      $0.interceptors.append { request, next in
        var request = request
        request.headers[.authorization] = HTTP.FieldValue("Bearer \(user.withLock(\.self))")
        let answer = try await next(request)
        // The user changes as soon as the stale response is returned.
        user.withLock { $0 = "bob" }
        return answer
      }
    }
    #expect(try await session.send(.get("x")).text == "0")
    server.clock.advance(by: .seconds(30))
    user.withLock { $0 = "alice" }
    #expect(try await session.send(.get("x")).text == "0")
    #expect(await Pause.until { server.count == 2 && session.nursery.count == 0 })
    #expect(server.heads[1].contains("Authorization: Bearer alice\r\n"))
    // It is stored for her alone.
    #expect(try await session.send(.get("x")).text == "2")
    user.withLock { $0 = "alice" }
    #expect(try await session.send(.get("x")).text == "1")
    await server.shutdown()
  }

  @Test func `a Set-Cookie field of a stored response is returned only to the first caller`()
    async throws
  {
    let server = try CacheServer { head, _ in
      CacheServer.Reply(
        status: head.contains("If-None-Match") ? "304 Not Modified" : "200 OK",
        fields: "Cache-Control: max-age=60\r\nETag: \"1\"\r\nSet-Cookie: sid=of-the-first\r\n",
        content: "one")
    }
    let cache = try cache(isShared: false)
    let (one, other) = (try server.session(cache), try server.session(cache))
    let first = try await one.send(.get("x"))
    #expect(first.headers["Set-Cookie"] == "sid=of-the-first")
    let second = try await other.send(.get("x"))
    #expect(second.text == "one" && second.headers["Set-Cookie"] == nil)
    // The response to a validation is this caller's own.
    server.clock.advance(by: .seconds(61))
    let third = try await other.send(.get("x"))
    #expect(third.text == "one" && third.headers["Set-Cookie"] == "sid=of-the-first")
    #expect(server.count == 2)
    await server.shutdown()
  }

  @Test func `a stored response that an interceptor reuses sets no cookies`()
    async throws
  {
    let server = try CacheServer { _, _ in
      CacheServer.Reply(fields: "Cache-Control: max-age=60\r\n", content: "one")
    }
    let cookies = HTTPSession.CookieStorage()
    let session = try server.session {
      $0.cookies = cookies
      $0.interceptors.append { request, next in
        var response = try await next(request).response()
        response.headers["Set-Cookie"] = "a=b"
        return .init(response)
      }
    }
    try await session.send(.get("x"))
    #expect(cookies.cookies.count == 1)
    cookies.removeAll()
    // The cookie was another one's, or none.
    var request = HTTP.Request.get("x")
    request.options.handlesCookies = false
    #expect(try await session.send(request).cacheStatus?.contains("hit") == true)
    #expect(try await session.send(.get("x")).cacheStatus?.contains("hit") == true)
    #expect(cookies.cookies.isEmpty && server.count == 1)
    await server.shutdown()
  }
}
