import ApusBytes
import ApusHTTP
import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The test server of TLS, as this library's own client sees it.
@Suite(.ownThread) struct TestServerSecurityTests {
  private func with(
    _ adapt: (inout TestServer.Security) throws -> Void = { _ in },
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let server = try await TestServer(tls: try .local(adapt), TestRoutes.answer)
    do {
      try await body(server)
    } catch {
      await server.shutdown()
      throw error
    }
    await server.shutdown()
  }

  @Test func `a test server with a new authority is trusted only by its own root`()
    async throws
  {
    try await with { server in
      #expect(server.url == "https://localhost:\(server.port)/")
      let client = try await SecureClient(to: server)
      #expect(try await client.get("/bytes/300").suffix(300) == TestRoutes.bytes(300)[...])
      let root = try #require(server.root)
      #expect(client.facts?.chain.path?.anchor.certificate == root)
      #expect(try X509.Certificate(pem: root.pem) == root)
      // The root is not sent: clients that trust it have it.
      #expect(client.presented?.encoded.count == 2)
      let other = try TestAuthority().root
      let stranger = try await SecureClient(to: server, root: other)
      #expect(try await stranger.failure() == .untrusted(.unknownCA))
      #expect(server.tlsErrors == [.alerted(TLS.AlertDescription.unknownCA.rawValue)])
    }
  }

  @Test func `a TLS session with the test server is resumed only if it issues tickets`()
    async throws
  {
    try await with { server in
      let first = try await SecureClient(to: server)
      _ = try await first.get("/get")
      #expect(first.sessions.count == 2)
      let second = try await SecureClient(to: server, session: first.sessions.first)
      _ = try await second.get("/get")
      #expect(second.facts?.isResumed == true)
      #expect(server.handshakes.map(\.isResumed) == [false, true])
      server.security?.configuration.ticketSealer = nil
      let third = try await SecureClient(to: server, session: second.sessions.first)
      _ = try await third.get("/get")
      #expect(third.facts?.isResumed == false && third.sessions.isEmpty)
    }
  }

  @Test func `the test server uses its configured TLS parameters`() async throws {
    let lines = Lock<[String]>([])
    try await with {
      $0.configuration.suites = [.chaCha20Poly1305]
      $0.configuration.groups = [.secp256r1]
      $0.configuration.stapledResponse = [1, 2, 3]
      $0.configuration.keyLog = { line in lines.withLock { $0.append(line) } }
    } _: { server in
      let client = try await SecureClient(to: server)
      _ = try await client.get("/get")
      let facts = try #require(client.facts)
      #expect(facts.suite == .chaCha20Poly1305 && facts.group == .secp256r1 && facts.isRetried)
      #expect(facts.applicationProtocol == Array("http/1.1".utf8))
      #expect(client.presented?.stapledResponse == [1, 2, 3])
      #expect(lines.withLock(\.count) == 5)
    }
  }

