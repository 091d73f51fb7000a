import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// A key and a certificate that belong together, or not.
@Suite(.ownThread) struct MatchesCommandTests {
  private static func trial(_ key: String, _ certificate: String) async -> Trial {
    await Trial(
      ["cert", "matches", Trial.fixture(key), Trial.fixture(certificate)],
      environment: ["APUS_PASSWORD": "apus"])
  }

  @Test(arguments: [
    ("keys/p256.pem", "keystores/p256.pem"), ("keys/p256.sec1.pem", "keystores/p256.pem"),
    ("keys/p256.sec1-compressed.pem", "keystores/p256.pem"),
    ("keys/p384.locked.pem", "keystores/p384.pem"), ("keys/rsa.pkcs1.pem", "keystores/rsa.pem"),
    ("keys/p256.public.pem", "keystores/p256.pem"), ("keys/p256.pem", "tool/request.pem"),
    ("keystores/ed25519.p12", "keystores/ed25519.pem"),
  ])
  func `apus cert matches accepts a private key and its certificate in any format`(
    _ key: String, _ certificate: String
  ) async {
    let trial = await Self.trial(key, certificate)
    #expect(trial.status == .success, "\(trial.complaints)")
    #expect(trial.output.hasPrefix("the key belongs to the certificate\n"))
  }

  @Test func `apus cert matches exits with 1 if the key does not belong to the certificate`() async
  {
    let trial = await Self.trial("keys/p384.pem", "keystores/p256.pem")
    #expect(
      trial.status == .failure
        && trial.output.hasPrefix("the key does not belong to the certificate\n"))
    let json = await Trial(
      "cert", "matches", "--format=json", Trial.fixture("keys/rsa.pem"), Trial.server)
    #expect(json.status == .failure && json.output.contains("\"matches\": false"))
  }

  @Test func `apus cert matches fails if the file has no readable private key`() async {
    let locked = await Trial("cert", "matches", Trial.fixture("keys/rsa.locked.pem"), Trial.server)
    #expect(locked.status == .unreadable && locked.complaints.contains("--password-file FILE"))
    #expect(await Self.trial("revocation/list.pem", "keystores/p256.pem").status == .unreadable)
    #expect(await Self.trial("keys/none.pem", "keystores/p256.pem").status == .unreadable)
    #expect(await Trial("cert", "matches", Trial.server).status == .usage)
  }

  @Test func `apus cert matches compares a private key with a server's certificate`() async throws {
    try await TrialServer.run(.local()) { server in
      let key = Trial.fixture("keys/p256.pem")
      let trial = await Trial("cert", "matches", key, "localhost:\(server.port)")
      #expect(trial.status == .failure, "\(trial.complaints)")
      #expect(trial.output.contains("  cert  EC P-256"))
    }
  }
}
