import ApusNet
import ApusSerialization
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusCommand

/// The messages of a server, trusted or not.
@Suite(.ownThread) struct ServerSourcesTests {
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

  private func trial(_ words: String..., environment: [String: String] = [:]) async -> Trial {
    await Trial(["cert"] + words, now: WallClock.secondsSinceEpoch, environment: environment)
  }

  @Test func `TLS secrets of cert commands are written only to the SSLKEYLOGFILE file`()
    async throws
  {
    let folder = try TrialFolder(["keys": Array("before\n".utf8)])
    try await run { server, _ in
      let place = "localhost:\(server.port)"
      #expect(await trial("inspect", place).status == .success)
      #expect(try folder.bytes(of: "keys").count == 7)
      let named = ["SSLKEYLOGFILE": folder.path + "/keys"]
      for command in ["inspect", "pins"] {
        #expect(await trial(command, place, environment: named).status == .success)
      }
      let lines = String(decoding: try folder.bytes(of: "keys"), as: UTF8.self)
      #expect(lines.hasPrefix("before\nCLIENT_HANDSHAKE_TRAFFIC_SECRET "))
      #expect(lines.split(separator: "\n").count == 11)
      let nowhere = ["SSLKEYLOGFILE": folder.path + "/none/keys"]
      let lost = await trial("inspect", place, environment: nowhere)
      #expect(lost.status == .unreadable && lost.complaints.contains("none/keys"))
      // A file alone needs no keys, and so no place for them.
      #expect(await trial("inspect", Trial.server, environment: nowhere).status == .success)
    }
  }