  @Test func `a test server without a common ALPN protocol sends no_application_protocol`()
    async throws
  {
    try await with {
      $0.configuration.applicationProtocols = [Array("h2".utf8)]
    } _: { server in
      let client = try await SecureClient(to: server)
      #expect(
        try await client.failure()
          == .alerted(TLS.AlertDescription.noApplicationProtocol.rawValue))
      #expect(server.tlsErrors == [.nothingInCommon(.applicationProtocol)])
    }
  }

  @Test func `a client sends its certificate to a test server that requests one`() async throws {
    let authority = try TestAuthority()
    var security = try TestServer.Security(authority)
    security.configuration.clientCertificates = .required
    let server = try await TestServer(tls: security) { request in
      let name = request.tls?.clientChain?.leaf.subject.commonName?.string ?? "nobody"
      return .response(HTTP.Response(200, body: Array(name.utf8)))
    }
    let client = try await SecureClient(to: server, identity: authority.client("worker"))
    #expect(try await client.get("/").suffix(6) == Array("worker".utf8)[...])
    let nobody = try await SecureClient(to: server)
    #expect(
      try await nobody.failure() == .alerted(TLS.AlertDescription.certificateRequired.rawValue))
    let strangers = try TestAuthority("strangers")
    let stranger = try await SecureClient(to: server, identity: strangers.client("worker"))
    #expect(try await stranger.failure() == .alerted(TLS.AlertDescription.unknownCA.rawValue))
    let late = try authority.client("late") {
      $0.validity = try X509.Validity(from: 1_000_000_000, through: 1_000_000_001)
    }
    let expired = try await SecureClient(to: server, identity: late)
    #expect(
      try await expired.failure() == .alerted(TLS.AlertDescription.certificateExpired.rawValue))
    await server.shutdown()
  }

  /// A signer elsewhere with a key, which may fail.
  private struct Elsewhere: TLS.Signer {
    let key: TLS.HeldKey?

    func signature(for content: [UInt8], by scheme: TLS.SignatureScheme) async throws -> [UInt8] {
      guard let key else { throw NetError.cancelled }
      return try key.signature(for: content.span, by: scheme, using: SystemRandom())
    }
  }

  @Test func `the private key of the test server may be held by a remote signer`() async throws {
    let authority = try TestAuthority()
    let identity = try authority.server()
    guard case .held(let key) = identity.key else {
      Issue.record("no key is held")
      return
    }
    for (signer, error) in [
      (Elsewhere(key: key), nil),
      (Elsewhere(key: nil), .alerted(TLS.AlertDescription.internalError.rawValue)),
    ] as [(Elsewhere, TLSError?)] {
      let security = try TestServer.Security(
        TLS.Identity(identity.chain, signer: signer), root: authority.root)
      let server = try await TestServer(tls: security) { _ in
        .response(HTTP.Response(200), .finish(afterByteCount: 10))
      }
      let client = try await SecureClient(to: server)
      if error == nil { #expect(try await client.get("/").count == 10) }
      #expect(try await client.failure() == error)
      await server.shutdown()
    }
  }

  @Test func `a client distinguishes a close_notify alert from a truncated response`() async throws
  {
    let server = try await TestServer(tls: try .local()) { request in
      let response = HTTP.Response(200, body: TestRoutes.bytes(100))
      switch request.path {
      case "/cut": return .response(response, .cut(afterByteCount: 90))
      case "/finish": return .response(response, .finish(afterByteCount: 90))
      case "/reset": return .response(response, .reset(afterByteCount: 90))
      default: return .response(response, .drip(byteCount: 1, every: .zero))
      }
    }
    let whole = try await SecureClient(to: server)
    #expect(try await whole.get("/").suffix(100) == TestRoutes.bytes(100)[...])
    let short = try await SecureClient(to: server)
    #expect(try await short.get("/finish").count == 90)
    let cut = try await SecureClient(to: server)
    await #expect(throws: TLSError.truncated) { try await cut.get("/cut") }
    #expect(cut.received.count == 90)
    let reset = try await SecureClient(to: server)
    await #expect(throws: NetError.self) { try await reset.get("/reset") }
    await server.shutdown()
  }

  @Test func `the test server can send TLS records byte by byte`() async throws {
    try await with {
      $0.pieceByteCount = 1
      $0.configuration.groups = [.x25519]
    } _: { server in
      let client = try await SecureClient(to: server)
      #expect(try await client.get("/bytes/20").suffix(20) == TestRoutes.bytes(20)[...])
    }
  }

  @Test func `the test server reports a client that ends or cuts its TLS connection`() async throws
  {
    // A ticket that the client has not read would make a reset of its end.
    let security = try TestServer.Security.local { $0.configuration.ticketSealer = nil }
    let server = try await TestServer(tls: security) { _ in
      .response(HTTP.Response(200), .silence)
    }
    for isOrderly in [true, false] {
      let client = try await SecureClient(to: server)
      try await client.shakeHands()
      try await client.send(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
      if isOrderly { try await client.close() }
      client.leave()
    }
    let early = try await SecureClient(to: server)
    early.leave()
    // A connection that the listener has not accepted when it is closed has no error.
    while server.tlsErrors.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    await server.drain()
    #expect(server.openCount == 0 && server.handshakes.count == 2)
    #expect(server.closeNotifyCount == 1)
    #expect(server.tlsErrors == [.truncated, .truncated])
  }

  @Test func `a client without TLS gets an error from a TLS test server`() async throws {
    try await with { server in
      let plain = try await Socket.connect(
        to: .ipv4(IPv4Address(127, 0, 0, 1), port: server.port), until: .after(.seconds(60)),
        on: try EventLoop.shared())
      try await plain.send(
        Array("GET / HTTP/1.1\r\n\r\n".utf8).span, until: .after(.seconds(60)))
      var answer = ByteQueue()
      while try await plain.receive(into: &answer, until: .after(.seconds(60))) > 0 {}
      #expect(answer.takeAll() == [21, 3, 3, 0, 2, 2, 10])
      plain.close()
      let older = try await SecureClient(to: server) { $0.versions = [.tls12] }
      #expect(
        try await older.failure() == .alerted(TLS.AlertDescription.protocolVersion.rawValue))
      #expect(
        server.tlsErrors
          == [.notTLS(firstBytes: Array("GET /".utf8)), .unsupportedVersion(0x0303)])
    }
  }

  @Test func `the test server reports connections with TLS and without TLS separately`()
    async throws
  {
    let server = try await TestServer(tls: try .local()) { request in
      .response(HTTP.Response(request.tls == nil ? 500 : 200))
    }
    let client = try await SecureClient(to: server)
    #expect(try await client.get("/").starts(with: "HTTP/1.1 200".utf8))
    server.security = nil
    #expect(server.url == "http://127.0.0.1:\(server.port)/")
    await server.shutdown()
  }
}
