import ApusSerialization
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// The parameters of TLS that a server accepts.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct ProbeCommandTests {
  /// The names of the accepted values of a section.
  private static func accepted(_ json: JSON.Value, _ section: String) -> [String] {
    (json[section]?.array ?? []).filter { $0["isAccepted"] == true }
      .compactMap { $0["name"]?.string }
  }

  @Test func `the tls command lists exactly the TLS parameters that a server accepts`() async throws
  {
    try await TrialServer.run(
      .local {
        $0.configuration.suites = [.aes256GCM]
        $0.configuration.groups = [.x25519, .secp384r1]
      }
    ) { server in
      let run = try await RunningTool.run(
        "\"$tool\" tls localhost:\(server.port) --pause 1ms --format json")
      #expect(run.status == 0, "\(run.complaints)")
      let json = try JSON.Value(parsing: run.output)
      #expect(json["schema"] == "apus.tls/1" && json["chain"]?.array?.count == 2)
      #expect(Self.accepted(json, "versions") == ["TLS 1.3"])
      #expect(Self.accepted(json, "cipherSuites") == ["TLS_AES_256_GCM_SHA384"])
      #expect(Self.accepted(json, "groups") == ["secp384r1", "x25519"])
      #expect(Self.accepted(json, "signatureSchemes") == ["ecdsa_secp256r1_sha256"])
      #expect(Self.accepted(json, "applicationProtocols") == ["http/1.1"])
      let refused = json["versions"]?.array?.first { $0["isAccepted"] == false }
      #expect(refused?["reason"]?.string?.isEmpty == false)
      #expect(server.requestCount == 0)
      let text = try await RunningTool.run("\"$tool\" tls localhost:\(server.port) --pause 1ms")
      #expect(text.output.contains("\n  TLS_AES_256_GCM_SHA384"))
      #expect(text.output.contains("\ngroups\n") && text.output.contains("  yes\n"))
    }
  }

  /// A server that requests client certificates resumes no session.
  @Test(arguments: ["resumed", "not-resumed", "no-ticket"])
  func `the tls command offers the session ticket of a first connection to the server`(
    _ result: String
  ) async throws {
    try await TrialServer.run(
      .local {
        if result == "no-ticket" { $0.configuration.ticketSealer = nil }
        if result == "not-resumed" { $0.configuration.clientCertificates = .optional }
      }
    ) { server in
      let words = ["tls", "localhost:\(server.port)", "--pause", "1ms"]
      let json = try JSON.Value(parsing: await Trial(words + ["--format", "json"]).output)
      let finding = json["resumption"]?.array?.first
      #expect(json["resumption"]?.array?.count == 1 && finding?["name"] == "TLS 1.3")
      #expect(finding?["result"]?.string == result)
      #expect(finding?["isAccepted"]?.bool == (result == "resumed"))
      let text = await Trial(words).output
      let row = text.split(separator: "\n").last { $0.hasPrefix("  TLS 1.3 ") }
      #expect(row?.hasSuffix("  " + result.replacing("-", with: " ")) == true, "\(text)")
    }
  }

  @Test func `the tls command exits with 5 for an unreachable server and rejects a file`()
    async throws
  {
    #expect(try RunningTool("\"$tool\" tls 127.0.0.1:1").status == 5)
    #expect(await Trial("tls", "a.pem").status == .usage)
    #expect(await Trial("tls").status == .usage)
    #expect(await Trial("tls", "a.example:1", "b.example:1").status == .usage)
    #expect(await Trial("tls", "a.example:1", "--pause", "-1").status == .usage)
  }
}
