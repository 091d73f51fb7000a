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

/// Clients that others wrote, at the test server of TLS.
@Suite(.ownThread) struct SecureClientsTests {
  /// A server, its root in a folder, and an authority that issues clients.
  private struct Fixture {
    let authority: TestAuthority
    let server: TestServer
    let folder: TemporaryFolder

    init(
      identity: (TestAuthority) throws -> TLS.Identity = { try $0.server() },
      adapt: (inout TestServer.Security) -> Void = { _ in }
    ) async throws {
      authority = try TestAuthority()
      var security = try TestServer.Security(identity(authority), root: authority.root)
      security.clientRoots = [authority.root]
      adapt(&security)
      server = try await TestServer(tls: security, SecureClientsTests.answer)
      folder = try TemporaryFolder()
      _ = try folder.write(Array(authority.rootPEM.utf8), to: "root.pem")
    }

    /// Writes a client's certificates and its key into the folder.
    func writeClient() throws {
      let files = try ClientFiles(of: authority)
      _ = try folder.write(files.key, to: "client.key")
      _ = try folder.write(files.chain, to: "client.pem")
    }

    func read(_ name: String) throws -> [UInt8] {
      try Files.contents(of: "\(folder.path)/\(name)", limit: 64 << 20)
    }
  }

  private static let answer: TestServer.Handler = { request in
    switch request.path {
    case "/who":
      let name = request.tls?.clientChain?.leaf.subject.commonName?.string ?? "nobody"
      return .response(HTTP.Response(200, body: Array(name.utf8)))
    case "/cut":
      let whole = HTTP.Response(200, body: TestRoutes.bytes(1000))
      return .response(whole, .cut(afterByteCount: 500))
    default: return try await TestRoutes.answer(request)
    }
  }

  /// Returns an identity with an RSA key, which is not generated here.
  private static func rsa(_ name: String, _ authority: TestAuthority) throws -> TLS.Identity {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let pem = try Files.contents(of: "\(root)/Fixtures/keys/\(name).pem")
    return try authority.server(TestAuthority.loopback, key: SigningKey(pem: pem.span))
  }

  private static let identities: [@Sendable (TestAuthority) throws -> TLS.Identity] = [
    { try $0.server(key: .p256) }, { try $0.server(key: .p384) }, { try $0.server(key: .p521) },
    { try $0.server(key: .ed25519) }, { try rsa("rsa", $0) }, { try rsa("rsa-pss", $0) },
  ]

  private static let request = "GET /bytes/1000 HTTP/1.1\r\nHost: localhost\r\nConnection: close"

  @Test(.enabled(if: Program.openssl.isExpected, "there is no openssl"))
  func `OpenSSL trusts each key type, resumes TLS and receives a close_notify`() async throws {
    for identity in Self.identities {
      let fixture = try await Fixture(identity: identity)
      _ = try fixture.folder.write(Array((Self.request + "\r\n\r\n").utf8), to: "request")
      let arguments =
        "s_client -quiet -connect 127.0.0.1:\(fixture.server.port) -servername localhost "
        + "-CAfile root.pem -verify_return_error -verify_hostname localhost -tls1_3"
      try Program.openssl.run("\(arguments) -sess_out ticket <request >answer", in: fixture.folder)
      #expect(try fixture.read("answer").suffix(1000) == TestRoutes.bytes(1000)[...])
      try Program.openssl.run("\(arguments) -sess_in ticket <request >again", in: fixture.folder)
      #expect(try fixture.read("again") == fixture.read("answer"))
      await fixture.server.drain()
      #expect(fixture.server.handshakes.map(\.isResumed) == [false, true])
      #expect(fixture.server.handshakes.allSatisfy { $0.hostName == Array("localhost".utf8) })
      #expect(fixture.server.tlsErrors.isEmpty && fixture.server.closeNotifyCount == 2)
    }
  }

  @Test(.enabled(if: Program.openssl.isExpected, "there is no openssl"))
  func `OpenSSL receives the server's list of client certificate authorities`() async throws {
    let fixture = try await Fixture(adapt: {
      $0.configuration.clientCertificates = .optional
      $0.configuration.clientAuthorities = $0.clientRoots.map(\.subject)
    })
    let status = Program.openssl.status(
      of: "s_client -connect 127.0.0.1:\(fixture.server.port) >answer", in: fixture.folder)
    #expect(status == 0)
    let told = Array("Acceptable client certificate CA names\nCN = Apus test root".utf8)
    #expect(try fixture.read("answer").contains(told))
    await fixture.server.drain()
  }

  @Test(.enabled(if: Program.curl.isExpected, "there is no curl"))
  func `curl sends and receives 10 MB over one connection`() async throws {
    let fixture = try await Fixture()
    let content = TestRoutes.bytes(10 << 20)
    _ = try fixture.folder.write(content, to: "content")
    let (url, options) = (fixture.server.url, "-sS --fail --cacert root.pem")
    try Program.curl.run(
      "\(options) -o down \(url)bytes/\(content.count) --next \(options) -o up "
        + "--data-binary @content \(url)echo", in: fixture.folder)
    // A failure must not print 10 MB of different bytes.
    let isSame = try fixture.read("down") == content && fixture.read("up") == content
    #expect(isSame)
    await fixture.server.drain()
    #expect(fixture.server.connectionCount == 1 && fixture.server.tlsErrors.isEmpty)
    #expect(fixture.server.handshakes.first?.applicationProtocol == Array("http/1.1".utf8))
  }

