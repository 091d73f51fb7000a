import ApusASN1
import ApusNet
import Testing

@testable import ApusCommand

/// The values of a file, even of a malformed one.
@Suite struct DumpCommandTests {
  @Test func `apus cert asn1 shows every PEM section of a file with byte offsets`() async throws {
    let trial = await Trial("cert", "asn1", Trial.server)
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("line 1, CERTIFICATE:\n  0  4 417  SEQUENCE\n"))
    let key = await Trial("cert", "asn1", "--format=json", Trial.server)
    #expect(key.output.contains("\"offset\": 0") && key.status == .success)
  }

  @Test func `cert asn1 shows a malformed file up to its first error and exits with 1`()
    async throws
  {
    let folder = try TrialFolder(["a.der": [0x30, 5, 2, 1, 7], "b.der": [4, 0x81, 1, 9], "c": []])
    let cut = await Trial("cert", "asn1", folder.path + "/a.der")
    #expect(cut.status == .failure && cut.output.contains("INTEGER 7"))
    #expect(cut.output.contains("! "))
    #expect(await Trial("cert", "asn1", folder.path + "/b.der").status == .failure)
    #expect(await Trial("cert", "asn1", folder.path + "/c").status == .unreadable)
  }

  @Test(arguments: [
    "keys/p256.pem", "keys/rsa.pkcs1.pem", "keys/p521.sec1.pem", "keys/ed25519.pem",
    "keys/refused.dsa-traditional.pem", "keystores/plain.p12",
  ])
  func `apus cert asn1 shows the numbers of a private key only on request`(
    _ name: String
  ) async throws {
    let bytes = try Files.contents(of: Trial.fixture(name))
    // As DER without a label too, and with its end cut off.
    var inputs = ["whole": bytes]
    if bytes.first != 0x30 {
      let section = try #require(try PEM.sections(of: bytes.span).first)
      inputs["der"] = try section.bytes(in: bytes.span)
      inputs["cut"] = inputs["der"].map { Array($0.dropLast(5)) }
    }
    for (kind, bytes) in inputs {
      let folder = try TrialFolder(["key": bytes])
      let hidden = await Trial("cert", "asn1", folder.path + "/key")
      let shown = await Trial("cert", "asn1", "--secrets", folder.path + "/key")
      #expect(hidden.output.contains("<secret>") && !shown.output.contains("<secret>"), "\(kind)")
      #expect(hidden.complaints.contains("--secrets"))
      #expect(
        hidden.status == shown.status && hidden.status == (kind == "cut" ? .failure : .success))
      let json = await Trial("cert", "asn1", "--format=json", folder.path + "/key").output
      #expect(json.contains("<secret>"))
    }
  }

  @Test func `apus cert asn1 hides no value of a public key, request or revocation list`() async {
    for name in ["keys/p256.public.pem", "tool/request.pem", "revocation/list.pem"] {
      let trial = await Trial("cert", "asn1", Trial.fixture(name))
      #expect(trial.status == .success && !trial.output.contains("<secret>"), "\(name)")
    }
  }

  @Test func `apus cert asn1 reports malformed Base64 as unreadable`() async throws {
    let text = Array("-----BEGIN X-----\nM\n-----END X-----\n".utf8)
    let folder = try TrialFolder(["a.pem": text])
    #expect(await Trial("cert", "asn1", folder.path + "/a.pem").status == .unreadable)
    let run = try RunningTool("\"$tool\" cert asn1 '\(folder.path)/a.pem'")
    #expect(run.status == 3 && !run.complaints.isEmpty)
    let both = try Files.contents(of: Trial.server) + text
    let mixed = try TrialFolder(["b.pem": both])
    #expect(try RunningTool("\"$tool\" cert asn1 '\(mixed.path)/b.pem'").status == 3)
  }
}
