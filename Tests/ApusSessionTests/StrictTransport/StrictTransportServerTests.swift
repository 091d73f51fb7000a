import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The HSTS fields of servers, over connections of every kind. RFC 6797 8.1.
@Suite(.ownThread) struct StrictTransportServerTests {
  private static let strict: TestServer.Handler = { _ in
    .response(HTTP.Response(200, headers: ["Strict-Transport-Security": "max-age=1000"]))
  }

  @Test func `a host that declared HSTS is later requested over TLS`() async throws {
    let hosts = HTTPSession.StrictTransport()
    try await SessionFixture.with(tls: try .local(), Self.strict) {
      $0.strictTransport = hosts
    } _: { fixture in
      try await fixture.session.send(.get(""))
      #expect(hosts.hosts.map(\.name.description) == ["localhost"])
      let plain = "http://localhost:\(fixture.server.port)/"
      let response = try await fixture.session.send(.get(.reference(plain)))
      #expect(response.tls?.origin.port == fixture.server.port)
      #expect(fixture.server.connectionCount == 1)
      let count = try await fixture.session.warmUp(.reference(plain), connections: 1)
      #expect(count == 1)
    }
  }

  @Test func `an HSTS field of a server without TLS is ignored`() async throws {
    let hosts = HTTPSession.StrictTransport()
    try await SessionFixture.with(Self.strict) {
      $0.strictTransport = hosts
    } _: { fixture in
      let target = "http://localhost:\(fixture.server.port)/"
      try await fixture.session.send(.get(.reference(target)))
      #expect(hosts.hosts.isEmpty && fixture.server.requestCount == 1)
    }
  }

  @Test(arguments: [TLS.Danger.wrongHost, .expired, .untrusted])
  func `an HSTS field of a server with a disabled trust check is ignored`(danger: TLS.Danger)
    async throws
  {
    let hosts = HTTPSession.StrictTransport()
    try await SessionFixture.with(tls: try .local(), Self.strict) {
      $0.strictTransport = hosts
      $0.tls.policy.danger = danger
    } _: { fixture in
      try await fixture.session.send(.get(""))
      #expect(hosts.hosts.isEmpty && fixture.server.requestCount == 1)
    }
  }

  @Test func `an HSTS field of a server that only a trust challenge accepted is ignored`()
    async throws
  {
    let hosts = HTTPSession.StrictTransport()
    try await SessionFixture.with(tls: try .local(), Self.strict) {
      $0.strictTransport = hosts
      $0.tls.roots = .only([])
      $0.tls.policy.danger = .overruled
      $0.tls.challenge = .init("all") { _ in .accept }
    } _: { fixture in
      try await fixture.session.send(.get(""))
      #expect(hosts.hosts.isEmpty && fixture.server.requestCount == 1)
    }
  }

  @Test func `an HSTS field of a proxy's response to CONNECT is ignored`() async throws {
    let hosts = HTTPSession.StrictTransport()
    try await SessionFixture.behind(
      .http { _, _ in .tunnel() }, tls: try .local(), TestRoutes.answer
    ) {
      $0.strictTransport = hosts
    } _: { fixture, _ in
      try await fixture.session.send(.get("bytes/1"))
      #expect(hosts.hosts.isEmpty && fixture.server.requestCount == 1)
    }
  }

  @Test func `an HSTS field of a plain request through a TLS proxy is ignored`()
    async throws
  {
    let hosts = HTTPSession.StrictTransport()
    let proxy = try await TestServer(tls: try .local(), Self.strict)
    let root = try #require(proxy.root)
    let session = try HTTPSession("http://plain.example/") {
      $0.timeouts.tls = .seconds(60)
      $0.tls.roots = .only([root])
      $0.proxies = .list([try .https("localhost:\(proxy.port)")])
      $0.strictTransport = hosts
    }
    let response = try await session.send(.get(""))
    #expect(response.headers.contains("Strict-Transport-Security") && response.tls == nil)
    #expect(hosts.hosts.isEmpty && proxy.requestCount == 1)
    await session.shutdown()
    await proxy.shutdown()
  }

  @Test func `a plain request to an HSTS host uses a TLS tunnel through the proxy`() async throws {
    let hosts = HTTPSession.StrictTransport()
    try hosts.add("localhost")
    try await SessionFixture.behind(
      .http { _, _ in .tunnel() }, tls: try .local(), TestRoutes.answer
    ) {
      $0.strictTransport = hosts
    } _: { fixture, proxy in
      let target = "http://localhost:\(fixture.server.port)/bytes/1"
      let response = try await fixture.session.send(.get(.reference(target)))
      #expect(response.tls != nil)
      #expect(proxy.heads.map { $0.hasPrefix("CONNECT localhost:") } == [true])
    }
  }
}