  @Test(.enabled(if: Program.curl.isExpected, "there is no curl"))
  func `curl completes a handshake after a HelloRetryRequest with a cookie`() async throws {
    let fixture = try await Fixture(adapt: {
      $0.configuration.groups = [.secp384r1]
      $0.configuration.retryCookie = [1, 2, 3]
    })
    try Program.curl.run(
      "-sS --fail --cacert root.pem -o answer \(fixture.server.url)bytes/100", in: fixture.folder)
    #expect(try fixture.read("answer") == TestRoutes.bytes(100))
    await fixture.server.drain()
    #expect(fixture.server.handshakes.first?.isRetried == true)
    #expect(fixture.server.handshakes.first?.group == .secp384r1)
  }

  @Test(.enabled(if: Program.curl.isExpected, "there is no curl"))
  func `curl sends a requested certificate, and without one it is rejected`()
    async throws
  {
    let fixture = try await Fixture(adapt: { $0.configuration.clientCertificates = .required })
    try fixture.writeClient()
    let options = "-sS --fail --cacert root.pem -o answer"
    try Program.curl.run(
      "\(options) --cert client.pem --key client.key \(fixture.server.url)who", in: fixture.folder)
    #expect(try fixture.read("answer") == Array("worker".utf8))
    let without = Program.curl.status(of: "\(options) \(fixture.server.url)who", in: fixture.folder)
    #expect(without != 0)
    #expect(fixture.server.tlsErrors == [.certificateRequired])
    fixture.server.security?.configuration.clientCertificates = .optional
    try Program.curl.run("\(options) \(fixture.server.url)who", in: fixture.folder)
    #expect(try fixture.read("answer") == Array("nobody".utf8))
    fixture.server.security?.clientRoots = []
    let stranger = Program.curl.status(
      of: "\(options) --cert client.pem --key client.key \(fixture.server.url)who",
      in: fixture.folder)
    #expect(stranger != 0)
    #expect(fixture.server.tlsErrors.last == .untrusted(.unknownCA))
    await fixture.server.drain()
  }

  @Test(.enabled(if: Program.python.isExpected, "there is no Python"))
  func `Python distinguishes a close_notify alert from a truncated connection`() async throws {
    let fixture = try await Fixture()
    let script = """
      import socket, ssl, sys
      context = ssl.create_default_context(cafile="root.pem")
      def get(path):
          raw = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
          tls = context.wrap_socket(
              raw, server_hostname="localhost", suppress_ragged_eofs=False)
          assert tls.version() == "TLSv1.3", tls.version()
          tls.sendall(b"GET " + path + b" HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n")
          answer = b""
          while True:
              piece = tls.recv(65536)
              if not piece:
                  break
              answer += piece
          tls.unwrap()
          return answer
      assert get(b"/bytes/1000").endswith(bytes(i % 256 for i in range(1000)))
      try:
          get(b"/cut")
          sys.exit(3)
      except ssl.SSLEOFError:
          pass
      """
    _ = try fixture.folder.write(Array(script.utf8), to: "get.py")
    try Program.python.run("get.py \(fixture.server.port)", in: fixture.folder)
    await fixture.server.drain()
    #expect(fixture.server.closeNotifyCount == 1)
    #expect(fixture.server.handshakes.count == 2)
  }

  @Test(.enabled(if: Program.requests.isExpected, "there is no requests for Python"))
  func `Python requests trusts the root, sends a certificate and resumes TLS`()
    async throws
  {
    let fixture = try await Fixture(adapt: { $0.configuration.clientCertificates = .optional })
    try fixture.writeClient()
    let script = """
      import requests, sys
      url = sys.argv[1]
      with requests.Session() as session:
          session.trust_env = False
          session.verify = "root.pem"
          answer = session.get(url + "bytes/1000")
          assert answer.status_code == 200, answer.status_code
          assert answer.content == bytes(i % 256 for i in range(1000))
          content = bytes(range(256)) * 4096
          assert session.post(url + "echo", data=content).content == content
          assert session.get(url + "who").text == "nobody"
      with requests.Session() as session:
          session.trust_env = False
          session.verify = "root.pem"
          session.cert = ("client.pem", "client.key")
          assert session.get(url + "who").text == "worker"
      try:
          requests.get(url + "who")
          sys.exit(3)
      except requests.exceptions.SSLError:
          pass
      try:
          requests.get(url + "cut", verify="root.pem")
          sys.exit(4)
      except requests.exceptions.RequestException:
          pass
      """
    _ = try fixture.folder.write(Array(script.utf8), to: "get.py")
    try Program.requests.run("get.py \(fixture.server.url)", in: fixture.folder)
    await fixture.server.drain()
    // Two sessions, the truncated response, and the client that did not trust the root.
    #expect(fixture.server.handshakes.count == 3 && fixture.server.connectionCount == 4)
    #expect(fixture.server.tlsErrors.contains(.alerted(TLS.AlertDescription.unknownCA.rawValue)))
  }

  @Test(.enabled(if: Program.gnutls.isExpected, "there is no gnutls-cli"))
  func `GnuTLS trusts the test server and resumes a session`() async throws {
    let fixture = try await Fixture()
    _ = try fixture.folder.write(Array((Self.request + "\r\n\r\n").utf8), to: "request")
    try Program.gnutls.run(
      "--x509cafile root.pem --verify-hostname localhost --sni-hostname localhost "
        + "--resume --waitresumption -p \(fixture.server.port) 127.0.0.1 <request >answer",
      in: fixture.folder)
    #expect(try fixture.read("answer").contains(TestRoutes.bytes(1000)))
    await fixture.server.drain()
    #expect(fixture.server.handshakes.map(\.isResumed) == [false, true])
  }
}
