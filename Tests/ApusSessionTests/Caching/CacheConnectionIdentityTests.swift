import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Clients that share a cache and are distinguished by their connections.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CacheConnectionIdentityTests {
  private func cache(isShared: Bool) throws -> HTTPSession.ResponseCache {
    var cache = try HTTPSession.ResponseCache.inMemory()
    cache.rules.isShared = isShared
    return cache
  }

  /// Returns a server that requests a certificate, and numbers its responses.
  private func server(_ authority: TestAuthority, isShared: Bool) async throws -> TestServer {
    var security = try TestServer.Security(authority)
    security.configuration.clientCertificates = .optional
    let directives: HTTP.FieldValue = isShared ? "public, max-age=600" : "max-age=600"
    let count = Lock(0)
    return try await TestServer(tls: security) { request in
      let name = request.tls?.clientChain?.leaf.subject.commonName?.string ?? "nobody"
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .response(
        HTTP.Response(
          200, headers: [.cacheControl: directives], body: Array("\(name) \(number)".utf8)))
    }
  }

  private func session(
    _ server: TestServer, _ cache: HTTPSession.ResponseCache,
    _ identity: HTTPSession.ClientIdentity?
  ) throws -> HTTPSession {
    try HTTPSession(server.url) {
      $0.cache = cache
      $0.timeouts.tls = .seconds(60)
      if let root = server.root { $0.tls.roots = .only([root]) }
      $0.tls.identity = identity
    }
  }

  @Test(arguments: [false, true])
  func `two sessions share a cached response only with the same client certificate`(
    isShared: Bool
  ) async throws {
    let authority = try TestAuthority()
    let server = try await server(authority, isShared: isShared)
    let cache = try cache(isShared: isShared)
    let (alice, bob) = (try authority.client("alice"), try authority.client("bob"))
    var texts: [String] = []
    for identity in [alice, bob, alice, bob] {
      let session = try session(server, cache, .fixed(identity))
      texts.append(try await session.send(.get("x")).text)
      await session.shutdown()
    }
    let nobody = try session(server, cache, nil)
    texts.append(try await nobody.send(.get("x")).text)
    #expect(texts == ["alice 1", "bob 2", "alice 1", "bob 2", "nobody 3"])
    await nobody.shutdown()
    await server.shutdown()
  }

  @Test(arguments: [false, true])
  func `one session reuses a cached response only with the same client certificate`(
    isShared: Bool
  ) async throws {
    let authority = try TestAuthority(keys: .ed25519)
    let server = try await server(authority, isShared: isShared)
    let folder = try TemporaryFolder()
    let users = [
      "alice": try ClientFiles("alice", of: authority),
      "bob": try ClientFiles("bob", of: authority),
    ]
    func become(_ name: String) throws {
      try folder.replace("tls.crt", with: users[name]?.chain ?? [])
      try folder.replace("tls.key", with: users[name]?.key ?? [])
    }
    _ = try folder.write(users["alice"]?.chain ?? [], to: "tls.crt")
    _ = try folder.write(users["alice"]?.key ?? [], to: "tls.key")
    let session = try session(
      server, try cache(isShared: isShared),
      .pem(chain: folder.path + "/tls.crt", key: folder.path + "/tls.key"))
    for _ in 0..<2 { #expect(try await session.send(.get("x")).text == "alice 1") }
    for (name, text) in [("bob", "bob 2"), ("alice", "alice 1")] {
      try become(name)
      // Files are looked at once a second; until then the session is the other user's.
      var seen = ""
      while !seen.hasPrefix(name) {
        seen = try await session.send(.get("x")).text
        await Pause.brief()
      }
      #expect(seen == text)
      #expect(try await session.send(.get("x")).text == text)
    }
    #expect(server.requestCount == 2)
    await session.shutdown()
    await server.shutdown()
  }

  /// Returns a proxy that requires a credential, and responds for every server.
  private func proxy(isShared: Bool) throws -> TestProxy {
    let directives = isShared ? "public, max-age=600" : "max-age=600"
    return try TestProxy(
      .http { head, number in
        guard head.contains("Proxy-Authorization: ") else {
          return .bytes(
            "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\n\r\n"
          )
        }
        let text = "\(number)"
        return .bytes(
          "HTTP/1.1 200 OK\r\nCache-Control: \(directives)\r\nContent-Length: \(text.count)\r\n\r\n"
            + text)
      })
  }

  private func known(_ proxy: TestProxy, _ name: String) throws -> HTTPSession.Proxy {
    try .http(proxy.address, .password(Authentication.Secret("of \(name)"), user: name))
  }

  @Test(arguments: [false, true])
  func `two sessions share a cached response only with the same user of the proxy`(
    isShared: Bool
  ) async throws {
    let proxy = try proxy(isShared: isShared)
    let cache = try cache(isShared: isShared)
    var answers: [(text: String, isHit: Bool)] = []
    for name in ["alice", "bob", "alice", "bob"] {
      let known = try known(proxy, name)
      let session = try HTTPSession("http://origin.example/") {
        $0.cache = cache
        $0.proxies = .list([known])
      }
      let response = try await session.send(.get("x"))
      answers.append((response.text, response.cacheStatus?.contains("; hit") == true))
      await session.shutdown()
    }
    #expect(answers.map(\.isHit) == [false, false, true, true])
    #expect(answers[0].text != answers[1].text)
    #expect(answers[2].text == answers[0].text && answers[3].text == answers[1].text)
    await proxy.shutdown()
  }

  @Test(arguments: [false, true])
  func `one session reuses a cached response only with the same user of the proxy`(
    isShared: Bool
  ) async throws {
    let proxy = try proxy(isShared: isShared)
    let (alice, bob) = (try known(proxy, "alice"), try known(proxy, "bob"))
    let session = try HTTPSession("http://origin.example/") {
      $0.cache = try cache(isShared: isShared)
      $0.proxies = .chosen { $0.headers["X-User"] == "alice" ? [alice] : [bob] }
    }
    var answers: [(text: String, isHit: Bool)] = []
    for name in ["alice", "bob", "alice", "bob"] {
      var request = HTTP.Request.get("x")
      request.headers["X-User"] = HTTP.FieldValue(name)
      let response = try await session.send(request)
      answers.append((response.text, response.cacheStatus?.contains("; hit") == true))
    }
    #expect(answers.map(\.isHit) == [false, false, true, true])
    #expect(answers[0].text != answers[1].text)
    #expect(answers[2].text == answers[0].text && answers[3].text == answers[1].text)
    await session.shutdown()
    await proxy.shutdown()
  }

  @Test func `a response through another proxy than the cache lookup's is not stored`()
    async throws
  {
    let reserved = try ReservedPort()
    let proxy = try proxy(isShared: false)
    let (dead, alice) = (
      try HTTPSession.Proxy.http("127.0.0.1:\(reserved.number)"), try known(proxy, "alice")
    )
    let session = try HTTPSession("http://origin.example/") {
      $0.cache = try cache(isShared: false)
      $0.proxies = .list([dead, alice])
    }
    let first = try await session.send(.get("x"))
    #expect(first.cacheStatus?.contains("stored") == false)
    // The proxy that is tried first now is the reachable one.
    let second = try await session.send(.get("x"))
    #expect(second.cacheStatus?.contains("stored") == true && second.text != first.text)
    #expect(try await session.send(.get("x")).text == second.text)
    await session.shutdown()
    await proxy.shutdown()
  }

  @Test func `a proxy that only forwards TLS does not change the cache key`()
    async throws
  {
    let authority = try TestAuthority()
    let server = try await server(authority, isShared: false)
    let proxy = try TestProxy(.http { _, _ in .tunnel() })
    let cache = try cache(isShared: false)
    let known = try known(proxy, "alice")
    let tunnelled = try HTTPSession(server.url) {
      $0.cache = cache
      $0.timeouts.tls = .seconds(60)
      if let root = server.root { $0.tls.roots = .only([root]) }
      $0.proxies = .list([known])
    }
    #expect(try await tunnelled.send(.get("x")).text == "nobody 1")
    let direct = try session(server, cache, nil)
    #expect(try await direct.send(.get("x")).text == "nobody 1")
    #expect(proxy.connectionCount == 1 && server.requestCount == 1)
    await tunnelled.shutdown()
    await direct.shutdown()
    await proxy.shutdown()
    await server.shutdown()
  }
}
