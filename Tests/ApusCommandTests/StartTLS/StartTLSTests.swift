import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// The tool with servers that begin in clear text.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct StartTLSTests {
  private func run(
    _ turns: [ScriptedServer.Turn],
    _ body: (_ place: String, _ root: TrialFolder) async throws -> Void
  ) async throws {
    try await TrialServer.run(.local()) { server in
      let root = try #require(server.root)
      let folder = try TrialFolder(["root.pem": Array(root.pem.utf8)])
      let scripted = try ScriptedServer(turns, tlsPort: server.port)
      try await body("127.0.0.1:\(scripted.port)", folder)
      await scripted.shutdown()
    }
  }

  @Test(arguments: StartTLS.allCases)
  func `a server's certificate is verified after STARTTLS`(_ application: StartTLS) async throws {
    try await run(StartTLSScript.turns(application)) { place, folder in
      let words = "--starttls \(application.rawValue) --host localhost --roots root.pem"
      let run = try await RunningTool.run("\"$tool\" cert verify \(place) \(words)", in: folder)
      #expect(run.status == 0, "\(run.output)\(run.complaints)")
      #expect(run.output.contains("valid as the server localhost"))
      let pins = "\"$tool\" cert pins --connect \(place) --starttls \(application.rawValue)"
      #expect(try await RunningTool.run(pins).output.hasPrefix("sha256/"))
    }
  }

  @Test func `unencrypted bytes after the STARTTLS acceptance exit with 6`() async throws {
    let turns =
      StartTLSScript.turns(.smtp).dropLast() + [
        ScriptedServer.Turn("STARTTLS\r\n", "220 go ahead\r\n250 injected\r\n")
      ]
    try await run(Array(turns)) { place, _ in
      let run = try await RunningTool.run("\"$tool\" cert inspect \(place) --starttls smtp")
      #expect(run.status == 6 && run.output.isEmpty)
      #expect(
        run.complaints.contains("--starttls smtp: the server has sent 14 bytes of clear text"))
    }
  }

  @Test func `a server that closes or rejects STARTTLS exits with 6`() async throws {
    for turns in [
      [ScriptedServer.Turn("", "421 busy\r\n")], [ScriptedServer.Turn("", "220 a\r\n")],
    ] {
      try await run(turns + [ScriptedServer.Turn("none", "")]) { place, _ in
        let run = try await RunningTool.run("\"$tool\" cert inspect \(place) --starttls smtp")
        #expect(run.status == 6, "\(run.complaints)")
      }
    }
  }

  @Test func `a server operand without a port gets the port of its STARTTLS protocol`() {
    #expect(ServerAddress("a.example", port: StartTLS.smtp.port)?.description == "a.example:25")
    #expect(ServerAddress("a.example:2525", port: 25)?.description == "a.example:2525")
    #expect(ServerAddress("[::1]", port: 143)?.description == "[::1]:143")
  }

  @Test func `an unknown STARTTLS protocol or a file operand is a usage error`() async {
    let trial = await Trial("cert", "inspect", "a.example:1", "--starttls", "gopher")
    #expect(trial.status == .usage && trial.complaints.contains("postgres"))
    #expect(await Trial("cert", "pins", Trial.server, "--starttls", "smtp").status == .usage)
  }
}
