import Apus
import ApusCrypto
import ApusNet
import ApusTestServer
import TestSupport
import Testing

/// The regions between the marks are the code of the article on TLS.
@Suite(.ownThread) struct TLSSnippets {
  /// Runs a snippet with a server of HTTPS and a folder that has `ca.pem`, `client.pem` and
  /// `client.key`.
  private func withServer(
    clients: Bool = false, _ body: (TestServer, _ folder: String) async throws -> Void
  ) async throws {
    let authority = try TestAuthority()
    let folder = try TemporaryFolder()
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let key = try Files.contents(of: FilePath("\(root)/Fixtures/keys/p256.pem"))
    let client = try authority.client("service", key: SigningKey(pem: key.span))
    _ = try folder.write(Array(authority.rootPEM.utf8), to: "ca.pem")
    _ = try folder.write(Array(client.chain.map(\.pem).joined().utf8), to: "client.pem")
    _ = try folder.write(key, to: "client.key")
    var security = try TestServer.Security(authority)
    if clients { security.configuration.clientCertificates = .required }
    let server = try await TestServer(tls: security) { _ in .response(HTTP.Response(200)) }
    do {
      try await body(server, folder.path)
    } catch {
      await server.shutdown()
      throw error
    }
    await server.shutdown()
  }

  @Test func `a session can trust a private root certificate`() async throws {
    try await withServer { server, folder in
      let base = server.url
      // Snippet:
      let api = try HTTPSession(base) { $0.tls.roots = try .only(pemFile: "\(folder)/ca.pem") }
      let response = try await api.get("status")
      print(response.tls?.facts.version ?? .tls13)
      // End.
      #expect(response.status == .ok && response.tls?.facts.version == .tls13)
      // Snippet:
      let both = try HTTPSession(base) {
        $0.tls.roots = .system.adding(try .only(pemFile: "\(folder)/ca.pem"))
      }
      // End.
      await both.shutdown(within: .seconds(60))
      await api.shutdown(within: .seconds(60))
    }
  }

  @Test func `a server certificate of an unknown authority is rejected`() async throws {
    var words = ""
    try await withServer { server, folder in
      let api = try HTTPSession(server.url) {
        $0.tls.roots = .only([try TestAuthority().root])
      }
      // Snippet:
      do {
        _ = try await api.get("status")
      } catch let error as HTTPSessionError {
        guard let failure = error.trust else { throw error }
        words = failure.explanation
      }
      // End.
      await api.shutdown(within: .seconds(60))
    }
    #expect(words.contains("localhost is rejected: ") && words.contains("path 1 of 1:"))
  }

  @Test func `a session can pin public keys and send a client certificate`() async throws {
    try await withServer(clients: true) { server, folder in
      let base = server.url
      let pin = "\(X509.Pin(try #require(server.root).publicKey))"
      let backup = "sha256/" + String(repeating: "A", count: 43) + "="
      // Snippet:
      let api = try HTTPSession(base) {
        $0.tls.roots = try .only(pemFile: "\(folder)/ca.pem")
        $0.tls.pins = [.host("localhost", pin, backup: backup, expires: "2099-01-01")]
        $0.tls.identity = try .pem(chain: "\(folder)/client.pem", key: "\(folder)/client.key")
      }
      let response = try await api.get("status")
      // End.
      #expect(response.status == .ok)
      #expect(server.handshakes.count == 1)
      await api.shutdown(within: .seconds(60))
    }
  }

  @Test func `a session can have pins and client certificates for some hosts`() async throws {
    try await withServer { server, folder in
      let pin = "\(X509.Pin(try #require(server.root).publicKey))"
      let backup = "sha256/" + String(repeating: "A", count: 43) + "="
      // Snippet:
      let api = try HTTPSession("https://api.example.com/") {
        $0.tls.pins = [.host("api.example.com", pin, backup: backup)]
        $0.tls.identities = [
          .host(
            "*.example.net", try .pem(chain: "\(folder)/client.pem", key: "\(folder)/client.key"))
        ]
      }
      // End.
      #expect(api.configuration.tls.pins.count == 1)
      #expect(api.configuration.tls.identities.count == 1)
      await api.shutdown(within: .seconds(60))
    }
  }

  @Test func `the description of a session's TLS settings lists its requirements`() throws {
    // Snippet:
    let api = try HTTPSession("https://api.example.com/") {
      $0.tls.versions = [.tls13]
      $0.tls.serverNames["10.0.0.7"] = "db.internal"
      $0.tls.onBrokenFile = { error in print("a file of trust is broken: \(error)") }
    }
    print(api.configuration.tls)
    // End.
    #expect("\(api.configuration.tls)".isEmpty == false)
  }
}
