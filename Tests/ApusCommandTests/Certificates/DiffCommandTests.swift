import ApusNet
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusCommand

/// The differences of two certificates.
@Suite(.ownThread) struct DiffCommandTests {
  @Test func `apus cert diff reports no difference between a certificate and itself`() async {
    let trial = await Trial("cert", "diff", Trial.server, Trial.server)
    #expect(trial.status == .success && trial.output.isEmpty)
  }

  @Test func `apus cert diff shows both values of each difference`() async {
    let trial = await Trial("cert", "diff", Trial.server, Trial.client)
    #expect(trial.status == .failure)
    #expect(trial.output.contains("serialNumber\n  - 00\n  + 02\n"))
    #expect(trial.output.contains("extensions.keyUsage.value.uses[0]\n  + digitalSignature\n"))
    #expect(trial.output.contains("names[0].value\n  - db.internal.example\n"))
    #expect(!trial.output.contains("issuer"))
    let json = await Trial("cert", "diff", "--format", "json", Trial.server, Trial.client)
    #expect(json.status == .failure && json.output.contains("\"path\": \"serialNumber\""))
  }

  @Test func `apus cert diff compares chains certificate by certificate`() async throws {
    let (server, client) = (
      try Files.contents(of: Trial.server), try Files.contents(of: Trial.client)
    )
    let folder = try TrialFolder(["one.pem": server + server, "two.pem": server + client])
    let one = folder.path + "/one.pem"
    #expect(await Trial("cert", "diff", one, one).status == .success)
    let trial = await Trial("cert", "diff", one, folder.path + "/two.pem")
    #expect(trial.status == .failure && !trial.output.contains("certificates[0]"))
    #expect(trial.output.contains("certificates[1].serialNumber\n  - 00\n  + 02\n"))
    let longer = await Trial("cert", "diff", Trial.server, one)
    #expect(longer.output == "certificates[1]\n  + CN=db.internal.example\n")
    #expect(await Trial("cert", "diff", Trial.server).status == .usage)
    #expect(await Trial("cert", "diff", Trial.server, Trial.server, Trial.server).status == .usage)
  }

  @Test func `apus cert diff compares the certificates of a server with a file`() async throws {
    try await TrialServer.run(.local()) { server in
      let place = "localhost:\(server.port)"
      #expect(await Trial("cert", "diff", place, place).status == .success)
      let pem = await Trial("cert", "inspect", "--format=pem", place)
      let folder = try TrialFolder(["sent.pem": pem.bytes])
      #expect(await Trial("cert", "diff", folder.path + "/sent.pem", place).status == .success)
      #expect(await Trial("cert", "diff", Trial.server, place).status == .failure)
    }
    #expect(await Trial("cert", "diff", Trial.server, "localhost:1").status == .connection)
  }
}
