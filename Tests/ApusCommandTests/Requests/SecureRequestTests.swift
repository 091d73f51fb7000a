import ApusBytes
import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusCommand

/// Requests over TLS: the trusted servers, and the client's identity.
@Suite(.ownThread) struct SecureRequestTests {
  /// A server made on the spot, and its root in a file.
  private func run(
    _ adapt: (inout TestServer.Security) throws -> Void = { _ in },
    _ body: (TestServer, _ root: String) async throws -> Void
  ) async throws {
    try await TrialServer.run(try .local(adapt)) { server in
      let root = try #require(server.root)
      let folder = try TrialFolder(["root.pem": Array(root.pem.utf8)])
      try await body(server, folder.path + "/root.pem")
    }
  }

  @Test func `a server is trusted with the root certificate of the --cacert option`() async throws {
    try await run { server, root in
      let trial = await Trial("get", server.url + "bytes/3", "--cacert", root)
      #expect(trial.status == .success && trial.bytes == [0, 1, 2], "\(trial.complaints)")
    }
  }

  @Test func `a server with an unknown root exits with 7 and receives no request`() async throws {
    try await run { server, _ in
      let other = try TrialFolder(["other.pem": Array(try TestAuthority().root.pem.utf8)])
      let trial = await Trial("get", server.url, "--cacert", other.path + "/other.pem", "--verbose")
      #expect(trial.status == .trust && trial.output.isEmpty)
      #expect(trial.complaints.contains("localhost is rejected"))
      #expect(trial.complaints.contains("127.0.0.1:\(server.port)"))
      #expect(server.requestCount == 0)
    }
  }

  @Test func `a server with a certificate for another name exits with 7`() async throws {
    try await run { server, root in
      let trial = await Trial(
        "get", "https://other.example:\(server.port)/", "--cacert", root, "--resolve",
        "other.example:\(server.port):127.0.0.1")
      #expect(trial.status == .trust && trial.complaints.contains("is not valid for other.example"))
      #expect(server.requestCount == 0)
    }
  }

  @Test func `a key pin may match any certificate of the path, and one match is enough`()
    async throws
  {
    try await run { server, root in
      let wrong = "sha256/" + Base64.encode([UInt8](repeating: 7, count: 32))
      let pins = try #require(server.security).configuration.certificates.map { "\($0.pin)" }
      let words = ["get", server.url + "bytes/1", "--cacert", root]
      for pin in pins + ["\(try #require(server.root).pin)"] {
        #expect(await Trial(words + ["--pin", wrong, "--pin", pin]).status == .success)
      }
      let refused = await Trial(words + ["--pin", wrong])
      #expect(refused.status == .trust && refused.complaints.contains(pins[0]))
      #expect(server.requestCount == 3)
    }
  }

  @Test func `the --verbose option prints the negotiated TLS parameters`() async throws {
    try await run {
      $0.configuration.suites = [.chaCha20Poly1305]
    } _: { server, root in
      let trial = await Trial("get", server.url + "bytes/1", "--cacert", root, "--verbose")
      #expect(
        trial.complaints.contains("* connected to localhost (127.0.0.1:\(server.port))\n"))
      #expect(
        trial.complaints.contains(
          "* TLS 1.3, TLS_CHACHA20_POLY1305_SHA256, X25519MLKEM768, signed by "
            + "ecdsa_secp256r1_sha256, ALPN http/1.1\n"))
      #expect(trial.complaints.contains("* anchor: "))
      #expect(trial.complaints.contains("> GET /bytes/1 HTTP/1.1\n"))
    }
  }

  @Test func `TLS secrets of a request are written only to the file that SSLKEYLOGFILE names`()
    async throws
  {
    let folder = try TrialFolder(["keys": Array("before\n".utf8)])
    let path = folder.path + "/keys"
    try await run { server, root in
      let words = ["get", server.url + "bytes/1", "--cacert", root]
      #expect(await Trial(words).status == .success)
      #expect(try folder.bytes(of: "keys").count == 7)
      #expect(await Trial(words, environment: ["SSLKEYLOGFILE": path]).status == .success)
      let lines = String(decoding: try folder.bytes(of: "keys"), as: UTF8.self)
      #expect(lines.hasPrefix("before\nCLIENT_HANDSHAKE_TRAFFIC_SECRET "))
      #expect(lines.split(separator: "\n").count == 6)
      let nowhere = folder.path + "/none/keys"
      let trial = await Trial(words, environment: ["SSLKEYLOGFILE": nowhere])
      #expect(trial.status == .unreadable && trial.complaints.contains("none/keys"))
    }
  }

  private static let keyStore = Trial.fixture("keystores/p256.p12")

  @Test func `the client certificate is read from PEM or PKCS 12 files`() async throws {
    let authority = try X509.Certificate(
      pem: String(
        decoding: try Files.contents(of: Trial.fixture("keystores/authority.pem")), as: UTF8.self))
    let passwords = try TrialFolder(["password": Array("apus\r\nnext".utf8)])
    try await run {
      $0.configuration.clientCertificates = .required
      $0.clientRoots = [authority]
      // The fixtures were made at a time, and end at one.
      let start = authority.validity.notBefore.secondsSinceEpoch
      $0.clientMoment = UnixTime(secondsSinceEpoch: start + 86_400)
    } _: { server, root in
      let words = ["get", server.url + "bytes/1", "--cacert", root]
      let refused = await Trial(words)
      #expect(refused.status == .tls, "\(refused.complaints)")
      for (others, environment) in [
        (
          ["--cert", Trial.fixture("keystores/p256.pem"), "--key", Trial.fixture("keys/p256.pem")],
          [:]
        ),
        (["--cert", Self.keyStore], ["APUS_PASSWORD": "apus"]),
        (["--cert", Self.keyStore, "--password-file", passwords.path + "/password"], [:]),
      ] as [([String], [String: String])] {
        let trial = await Trial(words + others, environment: environment)
        #expect(trial.status == .success, "\(others): \(trial.complaints)")
      }
    }
  }

  @Test func `an unreadable private key exits with 3 without showing the password`() async throws {
    let url = "https://127.0.0.1:2/"
    for (words, password) in [
      (["--cert", Self.keyStore], "planted"), (["--cert", "no-such-file"], "planted"),
      (["--cert", Trial.fixture("keystores/p256.pem")], "planted"),
      (["--cert", Trial.server, "--key", Trial.fixture("keys/p256.pem")], "planted"),
      (["--cacert", "no-such-file"], "planted"), (["--cacert", Trial.fixture("README.md")], ""),
    ] {
      let trial = await Trial(["get", url] + words, environment: ["APUS_PASSWORD": password])
      #expect(trial.status == .unreadable, "\(words): \(trial.complaints)")
      #expect(!trial.complaints.isEmpty && !trial.complaints.contains("planted"))
    }
  }
}
