import ApusNet
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusCommand

/// OCSP responses, trust stores and locked files in the commands that read certificates.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct VerifyEvidenceTests {
  private static let stores = Trial.fixture("keystores/")

  @Test func `cert verify accepts a good OCSP response and rejects a revoked certificate`()
    throws
  {
    let authority = try TestAuthority(at: UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch))
    let leaf = try authority.server(["a.example"]).leaf
    let pem = ([leaf] + authority.intermediates).map(\.pem).joined()
    let folder = try TrialFolder([
      "root.pem": Array(authority.rootPEM.utf8), "server.pem": Array(pem.utf8),
      "good.ocsp": try authority.response(about: leaf),
      "revoked.ocsp": try authority.response(about: leaf, .revoked),
      "other.ocsp": try authority.response(about: authority.server(["b.example"]).leaf),
    ])
    let verify = "\"$tool\" cert verify server.pem --host a.example --roots root.pem"
    for (words, status, text) in [
      ("--ocsp good.ocsp --leaf-only", 0, "valid as"),
      ("--ocsp revoked.ocsp --leaf-only", 1, "revoked"),
      ("--ocsp other.ocsp --leaf-only", 1, "--ocsp FILE"),
      ("--ocsp good.ocsp", 1, "--ocsp FILE"),
      ("--ocsp root.pem", 3, "root.pem: the file contains no revocation list or OCSP response"),
      ("--leaf-only", 2, "--crl FILE"),
    ] {
      let run = try RunningTool("\(verify) \(words)", in: folder)
      #expect(run.status == Int64(status), "\(words): \(run.output)\(run.complaints)")
      #expect((run.output + run.complaints).contains(text), "\(words): \(run.output)")
    }
  }

  @Test func `apus cert verify checks the OCSP response that a server staples`() async throws {
    let authority = try TestAuthority(at: UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch))
    for (standing, status) in [(TestAuthority.Standing.good, 0), (.revoked, 1)] {
      var security = try TestServer.Security(authority)
      let leaf = try #require(security.configuration.certificates.first)
      security.configuration.stapledResponse = try authority.response(about: leaf, standing)
      try await TrialServer.run(security) { server in
        let folder = try TrialFolder(["root.pem": Array(authority.rootPEM.utf8)])
        let line = "\"$tool\" cert verify localhost:\(server.port) --roots root.pem"
        let run = try await RunningTool.run(line, in: folder)
        #expect(run.status == Int64(status), "\(run.output)\(run.complaints)")
      }
    }
  }

  @Test(arguments: ["java-trust.p12", "java-trust.jks"])
  func `apus cert verify reads the roots of a trust store with the right password`(_ name: String)
    throws
  {
    let leaf = "'\(Self.stores)p256.pem' --host p256.example --purpose server"
    let verify = "\"$tool\" cert verify \(leaf) --roots '\(Self.stores)\(name)'"
    let run = try RunningTool("APUS_PASSWORD=apuspass \(verify)")
    // The name is another one; the path to the root was found.
    #expect(
      run.status <= 1 && !run.output.contains("--roots FILE"), "\(run.output)\(run.complaints)")
    let wrong = try RunningTool("APUS_PASSWORD=wrong \(verify)")
    #expect(wrong.status == 3 && !wrong.complaints.isEmpty, "\(wrong.output)")
  }

  @Test func `certificate commands open encrypted and legacy key stores with the password`() throws
  {
    let folder = try TrialFolder(["word": Array("apus\n".utf8)])
    for command in ["pins", "chain", "lint --fail-on error --profile private", "inspect"] {
      let line = "\"$tool\" cert \(command) '\(Self.stores)legacy.p12' --password-file word"
      let old = try RunningTool(line, in: folder)
      #expect(old.status == 3 && old.complaints.contains("--legacy"), "\(old.complaints)")
      let run = try RunningTool("\(line) --legacy", in: folder)
      #expect(run.status <= 1 && run.complaints.isEmpty, "\(command): \(run.complaints)")
      #expect(!run.output.isEmpty)
    }
    let diff = try RunningTool(
      "\"$tool\" cert diff '\(Self.stores)legacy.p12' '\(Self.stores)legacy.p12' --legacy "
        + "--password-file word", in: folder)
    #expect(diff.status == 0 && diff.output.isEmpty, "\(diff.complaints)")
  }

  @Test func `cert lint reads folders and servers and skips other files without a message`()
    async throws
  {
    let folder = try TrialFolder([
      "a.pem": Files.contents(of: Trial.client), "notes.txt": Array("nothing".utf8),
    ])
    let lint = "\"$tool\" cert lint --profile private"
    let quiet = try RunningTool("\(lint) .", in: folder)
    #expect(quiet.status == 0 && quiet.complaints.isEmpty, "\(quiet.complaints)")
    #expect(quiet.output.contains("a.pem, line 1: "))
    let verbose = try RunningTool("\(lint) --verbose .", in: folder)
    #expect(verbose.complaints.contains("notes.txt contains no certificate"))
    try await TrialServer.run(.local()) { server in
      let run = try await RunningTool.run("\(lint) localhost:\(server.port)")
      #expect(run.output.contains("localhost:\(server.port), certificate 1: CN=localhost"))
    }
  }

  @Test func `apus cert request reads a key without a certificate from PKCS 12`() throws {
    let run = try RunningTool(
      "APUS_PASSWORD=apus \"$tool\" cert request a.example "
        + "--key '\(Self.stores)refused.no-certificate.p12' | openssl req -noout -verify 2>&1")
    #expect(run.status == 0 && run.output.contains("verify OK"), "\(run.complaints)")
  }
}
