import ApusNet
import ApusX509
import Testing

@testable import ApusCommand

/// In what two certificates differ.
@Suite struct DiffCommandTests {
  @Test func `a certificate is the same as itself`() async {
    let trial = await Trial("cert", "diff", Trial.server, Trial.server)
    #expect(trial.status == .success && trial.output.isEmpty)
  }

  @Test func `each fact that differs is shown with both values`() async {
    let trial = await Trial("cert", "diff", Trial.server, Trial.client)
    #expect(trial.status == .failure)
    #expect(trial.output.contains("serialNumber\n  - 00\n  + 02\n"))
    #expect(trial.output.contains("extensions.keyUsage.value.uses[0]\n  + digitalSignature\n"))
    #expect(trial.output.contains("names[0].value\n  - db.internal.example\n"))
    #expect(!trial.output.contains("issuer"))
    let json = await Trial("cert", "diff", "--format", "json", Trial.server, Trial.client)
    #expect(json.status == .failure && json.output.contains("\"path\": \"serialNumber\""))
  }

  @Test func `files of several certificates, or of none, are not compared`() async throws {
    let server = try Files.contents(of: Trial.server)
    let folder = try TrialFolder(["two.pem": server + server])
    let trial = await Trial("cert", "diff", Trial.server, folder.path + "/two.pem")
    #expect(trial.status == .unreadable && trial.complaints.contains("2 certificates"))
    #expect(await Trial("cert", "diff", Trial.server).status == .usage)
    #expect(await Trial("cert", "diff", Trial.server, Trial.server, Trial.server).status == .usage)
  }
}
