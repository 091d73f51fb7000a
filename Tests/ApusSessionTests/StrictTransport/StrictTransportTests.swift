import ApusHTTP
import ApusNames
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Sessions that require TLS for some hosts, observed by stubs. RFC 6797.
@Suite struct StrictTransportTests {
  /// The URLs and the cookies of a stub's requests.
  private final class Log: Sendable {
    let seen = Lock<[String]>([])
    let cookies = Lock<[String?]>([])
    var all: [String] { seen.withLock(\.self) }
    var last: String? { seen.withLock(\.last) }
    var lastCookie: String? { cookies.withLock { $0.last ?? nil } }
  }

  /// Returns a session whose stub responds to `/strict` with a field of that value, and to other
  /// paths without one.
  private func session(
    _ hosts: HTTPSession.StrictTransport?, _ log: Log, base: String? = nil,
    saying values: [String] = ["max-age=100"],
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
  ) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configuration.strictTransport = hosts
    configure(&configuration)
    return .stub(base, configuration: configuration) { request in
      log.seen.withLock { $0.append(request.target.text) }
      log.cookies.withLock { $0.append(request.headers[.cookie]?.text) }
      var response = HTTP.Response(200)
      guard request.path == "/strict" else { return response }
      for value in values {
        response.headers.append("Strict-Transport-Security", HTTP.FieldValue(value))
      }
      return response
    }
  }

  @Test(arguments: [
    ("http://a.example/x?y=z", "https://a.example/x?y=z"),
    ("http://a.example", "https://a.example"),
    ("http://A.example:80/x", "https://a.example/x"),
    ("http://\u{ff21}.example/x", "https://a.example/x"),
    ("http://a\u{3002}\u{ff45}xample/x", "https://a.example/x"),
    ("http://a.example:8080/x", "https://a.example:8080/x"),
    ("http://a.example:443/x", "https://a.example/x"),
    ("http://a.example./x", "https://a.example./x"),
    ("https://a.example:80/x", "https://a.example:80/x"),
    ("http://www.a.example/x", "http://www.a.example/x"),
    ("http://b.example/", "http://b.example/"),
    ("http://127.0.0.1/", "http://127.0.0.1/"),
  ])
  func `an HSTS rule changes the scheme to HTTPS and port 80 to port 443`(
    asked: String, sent: String
  ) async throws {
    let log = Log()
    let session = session(HTTPSession.StrictTransport(), log)
    try await session.send(.get(.reference("https://a.example/strict")))
    try await session.send(.get(.reference(asked)))
    #expect(log.last == sent)
    try await session.get(.reference(asked))
    #expect(log.last == sent)
  }

  @Test func `4,200 HSTS hosts of one domain displace no host of another domain`() async throws {
    let (hosts, log) = (HTTPSession.StrictTransport(), Log())
    try hosts.add("api.added.example", for: .seconds(50_000))
    let session = session(hosts, log, saying: ["max-age=31536000"])
    let other = self.session(hosts, log, saying: ["max-age=100000"])
    try await other.send(.get("https://bank.example/strict"))
    for number in 0..<4_200 {
      try await session.send(.get(.reference("https://h\(number).evil.example/strict")))
    }
    try await session.send(.get("http://bank.example/login"))
    #expect(log.last == "https://bank.example/login")
    try await session.send(.get("http://api.added.example/login"))
    #expect(log.last == "https://api.added.example/login")
    #expect(hosts.hosts.count == 2 + StrictHosts.siteLimit)
    #expect(hosts.withState { $0.changed.count } == 2 + StrictHosts.siteLimit)
  }

  @Test func `a frequently used HSTS host outlives an unused host of its domain`() async throws {
    let (hosts, log) = (HTTPSession.StrictTransport(), Log())
    let session = session(hosts, log)
    try await session.send(.get("https://used.shop.example/strict"))
    try await session.send(.get("https://unused.shop.example/strict"))
    for number in 0..<StrictHosts.siteLimit {
      try await session.send(.get("http://used.shop.example/"))
      try await session.send(.get(.reference("https://h\(number).shop.example/strict")))
    }
    try await session.send(.get("http://used.shop.example/"))
    #expect(log.last == "https://used.shop.example/")
    try await session.send(.get("http://unused.shop.example/"))
    #expect(log.last == "http://unused.shop.example/")
  }

  @Test func `HSTS hosts are not stored without a store or from a plain response`() async throws {
    let log = Log()
    let without = session(nil, log)
    try await without.send(.get("https://a.example/strict"))
    try await without.send(.get("http://a.example/"))
    #expect(log.last == "http://a.example/")
    let hosts = HTTPSession.StrictTransport()
    let with = session(hosts, log)
    try await with.send(.get("http://a.example/strict"))
    try await with.send(.get("http://a.example/"))
    #expect(log.last == "http://a.example/" && hosts.hosts.isEmpty)
    try await with.send(.get("https://127.0.0.1/strict"))
    #expect(hosts.hosts.isEmpty)
  }

  @Test func `only the first HSTS field of a response counts, even if it is malformed`()
    async throws
  {
    for (values, isLearned) in [
      (["max-age=0", "max-age=9"], false), (["max-age=9", "max-age=0"], true),
      (["max-age", "max-age=9"], false), (["max-age=9, max-age=9"], false),
    ] {
      let hosts = HTTPSession.StrictTransport()
      try await session(hosts, Log(), saying: values).send(.get("https://a.example/strict"))
      #expect(!hosts.hosts.isEmpty == isLearned, "\(values)")
    }
  }

  @Test func `an HSTS rule expires by the wall clock, and each response renews the rule`()
    async throws
  {
    let (clock, log) = (ManualClock(), Log())
    let hosts = HTTPSession.StrictTransport(.manual(clock))
    let session = session(hosts, log)
    try await session.send(.get("https://a.example/strict"))
    clock.advance(by: .seconds(60))
    try await session.send(.get("http://a.example/strict"))
    #expect(log.last == "https://a.example/strict")
    clock.advance(by: .seconds(99))
    try await session.send(.get("http://a.example/"))
    #expect(log.last == "https://a.example/")
    clock.advance(by: .seconds(2))
    try await session.send(.get("http://a.example/"))
    #expect(log.last == "http://a.example/" && hosts.hosts.isEmpty)
  }

  @Test func `a program can add, list and remove HSTS hosts`() async throws {
    let (clock, log) = (ManualClock(wallMilliseconds: 0), Log())
    let hosts = HTTPSession.StrictTransport(.manual(clock))
    try hosts.add("b.example", includingSubdomains: true, for: .seconds(9))
    try hosts.add("A.example")
    #expect(hosts.hosts.map(\.name.description) == ["a.example", "b.example"])
    #expect(hosts.hosts.map(\.includesSubdomains) == [false, true])
    #expect(hosts.hosts[1].expiry == HTTP.Date(secondsSinceEpoch: 9))
    #expect(hosts.hosts[0].expiry == HTTP.Date(secondsSinceEpoch: StrictHosts.longestAge))
    let session = session(hosts, log)
    try await session.send(.get("http://www.b.example/"))
    #expect(log.last == "https://www.b.example/")
    try hosts.remove("b.example")
    #expect(!hosts.covers(try CanonicalHost("www.b.example")))
    hosts.removeAll()
    #expect(hosts.hosts.isEmpty)
    #expect(throws: NameError.self) { try hosts.add("127.0.0.1") }
  }

  @Test func `sessions that share an HSTS store share its rules`() async throws {
    let (hosts, log) = (HTTPSession.StrictTransport(), Log())
    try await session(hosts, log).send(.get("https://a.example/strict"))
    try await session(hosts, log).send(.get("http://a.example/"))
    #expect(log.last == "https://a.example/")
  }

  @Test func `a request upgraded by HSTS has the base's own fields and secure cookies`()
    async throws
  {
    let (hosts, log) = (HTTPSession.StrictTransport(), Log())
    try hosts.add("a.example")
    let cookies = HTTPSession.CookieStorage()
    try cookies.set("k", "v", for: "https://a.example/")
    let fields = Lock<HTTP.Fields>([:])
    let session = session(hosts, log, base: "http://a.example/v1/") {
      $0.cookies = cookies
      $0.headers["X-Key"] = "1"
      $0.interceptors.append { request, next in
        fields.withLock { $0 = request.headers }
        return try await next(request)
      }
    }
    try await session.send(.get("x"))
    #expect(log.last == "https://a.example/v1/x")
    #expect(log.lastCookie == "k=v")
    let key = fields.withLock { $0["X-Key"] }
    #expect(key == "1")
  }

  @Test func `a redirect to plain HTTP on an HSTS host is followed over TLS`() async throws {
    let hosts = HTTPSession.StrictTransport()
    var configuration = HTTPSession.Configuration()
    configuration.strictTransport = hosts
    let session = HTTPSession.stub("https://a.example/", configuration: configuration) { request in
      guard request.path == "/from" else { return HTTP.Response(200, body: Array("in".utf8)) }
      return HTTP.Response(302, headers: ["Location": "http://b.example/to"])
    }
    await #expect(throws: HTTPSessionError.self) { try await session.send(.get("from")) }
    try hosts.add("b.example")
    let response = try await session.send(.get("from"))
    #expect(response.redirects.last?.destination.description == "https://b.example/to")
  }

  @Test func `a redirect that the program changed to an HSTS host is followed over TLS`()
    async throws
  {
    let hosts = HTTPSession.StrictTransport()
    try hosts.add("b.example")
    var configuration = HTTPSession.Configuration()
    configuration.strictTransport = hosts
    configuration.redirects.onRedirect = { proposal in
      var request = proposal.request
      request.target = "http://b.example/changed"
      return request
    }
    let session = HTTPSession.stub("https://a.example/", configuration: configuration) { request in
      guard request.path == "/from" else { return HTTP.Response(200) }
      return HTTP.Response(302, headers: ["Location": "/to"])
    }
    let response = try await session.send(.get("from"))
    #expect(response.redirects.last?.destination.description == "https://b.example/changed")
  }

  @Test func `the cache stores upgraded responses separately, and hits add no HSTS host`()
    async throws
  {
    let (hosts, log) = (HTTPSession.StrictTransport(), Log())
    var configuration = HTTPSession.Configuration()
    configuration.strictTransport = hosts
    configuration.cache = try .inMemory()
    let session = HTTPSession.stub("http://a.example/", configuration: configuration) { request in
      log.seen.withLock { $0.append(request.target.text) }
      return HTTP.Response(
        200, headers: ["Cache-Control": "max-age=100", "Strict-Transport-Security": "max-age=9"],
        body: Array(request.target.text.utf8))
    }
    #expect(try await session.send(.get("x")).text == "http://a.example/x")
    #expect(try await session.send(.get("https://a.example/x")).text == "https://a.example/x")
    #expect(try await session.send(.get("x")).text == "https://a.example/x")
    #expect(log.all == ["http://a.example/x", "https://a.example/x"])
    hosts.removeAll()
    #expect(try await session.send(.get("https://a.example/x")).text == "https://a.example/x")
    #expect(hosts.hosts.isEmpty && log.all.count == 2)
  }

  @Test
  func `a URL that exceeds the length limit after an HSTS upgrade is rejected`()
    async throws
  {
    let (hosts, log) = (HTTPSession.StrictTransport(), Log())
    try hosts.add("a.example")
    let begin = "http://a.example/"
    let longest = begin + String(repeating: "x", count: HTTP.URL.limit - begin.utf8.count)
    do {
      try await session(hosts, log).send(.get(.reference(longest)))
      Issue.record("sent")
    } catch let error as HTTPSessionError {
      #expect(error.code.name == "invalid-url")
    }
    #expect(log.all.isEmpty)
  }
}
