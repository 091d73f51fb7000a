import ApusAuthentication
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Interceptors, signers and replies to challenges, around a cache.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct SignedCacheTests {
  @Test func `a signer receives If-None-Match and runs only for requests that are sent`()
    async throws
  {
    let server = try CacheServer { head, _ in
      CacheServer.Reply(
        status: head.contains("If-None-Match") ? "304 Not Modified" : "200 OK",
        fields: "Cache-Control: max-age=60\r\nETag: \"1\"\r\n", content: "one")
    }
    let signed = Lock<[Bool]>([])
    let passed = Lock(0)
    let signing = try HTTPSession.Interceptor.signing(for: "http://memory.test/", as: "key") {
      request in
      signed.withLock { $0.append(request.headers.contains(.ifNoneMatch)) }
      request.headers["X-Signature"] = "1"
    }
    let session = try server.session {
      $0.interceptors = [signing]
      $0.interceptors.append { request, next in
        passed.withLock { $0 += 1 }
        #expect(request.headers["X-Signature"] == nil)
        return try await next(request)
      }
    }
    for _ in 0..<2 { #expect(try await session.send(.get("x")).text == "one") }
    server.clock.advance(by: .seconds(61))
    #expect(try await session.send(.get("x")).text == "one")
    #expect(signed.withLock(\.self) == [false, true] && passed.withLock(\.self) == 3)
    #expect(server.heads.allSatisfy { $0.contains("X-Signature: 1\r\n") } && server.count == 2)
    await server.shutdown()
  }

  @Test func `an error of a signer fails the call, and the request is not sent`() async throws {
    struct Broken: Error {}
    let server = try CacheServer { _, _ in CacheServer.Reply() }
    let signing = try HTTPSession.Interceptor.signing(for: "http://memory.test/", as: "key") { _ in
      throw Broken()
    }
    let session = try server.session { $0.interceptors = [signing] }
    let error = await #expect(throws: HTTPSessionError.self) { try await session.send(.get("x")) }
    #expect(error?.reason == .interceptor && error?.underlying is Broken && server.count == 0)
    await server.shutdown()
  }

  @Test func `Vary: Authorization matches Digest requests with different nonce counts`()
    async throws
  {
    let server = try CacheServer { head, count in
      guard head.contains("Authorization: Digest ") else {
        return CacheServer.Reply(
          status: "401 Who",
          fields: "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n")
      }
      return CacheServer.Reply(
        fields: "Cache-Control: max-age=60\r\nETag: \"1\"\r\nVary: Authorization\r\n",
        content: "\(count)")
    }
    let credentials = HTTPSession.Credentials()
    try credentials.set(
      .password(Authentication.Secret("pw"), user: "u"), for: "http://memory.test/")
    let user = try server.session { $0.authentication.credentials = credentials }
    for _ in 0..<3 { #expect(try await user.send(.get("x")).text == "1") }
    #expect(server.count == 2)
    await server.shutdown()
  }

  @Test func `a 304 response confirms a credential, which is then sent in advance`()
    async throws
  {
    let server = try CacheServer { head, count in
      guard head.contains("Authorization: Basic ") else {
        return CacheServer.Reply(
          status: "401 Who", fields: "WWW-Authenticate: Basic realm=\"r\"\r\n")
      }
      return CacheServer.Reply(
        status: head.contains("If-None-Match") ? "304 Not Modified" : "200 OK",
        fields: "Cache-Control: no-cache\r\nETag: \"1\"\r\n", content: "one")
    }
    let cache = try HTTPSession.ResponseCache.inMemory()
    func session() throws -> HTTPSession {
      let credentials = HTTPSession.Credentials()
      try credentials.set(
        .password(Authentication.Secret("pw"), user: "u"), for: "http://memory.test/")
      return try server.session(cache) {
        $0.authentication.credentials = credentials
        $0.authentication.allowsSecretsInClear = true
      }
    }
    #expect(try await session().send(.get("x")).text == "one")
    let other = try session()
    for _ in 0..<2 { #expect(try await other.send(.get("x")).text == "one") }
    // The second session sent one request.
    #expect(server.count == 5)
    await server.shutdown()
  }

  @Test func `redirects from the cache do not count as replies to challenges`() async throws {
    // Each nonce opens the end once.
    let nonce = Lock(0)
    let server = try CacheServer { head, count in
      let isEnd = head.hasPrefix("GET /end ")
      let isOpen = nonce.withLock { nonce in
        guard head.contains("Authorization: Digest ") else { return false }
        guard isEnd else { return true }
        guard head.contains("nonce=\"n\(nonce)\"") else { return false }
        nonce += 1
        return true
      }
      guard isOpen else {
        let challenge = "Digest realm=\"r\", nonce=\"n\(nonce.withLock(\.self))\", qop=\"auth\""
        let end = isEnd ? ", stale=true" : ""
        return CacheServer.Reply(
          status: "401 Who", fields: "WWW-Authenticate: \(challenge)\(end)\r\n")
      }
      for (place, next) in [("a", "b"), ("b", "c"), ("c", "end")]
      where head.hasPrefix("GET /\(place) ") {
        return CacheServer.Reply(
          status: "301 Moved", fields: "Cache-Control: max-age=600\r\nLocation: /\(next)\r\n")
      }
      return CacheServer.Reply(fields: "Cache-Control: no-store\r\n", content: "end")
    }
    let credentials = HTTPSession.Credentials()
    try credentials.set(
      .password(Authentication.Secret("pw"), user: "u"), for: "http://memory.test/")
    let session = try server.session { $0.authentication.credentials = credentials }
    #expect(try await session.send(.get("a")).text == "end")
    let count = server.count
    #expect(try await session.send(.get("a")).text == "end")
    // The target is requested with the used nonce, and then with the next one.
    #expect(server.count == count + 2)
    await server.shutdown()
  }

  @Test func `a cache hit counts no attempt, and its validation sends no traceparent`()
    async throws
  {
    let server = try CacheServer { _, count in
      CacheServer.Reply(
        fields: "Cache-Control: max-age=60, stale-while-revalidate=600\r\n", content: "\(count)")
    }
    let notes = EventNotes()
    let session = try server.session {
      $0.sendsTraceContext = true
      $0.monitors.append(notes)
    }
    for _ in 0..<2 { #expect(try await session.send(.get("x")).text == "0") }
    server.clock.advance(by: .seconds(61))
    #expect(try await session.send(.get("x")).text == "0")
    #expect(await Pause.until { server.count == 2 && session.nursery.count == 0 })
    #expect(notes.timelines.map(\.attempts.count) == [1, 0, 0])
    #expect(server.heads.map { $0.contains("traceparent") } == [true, false])
    await server.shutdown()
  }
}