  @Test func `a server's certificates are shown in sent order with the TLS parameters`()
    async throws
  {
    try await run {
      $0.configuration.stapledResponse = [1, 2, 3]
    } _: { server, _ in
      let place = "localhost:\(server.port)"
      for trial in [
        await trial("inspect", place), await trial("inspect", "--connect", place),
        await trial("inspect", "https://\(place)/"),
      ] {
        #expect(trial.status == .success && trial.complaints.isEmpty, "\(trial.complaints)")
        #expect(
          trial.output.hasPrefix(
            "\(place) (127.0.0.1:\(server.port))\n  TLS 1.3, TLS_AES_128_GCM_SHA256, "
              + "X25519MLKEM768, signed by ecdsa_secp256r1_sha256, ALPN http/1.1\n"))
        #expect(trial.output.contains("stapled OCSP response: cannot be read"))
        #expect(trial.output.contains("\(place), certificate 2 (2 of 2):"))
      }
      #expect(server.requestCount == 0)
      #expect(server.tlsErrors.isEmpty)
    }
  }

  @Test func `the JSON output for a server's certificates matches its schema`() async throws {
    try await run { server, _ in
      let trial = await trial("inspect", "--format", "json", "localhost:\(server.port)")
      let json = try JSON.Value(parsing: trial.output)
      let schema = try Schema(path: Trial.fixture("schemas/apus.certificate-1.json"))
      #expect(schema.faults(in: json) == [])
      #expect(json["connections"]?.array?.first?["group"]?.string == "X25519MLKEM768")
      #expect(json["certificates"]?.array?.last?["source"]?["position"] == 2)
    }
  }

  @Test func `cert verify checks a server like a file and shows an untrusted certificate`()
    async throws
  {
    try await run { server, root in
      let place = "localhost:\(server.port)"
      let valid = await trial("verify", "--roots", root, "--explain", place)
      #expect(valid.status == .success, "\(valid.output)\(valid.complaints)")
      #expect(valid.output.contains("valid as the server localhost"))
      let stranger = await trial("verify", "--roots", Trial.authority, place)
      #expect(stranger.status == .failure && stranger.output.contains("not valid"))
      #expect(stranger.output.contains("  sent:\n  0  CN=localhost\n"))
      let other = await trial("verify", "--roots", root, "--host", "other.example", place)
      #expect(other.status == .failure && other.output.contains("is not valid for other.example"))
      #expect(other.output.contains("server name other.example"))
      let json = await trial("verify", "--roots", root, "--format=json", "--connect", place)
      let value = try JSON.Value(parsing: json.output)
      #expect(value["isValid"] == true && value["connections"]?.array?.count == 1)
    }
  }

  @Test func `pins and chains are computed from the certificates that the server sent`()
    async throws
  {
    try await run { server, root in
      let place = "localhost:\(server.port)"
      let sent = try #require(server.security).configuration.certificates
      let pins = await trial("pins", place)
      #expect(
        pins.output.split(separator: "\n").map { $0.prefix(51) } == sent.map { "\($0.pin)"[...] })
      let chain = await trial("chain", place)
      #expect(chain.status == .success && chain.output.contains("missing: CN=Apus test root"))
      #expect(
        await trial("chain", root, place).output.contains(
          "complete: the last certificate is a root"))
    }
  }

  @Test func `the --sni option sends a different server name in the TLS handshake`() async throws {
    try await run { server, _ in
      let trial = await trial("inspect", "127.0.0.1:\(server.port)", "--sni", "shop.example")
      #expect(trial.status == .success && trial.output.contains("server name shop.example"))
      #expect(await self.trial("inspect", Trial.server, "--sni", "shop.example").status == .usage)
    }
  }

  @Test func `the certificates of a server that requires a client certificate are shown`()
    async throws
  {
    try await run {
      $0.configuration.clientCertificates = .required
    } _: { server, root in
      let place = "localhost:\(server.port)"
      let trial = await trial("inspect", place)
      #expect(trial.status == .success)
      #expect(trial.output.contains("requests a client certificate"))
      #expect(await self.trial("verify", "--roots", root, place).status == .success)
    }
  }

  @Test func `a failed TLS handshake has the exit status of its error`()
    async throws
  {
    try await TrialServer.run { server in
      let plain = await trial("inspect", "localhost:\(server.port)")
      #expect(plain.status == .tls && plain.complaints.contains("does the server's port use TLS"))
    }
    #expect(await trial("inspect", "127.0.0.1:1").status == .connection)
    #expect(await trial("pins", "nowhere.invalid:443").status == .name)
    try await run { server, _ in
      let both = await trial("pins", "localhost:\(server.port)", "127.0.0.1:1")
      #expect(both.status == .connection && both.output.contains("sha256/"))
    }
  }

  @Test func `a server that is silent during the TLS handshake exits with 8`() async throws {
    let server = try await TestServer(connections: { try await $0.hang() })
    let trial = await trial("pins", "127.0.0.1:\(server.port)", "--timeout", "0.3")
    #expect(trial.status == .timeout, "\(trial.complaints)")
    await server.shutdown()
  }

  @Test(arguments: [
    ["inspect", "a.example:443", "--starttls", "telnet"], ["inspect", "--connect", "a b"],
    ["inspect", "--connect", "a.example:443/x"], ["verify"],
    ["verify", "a.example:1", "b.example:1"],
    ["verify", "a.pem", "b.pem"], ["chain"], ["pins"],
    ["pins", "a.example:1", "--sni", "10.0.0.1"],
    ["pins", "a.example:1", "--timeout", "never"],
  ])
  func `invalid options for a server's certificates are usage errors`(_ words: [String]) async {
    let trial = await Trial(["cert"] + words)
    #expect(trial.status == .usage && trial.output.isEmpty)
  }

  @Test func `a file whose name looks like a server address is read as a file`() async throws {
    let folder = try TrialFolder(["a:443": try Files.contents(of: Trial.server)])
    #expect(await trial("pins", folder.path + "/a:443").status == .success)
  }

  @Test func `a server operand consists of a host and a port`() {
    #expect(ServerAddress(operand: "a.example:443")?.description == "a.example:443")
    #expect(ServerAddress(operand: "[::1]:8443")?.description == "[::1]:8443")
    #expect(ServerAddress(operand: "https://a.example")?.description == "a.example:443")
    for text in ["a.example", "a.pem", "./a:b", "a:0", "x/a:443", "https://a/b", "::1"] {
      #expect(ServerAddress(operand: text) == nil, "\(text)")
    }
    #expect(ServerAddress("a.example")?.description == "a.example:443")
  }
}
