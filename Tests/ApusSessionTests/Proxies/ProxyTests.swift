import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

extension SessionFixture {
  /// Runs a test with a proxy before a server, which the session cannot reach directly.
  static func behind(
    _ kind: TestProxy.Kind, as protocolOfProxy: HTTPSession.Proxy.Kind = .http,
    _ credential: Authentication.Credential? = nil, tls security: TestServer.Security? = nil,
    _ handler: @escaping TestServer.Handler = TestRoutes.answer,
    configure: (inout HTTPSession.Configuration) -> Void = { _ in },
    _ body: (SessionFixture, TestProxy) async throws -> Void
  ) async throws {
    let proxy = try TestProxy(kind)
    let known: HTTPSession.Proxy =
      switch protocolOfProxy {
      case .http: try .http(proxy.address, credential)
      case .https: try .https(proxy.address, credential)
      case .socks5: try .socks5(proxy.address, credential)
      }
    do {
      try await with(tls: security, handler) {
        $0.proxies = .list([known])
        configure(&$0)
      } _: {
        try await body($0, proxy)
      }
    } catch {
      await proxy.shutdown()
      throw error
    }
    await proxy.shutdown()
  }

  /// Returns the failure of the proxy; nil if there was none.
  func proxyFault(of request: HTTP.Request) async -> HTTPSessionError.ProxyFault.Cause? {
    let error = await failure(of: request)
    #expect(error?.response == nil)
    guard case .proxy(let fault) = error?.reason else { return nil }
    return fault.cause
  }
}

extension Authentication.Credential {
  /// A user of the proxies in the tests.
  static let ofProxy = password(Authentication.Secret("open sesame"), user: "svc")
}

