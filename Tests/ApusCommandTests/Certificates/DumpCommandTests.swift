import ApusNet
import Testing

@testable import ApusCommand

/// What stands in a file, be it broken or not.
@Suite struct DumpCommandTests {
  @Test func `every section of a text is shown with offsets`() async throws {
    let trial = await Trial("cert", "asn1", Trial.server)
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("line 1, CERTIFICATE:\n  0  4 417  SEQUENCE\n"))
    let key = await Trial("cert", "asn1", "--format=json", Trial.server)
    #expect(key.output.contains("\"offset\": 0") && key.status == .success)
  }

  @Test func `what is broken is shown as far as it goes, and ends with 1`() async throws {
    let folder = try TrialFolder(["a.der": [0x30, 5, 2, 1, 7], "b.der": [4, 0x81, 1, 9], "c": []])
    let cut = await Trial("cert", "asn1", folder.path + "/a.der")
    #expect(cut.status == .failure && cut.output.contains("INTEGER 7"))
    #expect(cut.output.contains("! "))
    #expect(await Trial("cert", "asn1", folder.path + "/b.der").status == .failure)
    #expect(await Trial("cert", "asn1", folder.path + "/c").status == .unreadable)
  }

  @Test func `base64 that is broken is unreadable`() async throws {
    let text = Array("-----BEGIN X-----\nM\n-----END X-----\n".utf8)
    let folder = try TrialFolder(["a.pem": text])
    #expect(await Trial("cert", "asn1", folder.path + "/a.pem").status == .unreadable)
  }
}
