import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The proxies of requests, and the permitted ones.
@Suite(.ownThread) struct ProxyChoiceTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
  private static let answers = TestProxy.Kind.http { _, _ in .bytes(ok) }

  @Test func `proxies are tried in list order, but recently failed proxies last`() async throws {
    // No session here trusts its certificate.
    let stranger = try await TestServer(tls: .local(), TestRoutes.answer)
    let nowhere = try HTTPSession.Proxy.http("127.0.0.1:1")
    let first = try HTTPSession.Proxy.https("localhost:\(stranger.port)")
    try await SessionFixture.behind(.http { _, _ in .last(Self.ok) }, tls: nil, TestRoutes.answer) {
      guard let last = $0.proxies.onlyProxy else { return }
      $0.proxies = .list([nowhere, first, last])
    } _: { fixture, proxy in
      for count in 1...3 {
        let text = try await fixture.session.send(.get("")).text
        #expect(text == "hi" && proxy.connectionCount == count)
      }
      #expect(stranger.connectionCount == 1 && fixture.server.connectionCount == 0)
    }
    await stranger.shutdown()
  }

  @Test func `if all proxies are unreachable, the session does not connect directly`() async throws
  {
    let nowhere = try HTTPSession.Proxy.http("127.0.0.1:1")
    try await SessionFixture.behind(Self.answers, tls: nil, TestRoutes.answer) {
      $0.proxies = .list([nowhere, nowhere])
    } _: { fixture, _ in
      for _ in 0..<2 {
        let error = await fixture.failure(of: .get(""))
        guard case .proxy(let fault) = error?.reason,
          case .connection(.network(let cause)) = fault.cause
        else { throw NetError.closed }
        #expect(cause.kind == .refused && error?.number == -1004)
      }
      #expect(fixture.server.connectionCount == 0)
    }
  }

  @Test func `a 403 response to CONNECT is an error, and no other proxy is tried`()
    async throws
  {
    let other = try TestProxy(.http { _, _ in .tunnel() })
    let second = try HTTPSession.Proxy.http(other.address)
    let refusal = TestProxy.Kind.http { _, _ in .bytes("HTTP/1.1 403 No\r\n\r\n") }
    try await SessionFixture.behind(refusal, tls: try .local(), TestRoutes.answer) {
      guard let first = $0.proxies.onlyProxy else { return }
      $0.proxies = .list([first, second])
    } _: { fixture, proxy in
      for _ in 0..<2 { #expect(await fixture.proxyFault(of: .get("")) == .status(403)) }
      #expect(proxy.heads.count == 2 && other.connectionCount == 0)
    }
    await other.shutdown()
  }

  @Test func `proxies that failed are tried last for 30 seconds`() throws {
    let proxies = try ["a:1", "b:1", "c:1"].map { try HTTPSession.Proxy.http($0) }
    let now = TimeSource.system.now
    var dead = DeadProxies()
    dead.note(proxies[0], at: now)
    dead.note(proxies[1], at: now + .seconds(10))
    #expect(dead.ordered(proxies, at: now) == [proxies[2], proxies[0], proxies[1]])
    #expect(dead.ordered(proxies, at: now + .seconds(30)) == [proxies[0], proxies[2], proxies[1]])
    #expect(dead.ordered(proxies, at: now + .seconds(40)) == proxies)
  }

  @Test func `a proxy closure chooses the proxy for each request`() async throws {
    try await SessionFixture.behind(
      .http { head, _ in
        head.contains("Proxy-Authorization")
          ? .bytes(Self.ok)
          : .bytes(
            "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\n"
              + "Content-Length: 0\r\n\r\n")
      }
    ) { _ in
      .response(HTTP.Response(200, body: Array("server".utf8)))
    } configure: { configuration in
      guard let place = configuration.proxies.onlyProxy?.address else { return }
      configuration.proxies = .chosen { request in
        switch request.headers["X-Who"]?.text {
        case let user?:
          let secret = Authentication.Secret("p")
          return (try? [.http(place, .password(secret, user: user))]) ?? []
        case nil: return []
        }
      }
    } _: { fixture, proxy in
      func answer(_ who: String?) async throws -> String {
        var request = HTTP.Request.get("")
        request.headers["X-Who"] = who.map { HTTP.FieldValue($0) }
        return try await fixture.session.send(request).text
      }
      let answers = try await [answer(nil), answer("ada"), answer("bob"), answer("ada")]
      #expect(answers == ["server", "hi", "hi", "hi"])
      // A connection with one user's credential is not another's.
      #expect(proxy.connectionCount == 2 && proxy.heads.count == 5)
      #expect(fixture.server.requestCount == 1)
    }
  }

  @Test(arguments: ["", "call", "attempt"])
  func `a proxy closure is called once for each URL of a call despite retries`(
    interceptor: String
  ) async throws {
    let log = Lock<[String]>([])
    let statuses = Lock([503, 503, 401, 200])
    let kind = TestProxy.Kind.http { head, _ in
      // Each proxy of a turn would have the other half of the requests.
      .bytes("HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
    }
    try await SessionFixture.behind(kind) { _ in
      let status = statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
      var response = HTTP.Response(HTTP.Status(status))
      if status == 401 { response.headers[.wwwAuthenticate] = "Basic realm=\"r\"" }
      return .response(response)
    } configure: {
      guard let proxy = $0.proxies.onlyProxy else { return }
      $0.retry = .idempotent(attempts: 5, budget: nil)
      $0.retry.delay = .milliseconds(1)
      $0.authentication.allowsSecretsInClear = true
      $0.authentication.onChallenge = { _ in
        .useCredential(.password(Authentication.Secret("p"), user: "u"))
      }
      $0.proxies = .chosen { request in
        log.withLock { log in
          log.append("\(request.method.name) \(request.path)")
          // The proxy and the server take turns.
          return log.count % 2 == 1 ? [proxy] : []
        }
      }
      let changing = HTTPSession.Interceptor { request, next in
        var request = request
        request.headers["X-Request-ID"] = "1"
        return try await next(request)
      }
      if interceptor == "call" { $0.callInterceptors = [changing] }
      if interceptor == "attempt" { $0.interceptors = [changing] }
    } _: { fixture, proxy in
      let response = try await fixture.session.send(.get("here"))
      #expect(response.status == .ok && response.redirects.count == 1)
      #expect(log.withLock(\.self) == ["GET /here", "GET /there"])
      #expect(proxy.heads.count == 1 && fixture.server.requestCount == 4)
    }
  }

  @Test func `a proxy closure is called once for a preconnected connection`()
    async throws
  {
    let count = Lock(0)
    try await SessionFixture.behind(Self.answers) { _ in
      .response(HTTP.Response(200))
    } configure: {
      guard let proxy = $0.proxies.onlyProxy else { return }
      $0.proxies = .chosen { _ in
        count.withLock { $0 += 1 }
        return [proxy]
      }
    } _: { fixture, proxy in
      #expect(try await fixture.session.warmUp(connections: 1) == 1)
      #expect(count.withLock(\.self) == 1)
      try await fixture.session.send(.get("x"))
      #expect(count.withLock(\.self) == 2 && proxy.connectionCount == 1)
    }
  }

  @Test func `a redirect that bypasses the proxy removes the proxy credential`() async throws {
    let seen = Lock<[HTTP.Fields]>([])
    try await SessionFixture.behind(
      .http { head, _ in
        head.contains("Proxy-Authorization")
          ? .bytes("HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
          : .bytes(
            "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\n"
              + "Content-Length: 0\r\n\r\n")
      }, .ofProxy
    ) { request in
      seen.withLock { $0.append(request.head.fields) }
      return .response(HTTP.Response(200))
    } configure: {
      guard let proxy = $0.proxies.onlyProxy else { return }
      $0.proxies = .chosen { request in request.path.hasSuffix("there") ? [] : [proxy] }
    } _: { fixture, _ in
      try await fixture.session.send(.get("here"))
      #expect(seen.withLock(\.self).map { $0.contains(.proxyAuthorization) } == [false])
    }
  }

  @Test func `a proxy from the environment is not used for addresses of this machine`() async throws
  {
    try await SessionFixture.behind(Self.answers) { _ in
      .response(HTTP.Response(200, body: Array("server".utf8)))
    } configure: {
      guard let place = $0.proxies.onlyProxy?.address else { return }
      $0.proxies = .environment(["http_proxy": place])
    } _: { fixture, proxy in
      let direct = try await fixture.session.send(.get("")).text
      let proxied = try await fixture.session.send(.get("http://example.test/")).text
      #expect(direct == "server" && proxied == "hi")
      #expect(proxy.heads.count == 1)
    }
  }

  @Test func `the egress rules are checked for the proxy and for the request's target`()
    async throws
  {
    let cases: [(HTTPSession.EgressRules, String, HTTPSessionError.EgressRefusal.Rule?)] = [
      (.publicOnly, "http://8.8.8.8/", .publicOnly),
      (.init(.publicAddresses, allowed: ["127.0.0.1"]), "http://8.8.8.8/", nil),
      (.init(.publicAddresses, allowed: ["127.0.0.1"]), "http://10.0.0.1/", .publicOnly),
      (.init(.publicAddresses, allowed: ["127.0.0.1"]), "http://example.test/", .nameAtProxy),
      (.init(.publicAddresses, allowed: ["127.0.0.1"]), "http://[::ffff:10.0.0.1]/", .publicOnly),
      (.init(.publicAddresses, allowed: ["127.0.0.1"]), "http://[64:ff9b::a00:1]/", .publicOnly),
      (.init(.publicAddresses, allowed: ["127.0.0.1"]), "http://[2002:a00:1::1]/", .publicOnly),
      (.init(.publicAddresses, allowed: ["127.0.0.1"]), "http://8.8.8.8:25/", .foreignPort(25)),
      (.init(denied: ["10.0.0.0/8"]), "http://example.test/", .nameAtProxy),
      (.init(denied: ["10.0.0.0/8"]), "http://[::ffff:10.0.0.1]/", .deniedBlock("10.0.0.0/8")),
      (.init(denied: ["example.test"]), "http://a.example.test/", .deniedHost),
      (.init(hosts: ["example.test"]), "http://example.test/", .otherHost),
      (.init(hosts: ["example.test", "127.0.0.1"]), "http://example.test/", nil),
      (.anywhere, "http://example.test:25/", .foreignPort(25)),
      (.anywhere, "http://example.test/", nil),
    ]
    for (rules, url, rule) in cases {
      try await SessionFixture.behind(Self.answers, tls: nil, TestRoutes.answer) {
        $0.egress = rules
      } _: { fixture, proxy in
        let error = await fixture.failure(of: .get(HTTP.Target(stringLiteral: url)))
        var found: HTTPSessionError.EgressRefusal.Rule?
        if case .egress(let refusal) = error?.reason { found = refusal.rule }
        #expect(found == rule, "\(url)")
        #expect(proxy.heads.count == (rule == nil ? 1 : 0), "\(url)")
      }
    }
    var lenient = HTTPSession.EgressRules(denied: ["10.0.0.0/8"])
    lenient.allowsNamesAtProxies = true
    try await SessionFixture.behind(Self.answers, tls: nil, TestRoutes.answer) {
      $0.egress = lenient
    } _: { fixture, _ in
      let text = try await fixture.session.send(.get("http://example.test/")).text
      #expect(text == "hi")
    }
  }

  @Test func `a request to an address with a zone fails if it would need a proxy`() async throws {
    try await SessionFixture.behind(Self.answers) { fixture, proxy in
      #expect(await fixture.proxyFault(of: .get("http://[fe80::1%25lo]/")) == .zone)
      #expect(proxy.connectionCount == 0)
    }
  }

  @Test func `a session with key pins rejects servers and proxies without TLS`() async throws {
    try await SessionFixture.behind(Self.answers, tls: try .local(), TestRoutes.answer) {
      $0.tls.pins = [
        .host(
          "example.com", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
          backup: "sha256/BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA=", expires: "2090-01-01")
      ]
    } _: { fixture, proxy in
      guard case .clearText = await fixture.failure(of: .get("http://a.test/"))?.reason else {
        throw NetError.closed
      }
      #expect(proxy.connectionCount == 0)
    }
  }

  @Test func `the certificate of a TLS proxy is verified but is not the server's certificate`()
    async throws
  {
    let proxy = try await TestServer(tls: .local()) { request in
      .response(HTTP.Response(200, body: Array("\(request.head.target.text)".utf8)))
    }
    let known = try HTTPSession.Proxy.https("localhost:\(proxy.port)")
    let root = try #require(proxy.root)
    try await SessionFixture.with(TestRoutes.answer) {
      $0.proxies = .list([known])
      $0.tls.roots = .only([root])
    } _: { fixture in
      let response = try await fixture.session.send(.get("http://a.test/b"))
      #expect(response.text == "http://a.test/b" && response.tls == nil)
    }
    let other = try TestAuthority().root
    try await SessionFixture.with(TestRoutes.answer) {
      $0.proxies = .list([known])
      $0.tls.roots = .only([other])
    } _: { fixture in
      guard case .connection(.trust) = await fixture.proxyFault(of: .get("http://a.test/b")) else {
        throw NetError.closed
      }
      #expect(proxy.requestCount == 1)
    }
    await proxy.shutdown()
  }

  @Test func `invalid proxy settings are reported when the session is created`() {
    for text in [
      "", "ftp://a:1", "socks4://a:1", "http://", "http://a/b", "http://a?b", "a:0", "a:65536",
      "http://a#b", "http://u%zz@a",
    ] {
      #expect(throws: HTTPSession.InvalidSetting.self, "\(text)") { try HTTPSession.Proxy(text) }
    }
    for exception in ["", "a b", "10.0.0.0/33", "[::1%25lo]", "a:0", ".", "-"] {
      #expect(throws: HTTPSessionError.self, "\(exception)") {
        try HTTPSession("http://a") {
          $0.proxies = .list([try .http("b")], except: [exception])
        }
      }
    }
    #expect(throws: HTTPSessionError.self) {
      try HTTPSession("http://a") {
        $0.proxies = .list([try .http("b")])
        $0.sockets.path = "/run/x"
      }
    }
    #expect(throws: HTTPSessionError.self) {
      try HTTPSession("http://a") { $0.proxies = .environment(["all_proxy": "gopher://b"]) }
    }
  }

  @Test func `the error for an invalid proxy URL shows only its scheme and host`() throws {
    // The shown part of texts with `sesame` in the place of a password.
    let shown = [
      "http://user:sesame": "http://user…", "user:sesame": "user…",
      "http://user:sesame/": "http://user…",
      "http:/user:sesame": "http…", "http:\\user:sesame": "http…",
      "ftp://user:sesame@a:1": "ftp://…", "http://user:se@sesame!": "http://…",
      "http://user:p/sesame@a": "http://…", "http://user:1@sesame:x": "http://…",
      "socks5://user sesame": "socks5://user…", "user%3Asesame%40a:x": "…",
      "http://user:9999999": "http://user…", "user:sesame://a": "…", "http://a?sesame": "http://a…",
      "http://[user:sesame]": "http://…", "": "", "http://": "http://", "ftp://a": "ftp://a",
    ]
    for (text, expected) in shown {
      let error = #expect(throws: HTTPSession.InvalidSetting.self, "\(text)") {
        try HTTPSession.Proxy(text)
      }
      #expect(error?.value == expected, "\(text)")
      var description = "\(error.map { "\($0)" } ?? "")"
      if let error { dump(error, to: &description) }
      #expect(!description.contains("sesame") && !description.contains("9999999"), "\(text)")
    }
    for kind in HTTPSession.Proxy.Kind.allCases {
      for address in ["user:sesame", "user:sesame@a:1", "http://user:sesame@a:1"] {
        let error = #expect(throws: HTTPSession.InvalidSetting.self) {
          switch kind {
          case .http: try HTTPSession.Proxy.http(address)
          case .https: try HTTPSession.Proxy.https(address)
          case .socks5: try HTTPSession.Proxy.socks5(address)
          }
        }
        #expect(error.map { "\($0)\($0.value)".contains("sesame") } == false)
      }
    }
    for exception in ["http://user:sesame@a", "user:sesame@a", "http://user:sesame"] {
      let error = #expect(throws: HTTPSessionError.self) {
        try HTTPSession("http://a") {
          $0.proxies = .list([try .http("b")], except: [exception])
        }
      }
      #expect(error.map { "\($0)\(String(reflecting: $0))".contains("sesame") } == false)
    }
    let error = #expect(throws: HTTPSessionError.self) {
      try HTTPSession("http://a") { $0.proxies = .environment(["http_proxy": "user:sesame"]) }
    }
    #expect(error.map { "\($0)".contains("sesame") } == false)
  }

  @Test func `no description of a proxy contains its credential`() throws {
    let proxy = try HTTPSession.Proxy("http://svc:sesame@a:1")
    var text = "\(proxy) \(String(reflecting: proxy))"
    dump(proxy, to: &text)
    dump(HTTPSession.Proxies.list([proxy]), to: &text)
    #expect(!text.contains("sesame") && !text.contains("svc") && text.contains("http://a:1"))
  }
}

extension HTTPSession.Proxies {
  /// The proxy of a list of one.
  fileprivate var onlyProxy: HTTPSession.Proxy? {
    guard case .list(let proxies, _)? = try? makeChooser() else { return nil }
    return proxies.first
  }
}

extension HTTPSession.Proxy {
  fileprivate var address: String { origin.authorityForm }
}