/// Requests through proxies of HTTP: RFC 9112 section 3.2.2 and RFC 9110 section 9.3.6.
@Suite(.ownThread) struct ProxyTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
  private static let basic = "Proxy-Authorization: Basic c3ZjOm9wZW4gc2VzYW1l\r\n"

  private static func asks(_ challenge: String = "Basic realm=\"p\"", closes: Bool = false)
    -> String
  {
    "HTTP/1.1 407 Who\r\nProxy-Authenticate: \(challenge)\r\nSet-Cookie: proxy=1\r\n"
      + (closes ? "Connection: close\r\n" : "") + "Content-Length: 3\r\n\r\nno!"
  }

  /// Answers once a credential is shown.
  private static func guarded(_ answer: TestProxy.Answer, closes: Bool = false) -> TestProxy.Kind {
    .http { head, _ in
      if head.contains(basic) { return answer }
      return closes ? .last(asks(closes: true)) : .bytes(asks())
    }
  }

  @Test func `plain HTTP requests through a proxy send the whole URL and reuse connections`()
    async throws
  {
    try await SessionFixture.behind(.http { _, _ in .bytes(Self.ok) }) { fixture, proxy in
      let response = try await fixture.session.send(.get("a/b?c=d"))
      #expect(response.text == "hi" && response.tls == nil)
      try await fixture.session.send(.get("http://other.example/"))
      let host = "127.0.0.1:\(fixture.server.port)"
      #expect(proxy.heads[0].hasPrefix("GET http://\(host)/a/b?c=d HTTP/1.1\r\nHost: \(host)\r\n"))
      #expect(proxy.heads[1].hasPrefix("GET http://other.example/ HTTP/1.1\r\nHost: other.example"))
      #expect(proxy.connectionCount == 1 && fixture.server.connectionCount == 0)
    }
  }

  @Test func `a CONNECT request contains no header fields or cookies for the server`() async throws
  {
    let cookies = HTTPSession.CookieStorage()
    try await SessionFixture.behind(
      .http { _, _ in .tunnel() }, tls: try .local(), TestRoutes.answer
    ) {
      $0.headers["X-Secret"] = "s"
      $0.cookies = cookies
    } _: { fixture, proxy in
      for _ in 0..<2 {
        var request = HTTP.Request.get("bytes/10")
        request.headers[.authorization] = "Bearer t"
        request.headers[.proxyAuthorization] = "Basic Zm9yIGFub3RoZXI="
        let response = try await fixture.session.send(request)
        #expect(response.body == TestRoutes.bytes(10))
        #expect(response.tls?.origin.scheme == .https)
      }
      let place = "localhost:\(fixture.server.port)"
      #expect(proxy.heads == ["CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\r\n"])
      #expect(fixture.server.requestCount == 2 && fixture.server.connectionCount == 1)
      #expect(cookies.cookies.isEmpty)
    }
  }

  @Test func `requests for a protocol upgrade use a tunnel through the proxy`() async throws {
    try await SessionFixture.behind(.http { _, _ in .tunnel() }) { fixture, proxy in
      var request = HTTP.Request.get("bytes/10")
      request.headers[.upgrade] = "other"
      let content = try await fixture.session.send(request).body
      #expect(content == TestRoutes.bytes(10))
      #expect(proxy.heads.map { $0.hasPrefix("CONNECT 127.0.0.1:") } == [true])
    }
  }

  @Test func `a server does not receive a credential for the proxy`() async throws {
    let seen = Lock<[HTTP.Fields]>([])
    try await SessionFixture.behind(Self.guarded(.tunnel()), .ofProxy, tls: try .local()) {
      request in
      seen.withLock { $0.append(request.head.fields) }
      return .response(HTTP.Response(407, headers: ["Proxy-Authenticate": "Basic realm=\"p\""]))
    } _: { fixture, proxy in
      var request = HTTP.Request.get("")
      request.headers[.proxyAuthorization] = "Basic Zm9yIGFub3RoZXI="
      #expect(await fixture.failure(of: request)?.reason == .status(407))
      #expect(proxy.heads.map { $0.contains("Proxy-Authorization") } == [false, true])
      #expect(seen.withLock(\.self).map { $0.contains(.proxyAuthorization) } == [false])
    }
  }

  @Test func `a credential that the proxy accepted is sent with later requests`() async throws {
    try await SessionFixture.behind(Self.guarded(.bytes(Self.ok)), .ofProxy) { fixture, proxy in
      for _ in 0..<2 {
        var request = HTTP.Request.get("")
        request.headers[.proxyAuthorization] = "Basic Zm9yIGFub3RoZXI="
        let text = try await fixture.session.send(request).text
        #expect(text == "hi")
      }
      #expect(proxy.heads.map { $0.contains(Self.basic) } == [false, true, true])
      #expect(proxy.heads.allSatisfy { !$0.contains("Zm9yIGFub3RoZXI=") })
    }
  }

  @Test(arguments: [false, true])
  func `if a proxy closes after its challenge, the reply uses a new connection`(
    isSecure: Bool
  ) async throws {
    try await SessionFixture.behind(
      Self.guarded(isSecure ? .tunnel() : .bytes(Self.ok), closes: true), .ofProxy,
      tls: isSecure ? try .local() : nil
    ) { fixture, proxy in
      try await fixture.session.send(.get("bytes/1"))
      #expect(proxy.heads.map { $0.contains(Self.basic) } == [false, true])
      #expect(proxy.connectionCount == 2)
    }
  }

  @Test func `a repeated Digest reply to a proxy has a new nonce count`()
    async throws
  {
    let kind = TestProxy.Kind.http { head, number in
      guard head.contains("Proxy-Authorization: Digest") else {
        return .bytes(Self.asks("Digest realm=\"p\", nonce=\"n\", qop=\"auth\""))
      }
      // The proxy ends its connection during a response, and then before one.
      return [2, 4].contains(number) ? .last("") : .bytes(Self.ok)
    }
    try await SessionFixture.behind(kind, .ofProxy) { fixture, proxy in
      for _ in 0..<2 {
        let text = try await fixture.session.send(.get("")).text
        #expect(text == "hi")
      }
      let counts = proxy.heads.map { head in
        head.split(separator: "nc=").dropFirst().first.map { String($0.prefix(8)) } ?? "none"
      }
      #expect(counts == ["none", "00000001", "00000002", "00000003", "00000004"])
    }
  }

  @Test(arguments: [false, true])
  func `a proxy that repeats its challenge gets at most two replies`(isSecure: Bool) async throws {
    let kind = TestProxy.Kind.http { _, number in
      .bytes(Self.asks("Digest realm=\"p\", nonce=\"\(number)\", stale=true, qop=\"auth\""))
    }
    try await SessionFixture.behind(kind, .ofProxy, tls: isSecure ? try .local() : nil) {
      fixture, proxy in
      let cause = await fixture.proxyFault(of: .get(""))
      #expect(cause == .authentication(.tooManyAnswers(limit: 2)))
      let nonces = proxy.heads.map { head in
        (1...3).first { head.contains("nonce=\"\($0)\"") }
      }
      #expect(nonces == [nil, 1, 2])
    }
  }

  @Test(arguments: [false, true])
  func `a Digest nonce of a proxy is used once, and the 407 response is discarded`(
    isSecure: Bool
  )
    async throws
  {
    let cookies = HTTPSession.CookieStorage()
    let kind = TestProxy.Kind.http { _, _ in
      .bytes(Self.asks("Digest realm=\"p\", nonce=\"n\", qop=\"auth\""))
    }
    try await SessionFixture.behind(
      kind, .ofProxy, tls: isSecure ? try .local() : nil, TestRoutes.answer
    ) {
      $0.cookies = cookies
    } _: { fixture, proxy in
      let cause = await fixture.proxyFault(of: .get(""))
      #expect(cause == .authentication(.credentialRefused))
      #expect(proxy.heads.map { $0.contains("nonce=\"n\"") } == [false, true])
      #expect(cookies.cookies.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `the error for a proxy's challenge without a credential names the proxy`(isSecure: Bool)
    async throws
  {
    try await SessionFixture.behind(
      .http { _, _ in .bytes(Self.asks()) }, tls: isSecure ? try .local() : nil
    ) { fixture, proxy in
      let error = await fixture.failure(of: .get(""))
      guard case .proxy(let fault) = error?.reason else { throw NetError.closed }
      #expect(fault.proxy == "http://\(proxy.address)")
      #expect(fault.cause == .authentication(.noCredential))
      #expect(error?.code == .proxy && error?.number == -1013)
      #expect(proxy.heads.count == 1)
    }
  }

  @Test(arguments: ["302 Found", "403 No", "502 Bad", "200 OK\r\nX: "])
  func `a proxy's response to CONNECT sets no cookies and is not the server's response`(
    status: String
  ) async throws {
    let cookies = HTTPSession.CookieStorage()
    let fields = "Location: http://127.0.0.1:1/\r\nSet-Cookie: proxy=1\r\nContent-Length: 2"
    let kind = TestProxy.Kind.http { _, _ in
      status.hasPrefix("200") ? .tunnel() : .bytes("HTTP/1.1 \(status)\r\n\(fields)\r\n\r\nhi")
    }
    try await SessionFixture.behind(kind, tls: try .local(), TestRoutes.answer) {
      $0.cookies = cookies
    } _: { fixture, proxy in
      let cause = await fixture.proxyFault(of: .get("bytes/1"))
      #expect(cause == Int(status.prefix(3)).flatMap { $0 == 200 ? nil : .status($0) })
      #expect(cookies.cookies.isEmpty && proxy.heads.count == 1)
    }
  }

  @Test func `bytes directly after a proxy's response to CONNECT are rejected`() async throws {
    let kind = TestProxy.Kind.http { _, _ in .tunnel(behind: "HTTP/1.1 200 OK\r\n\r\n") }
    try await SessionFixture.behind(kind, tls: try .local()) { fixture, _ in
      #expect(await fixture.proxyFault(of: .get("")) == .bytesBehindAnswer)
    }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK", "", "HTTP/1.1 2", "SSH-2.0-x\r\n", "HTTP/1.1 407 Who\r\n\r\n",
    "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 70_000))\r\n\r\n",
  ])
  func `the error for a malformed or unexpected response to CONNECT names the proxy`(answer: String)
    async throws
  {
    let kind = TestProxy.Kind.http { _, _ in .last(answer) }
    try await SessionFixture.behind(kind, .ofProxy, tls: try .local()) { fixture, _ in
      switch await fixture.proxyFault(of: .get("")) {
      case .exchange, .authentication(.noChallenge): break
      case let other: Issue.record("\(String(describing: other))")
      }
    }
  }

  @Test func `the endless content of a proxy's 407 response is not read`() async throws {
    let long =
      "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 9999999"
    let content = String(repeating: "x", count: 100_000)
    let kind = TestProxy.Kind.http { head, _ in
      head.contains(Self.basic) ? .tunnel() : .bytes("\(long)\r\n\r\n\(content)")
    }
    try await SessionFixture.behind(kind, .ofProxy, tls: try .local()) { fixture, proxy in
      try await fixture.session.send(.get("bytes/1"))
      #expect(proxy.connectionCount == 2)
    }
  }
}
