import ApusCrypto
import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Clients with a certificate. RFC 8446 section 4.4.2.
@Suite(.ownThread, .serialized) struct ClientCertificateTests {
  /// A signer elsewhere with the key.
  private struct Elsewhere: TLS.Signer {
    struct Locked: Error {}
    let key: TLS.HeldKey
    let isLocked: Bool

    func signature(for content: [UInt8], by scheme: TLS.SignatureScheme) async throws -> [UInt8] {
      await Task.yield()
      guard !isLocked else { throw Locked() }
      return try key.signature(for: content.span, by: scheme, using: SystemRandom())
    }
  }

  private static let answer: TestServer.Handler = { request in
    let name = request.tls?.clientChain?.leaf.subject.commonName?.string ?? "nobody"
    return .response(HTTP.Response(200, body: Array(name.utf8)))
  }

  @Test(arguments: TestAuthority.KeyKind.allCases)
  func `client certificates with each key type identify the client`(
    kind: TestAuthority.KeyKind
  ) async throws {
    let authority = try TestAuthority()
    var security = try TestServer.Security(authority)
    security.configuration.clientCertificates = .required
    let identity = try authority.client("worker", key: kind)
    try await SessionFixture.with(tls: security, Self.answer) {
      $0.tls.identity = .fixed(identity)
    } _: { fixture in
      let response = try await fixture.session.send(.get(""))
      #expect(response.text == "worker")
    }
  }

  @Test func `a client certificate is sent only to its own hosts or the session's servers`()
    async throws
  {
    let authority = try TestAuthority()
    let hosts = ["a.test", "b.test", "c.test"]
    var security = try TestServer.Security(authority, hosts: hosts)
    security.configuration.clientCertificates = .optional
    let server = try await TestServer(tls: security, Self.answer)
    let own = HTTPSession.ClientIdentity.fixed(try authority.client("own"))
    let named = HTTPSession.ClientIdentity.fixed(try authority.client("named"))
    let cases: [(String?, HTTPSession.ClientIdentity?, [String])] = [
      ("a.test", own, ["own", "named", "nobody"]), ("b.test", own, ["nobody", "named", "nobody"]),
      (nil, nil, ["nobody", "named", "nobody"]),
    ]
    for (base, identity, names) in cases {
      let session = try HTTPSession(base.map { "https://\($0):\(server.port)/" }) {
        for host in hosts { $0.dns.overrides[host] = ["127.0.0.1"] }
        $0.timeouts.tls = .seconds(60)
        $0.tls.roots = .only([authority.root])
        $0.tls.identity = identity
        $0.tls.identities = [.host("b.test", named), .host("*.test.invalid", own)]
      }
      for (host, name) in zip(hosts, names) {
        let text = try await session.send(.get("https://\(host):\(server.port)/")).text
        #expect(text == name, "\(base ?? "none"): \(host)")
      }
      await session.shutdown()
    }
    await server.shutdown()
  }

  /// Bar of the issue: two hosts, two identities, a server that wants a third authority, and
  /// redirects between them.
  @Test func `a redirect sends each host only the client certificate of that host`() async throws {
    let (authority, third) = (try TestAuthority(), try TestAuthority("third"))
    let hosts = ["a.test", "b.test", "c.test", "d.test"]
    var open = try TestServer.Security(authority, hosts: hosts)
    open.configuration.clientCertificates = .optional
    var picky = open
    picky.configuration.clientAuthorities = [third.root.subject]
    let seen = Lock<[String]>([])
    let ways = Lock<[String: String]>([:])
    let answer: TestServer.Handler = { request in
      let name = request.tls?.clientChain?.leaf.subject.commonName?.string ?? "nobody"
      let host = request.head.fields[.host]?.text.split(separator: ":").first.map(String.init) ?? ""
      seen.withLock { $0.append("\(host): \(name)") }
      guard let next = ways.withLock({ $0[host] }) else { return .response(HTTP.Response(200)) }
      return .response(HTTP.Response(302, headers: [.location: HTTP.FieldValue(next)]))
    }
    let server = try await TestServer(tls: open, answer)
    let other = try await TestServer(tls: picky, answer)
    func url(_ host: String) -> String {
      "https://\(host):\(host == "c.test" ? other.port : server.port)/"
    }
    ways.withLock { ways in
      for (host, next) in zip(hosts, hosts.dropFirst()) { ways[host] = url(next) }
    }
    let (one, two) = (try authority.client("one"), try authority.client("two"))
    let session = try HTTPSession {
      for host in hosts { $0.dns.overrides[host] = ["127.0.0.1"] }
      $0.timeouts.tls = .seconds(60)
      $0.tls.roots = .only([authority.root])
      $0.tls.identities = [
        .host("a.test", .fixed(one)), .host("b.test", .fixed(two)), .host("c.test", .fixed(one)),
      ]
      $0.tls.unlistedIdentities = .withheld
    }
    let expected = ["a.test: one", "b.test: two", "c.test: nobody", "d.test: nobody"]
    // The second journey goes over the connections of the first.
    for _ in 1...2 {
      seen.withLock { $0 = [] }
      try await session.send(.get(.reference(url("a.test"))))
      #expect(seen.withLock { $0 } == expected)
    }
    #expect(server.connectionCount == 3 && other.connectionCount == 1)
    await session.shutdown()
    await server.shutdown()
    await other.shutdown()
  }

