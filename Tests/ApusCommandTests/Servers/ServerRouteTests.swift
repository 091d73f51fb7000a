import ApusASN1
import ApusNet
import ApusSerialization
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusCommand

/// Connections to servers through a proxy and with a client certificate, without a request.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ServerRouteTests {
  private static let name = "inside.example"

  /// The CONNECT request for a port, and the response of the proxy.
  private static func connect(_ status: String, _ credential: String = "") -> ScriptedServer.Turn {
    let place = "\(name):8443"
    return ScriptedServer.Turn(
      "CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\(credential)\r\n",
      "HTTP/1.1 \(status)\r\n\r\n")
  }

  private static let socks = [
    ScriptedServer.Turn([5, 1, 0], [5, 0]),
    ScriptedServer.Turn(
      [5, 1, 0, 3, UInt8(name.utf8.count)] + Array(name.utf8) + [0x20, 0xfb],
      [5, 0, 0, 1, 127, 0, 0, 1, 0, 0]),
  ]

  private func run(
    _ turns: [ScriptedServer.Turn], _ body: (_ proxyPort: UInt16) async throws -> Void
  ) async throws {
    try await TrialServer.run(try .local()) { server in
      let proxy = try ScriptedServer(turns, tlsPort: server.port)
      try await body(proxy.port)
      await proxy.shutdown()
    }
  }

  private func trial(_ words: String...) async -> Trial {
    await Trial(words, now: WallClock.secondsSinceEpoch)
  }

  @Test(arguments: ["http", "socks5"])
  func `the certificates of a server are read through a proxy`(_ kind: String) async throws {
    try await run(kind == "http" ? [Self.connect("200 OK")] : Self.socks) { port in
      let (place, proxy) = ("\(Self.name):8443", "\(kind)://127.0.0.1:\(port)")
      let text = await trial("cert", "inspect", place, "--proxy", proxy)
      #expect(text.status == .success && text.complaints.isEmpty, "\(text.complaints)")
      #expect(text.output.hasPrefix("\(place) (through \(proxy))\n  TLS 1.3, "))
      let json = await trial("cert", "inspect", place, "-x", proxy, "--format", "json")
      let value = try JSON.Value(parsing: json.output)
      let schema = try Schema(path: Trial.fixture("schemas/apus.certificate-1.json"))
      #expect(schema.faults(in: value) == [])
      #expect(value["connections"]?.array?.first?["proxy"]?.string == proxy)
      for command in ["pins", "chain"] {
        let other = await trial("cert", command, place, "--proxy", proxy)
        #expect(other.status == .success, "\(command): \(other.complaints)")
      }
      let equal = await trial("cert", "diff", place, place, "--proxy", proxy)
      #expect(equal.status == .success, "\(equal.complaints)")
      // The certificate is of another name.
      let verified = await trial("cert", "verify", place, "--proxy", proxy)
      #expect(verified.status == .failure && verified.output.contains("not valid"))
      let probe = await trial("tls", place, "--proxy", proxy, "--pause", "1ms")
      #expect(probe.status == .success && probe.output.contains("  x25519  "))
    }
  }

  @Test func `a proxy that requests a credential receives the credential of the file`()
    async throws
  {
    let folder = try TrialFolder(["credential": Array("svc:planted\n".utf8)])
    let challenge = "407 No\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0"
    let field = "Proxy-Authorization: Basic c3ZjOnBsYW50ZWQ=\r\n"
    let turns = [Self.connect(challenge), Self.connect("200 OK", field)]
    try await run(turns) { port in
      let words = ["cert", "pins", "\(Self.name):8443", "--proxy", "http://127.0.0.1:\(port)"]
      let without = await Trial(words)
      #expect(without.status == .connection)
      #expect(without.complaints.contains("type --proxy-auth-file FILE"))
      let with = await Trial(words + ["--proxy-auth-file", folder.path + "/credential"])
      #expect(with.status == .success, "\(with.complaints)")
      #expect(!(with.output + with.complaints).contains("planted"))
      let lost = await Trial(words + ["--proxy-auth-file", folder.path + "/none"])
      #expect(lost.status == .unreadable && lost.complaints.contains("/none"))
    }
  }

  @Test func `a proxy that opens no tunnel has its own error and the status 5`() async throws {
    try await run([Self.connect("403 No")]) { port in
      let trial = await trial(
        "cert", "inspect", "\(Self.name):8443", "--proxy", "http://127.0.0.1:\(port)")
      #expect(trial.status == .connection && trial.complaints.contains("status 403"))
    }
    let unreachable = await trial("cert", "pins", "a.example:1", "--proxy", "http://127.0.0.1:1")
    #expect(unreachable.status == .connection, "\(unreachable.complaints)")
    #expect(unreachable.complaints.contains("the proxy http://127.0.0.1:1"))
  }

  @Test func `a server that requires a client certificate receives the certificate of --cert`()
    async throws
  {
    let authority = try X509.Certificate(
      pem: String(
        decoding: try Files.contents(of: Trial.fixture("keystores/authority.pem")), as: UTF8.self))
    try await TrialServer.run(
      try .local {
        $0.configuration.clientCertificates = .required
        $0.clientRoots = [authority]
        let start = authority.validity.notBefore.secondsSinceEpoch
        $0.clientMoment = UnixTime(secondsSinceEpoch: start + 86_400)
      }
    ) { server in
      let place = "localhost:\(server.port)"
      let certificate = ["--cert", Trial.fixture("keystores/p256.pem")]
      let key = ["--key", Trial.fixture("keys/p256.pem")]
      let signed = await Trial(["cert", "inspect", place] + certificate + key)
      #expect(signed.status == .success, "\(signed.complaints)")
      #expect(signed.output.contains("the client signed by ecdsa_secp256r1_sha256"))
      let probe = await Trial(["tls", place, "--pause", "1ms"] + certificate + key)
      #expect(probe.status == .success, "\(probe.complaints)")
      let keyless = await Trial(["cert", "inspect", place] + certificate)
      #expect(keyless.status == .unreadable && keyless.complaints.contains("type --key FILE"))
    }
  }

  @Test(arguments: [
    ["cert", "inspect", "a.example:443", "--proxy", "https://a.example"],
    ["cert", "inspect", "a.example:443", "--proxy", "ftp://a.example"],
    ["cert", "inspect", "a.example:443", "--proxy", "http://svc:planted@a.example"],
    ["cert", "inspect", "a.example:443", "--proxy-auth-file", "x"],
    ["cert", "inspect", "a.example:443", "--key", "x"],
    ["cert", "inspect", Trial.server, "--proxy", "http://a.example"],
    ["cert", "inspect", Trial.server, "--cert", "x"],
  ])
  func `an invalid proxy or client certificate is a usage error`(_ words: [String]) async {
    let trial = await Trial(words)
    #expect(trial.status == .usage && trial.output.isEmpty, "\(trial.complaints)")
    #expect(!trial.complaints.contains("planted"))
  }

  @Test func `the proxy variables of the environment are not used without a request`() async throws
  {
    try await TrialServer.run(try .local()) { server in
      let trial = await Trial(
        ["cert", "pins", "localhost:\(server.port)"],
        environment: ["https_proxy": "http://127.0.0.1:1", "all_proxy": "http://127.0.0.1:1"])
      #expect(trial.status == .success, "\(trial.complaints)")
    }
  }
}