  /// Returns a server whose list of authorities lacks the issuer of the client, which it
  /// nevertheless trusts.
  private static func incomplete(_ authority: TestAuthority) throws -> TestServer.Security {
    var security = try TestServer.Security(authority)
    security.configuration.clientCertificates = .required
    security.configuration.clientAuthorities = [try TestAuthority("third").root.subject]
    return security
  }

  @Test(arguments: TLS.UnlistedIdentities.allCases)
  func `a setting decides if a certificate of an unlisted authority is sent`(
    treatment: TLS.UnlistedIdentities
  ) async throws {
    let authority = try TestAuthority()
    let (worker, other) = (try authority.client("worker"), try authority.client("other"))
    for isAlone in [true, false] {
      let isSent = treatment == .sent || treatment == .sentIfAlone && isAlone
      try await SessionFixture.with(tls: Self.incomplete(authority), Self.answer) {
        $0.tls.identity = .fixed(worker)
        // A host of another pattern does not count.
        $0.tls.identities = [.host("other.test", .fixed(other))]
        if !isAlone { $0.tls.identities.append(.host("localhost", .fixed(other))) }
        if treatment != .sentIfAlone { $0.tls.unlistedIdentities = treatment }
      } _: { fixture in
        guard !isSent else {
          let text = try await fixture.session.send(.get("")).text
          #expect(text == (isAlone ? "worker" : "other"))
          return
        }
        guard case .tls(let fault)? = await fixture.failure(of: .get(""))?.reason else {
          Issue.record("not refused")
          return
        }
        #expect(fault.clientObstacle == .authority && fault.clientAuthentication == .declined)
        #expect(
          fault.hint?.contains("an authority that did not issue the certificate of CN=") == true)
        #expect(fault.hint?.contains("set tls.identity") == true)
        #expect(fault.hint?.contains("tls.unlistedIdentities to .sent") == true)
        #expect(fixture.server.requestCount == 0)
      }
    }
  }

  @Test func `the error for a client certificate of an unlisted authority states the reason`()
    async throws
  {
    let authority = try TestAuthority()
    let stranger = try TestAuthority("stranger").client("worker")
    try await SessionFixture.with(tls: Self.incomplete(authority), Self.answer) {
      $0.tls.identity = .fixed(stranger)
    } _: { fixture in
      guard case .tls(let fault)? = await fixture.failure(of: .get(""))?.reason else {
        Issue.record("not refused")
        return
      }
      #expect(fault.clientObstacle == .authority)
      #expect(
        fault.hint?.contains("an authority that did not issue the sent certificate of CN=worker")
          == true)
      #expect(
        fault.hint?.contains("set tls.identity to a certificate by such an authority") == true)
    }
  }

  /// A server that closes before it has read everything resets, and its alert precedes that.
  @Test func `a rejected client certificate is reported despite a connection reset`() async throws {
    let authority = try TestAuthority()
    var security = try TestServer.Security(authority)
    security.configuration.clientCertificates = .optional
    let identity = try authority.client("worker")
    let body = [UInt8](repeating: 7, count: 4 << 20)
    for _ in 1...5 {
      try await SessionFixture.withConnections(tls: security) { connection in
        try await connection.refuse(.unknownCA)
        connection.reset()
      } configure: {
        $0.tls.identity = .fixed(identity)
      } _: { fixture in
        let error = await fixture.failure(of: .post("", .bytes(body)))
        guard case .tls(let fault)? = error?.reason else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(fault.error == .alerted(TLS.AlertDescription.unknownCA.rawValue))
        #expect(fault.clientCertificate == identity.leaf && !fault.isHandshake)
      }
    }
  }

  @Test func `a client certificate without a host is rejected at the session's creation`() throws {
    let identity = try TestAuthority().client("own")
    let error = #expect(throws: HTTPSessionError.self) {
      try HTTPSession { $0.tls.identity = .fixed(identity) }
    }
    guard case .setting(let setting)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(setting.name == "tls.identity")
    _ = try HTTPSession {
      $0.tls.identity = .fixed(identity)
      $0.origins = ["https://a.test"]
    }
  }

  @Test func `a remote private key signs the handshake, and its errors are reported`() async throws
  {
    let authority = try TestAuthority()
    let held = try authority.client("worker")
    guard case .held(let key) = held.key else { return }
    var security = try TestServer.Security(authority)
    security.configuration.clientCertificates = .required
    for isLocked in [false, true] {
      let signer = Elsewhere(key: key, isLocked: isLocked)
      let identity = try TLS.Identity(held.chain, signer: signer)
      try await SessionFixture.with(tls: security, Self.answer) {
        $0.tls.identity = .fixed(identity)
      } _: { fixture in
        let error = await fixture.failure(of: .get(""))
        #expect(error?.reason == (isLocked ? .trustSource(.provider("Locked()")) : nil))
      }
    }
  }

  @Test func `the error for a missing client certificate states that reason`() async throws {
    try await SessionFixture.with(
      tls: try .local { $0.configuration.clientCertificates = .required }, Self.answer
    ) { fixture in
      let error = await fixture.failure(of: .get(""))
      guard case .tls(let fault)? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(fault.error == .alerted(TLS.AlertDescription.certificateRequired.rawValue))
      #expect(fault.hint?.contains("tls.identity") == true && error?.number == -1206)
      #expect(fixture.server.requestCount == 0)
    }
  }

  /// In TLS 1.3 a server looks at the client only once the client may send its request.
  @Test func `an error after a cut names the preceding certificate request as the cause`()
    async throws
  {
    for (asks, isCut) in [(true, true), (true, false), (false, true)] {
      let security = try TestServer.Security.local {
        $0.configuration.clientCertificates = asks ? .optional : .ignored
      }
      try await SessionFixture.withConnections(tls: security) { connection in
        _ = try await connection.readHead()
        if isCut { try connection.cut() }
      } _: { fixture in
        let error = await fixture.failure(of: .get(""))
        guard asks, isCut else {
          // A server that closes in order, or never requested a certificate, has another reason.
          #expect(error?.reason == .noResponse)
          return
        }
        guard case .tls(let fault)? = error?.reason else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(fault.error == .truncated && !fault.isHandshake)
        #expect(fault.clientAuthentication == .declined && fault.clientCertificate == nil)
        #expect(fault.hint?.contains("the client has no certificate: set tls.identity") == true)
      }
    }
  }

  @Test func `a response proves that the server has accepted the client certificate`()
    async throws
  {
    let security = try TestServer.Security.local {
      $0.configuration.clientCertificates = .optional
    }
    try await SessionFixture.withConnections(tls: security) { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      _ = try await connection.readHead()
      try await connection.refuse(.handshakeFailure)
    } _: { fixture in
      try await fixture.session.send(.get(""))
      let error = await fixture.failure(of: .post("", .bytes([1])))
      guard case .tls(let fault)? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(fault.error == .alerted(TLS.AlertDescription.handshakeFailure.rawValue))
      #expect(fault.clientAuthentication == .notRequested)
      #expect(fault.hint?.contains("tls.identity") == false && error?.number == -1200)
    }
  }

  @Test func `a replaced client certificate file is used in the next handshake`() async throws {
    let authority = try TestAuthority()
    let folder = try TemporaryFolder()
    func write(_ name: String) throws {
      let files = try ClientFiles(name, of: authority)
      try folder.replace("client.pem", with: files.chain + files.key)
    }
    try write("first")
    var security = try TestServer.Security(authority)
    security.configuration.clientCertificates = .required
    let path = "\(folder.path)/client.pem"
    let identity = try HTTPSession.ClientIdentity.pem(chain: path, key: path)
    try await SessionFixture.with(tls: security, Self.answer) {
      $0.tls.identity = identity
    } _: { fixture in
      var name = try await fixture.session.send(.get("")).text
      #expect(name == "first")
      try write("second")
      for _ in 0..<600 where name == "first" {
        try await Task.sleep(for: .milliseconds(50))
        name = try await fixture.session.send(.get("")).text
      }
      #expect(name == "second")
      #expect(fixture.server.handshakes.map(\.isResumed) == [false, false])
    }
  }
}
