import ApusNet
import ApusX509
import Testing

@testable import ApusCommand

/// Certificates in order.
@Suite struct ChainCommandTests {
  @Test func `apus cert chain prints the leaf first for any order of the files`() async throws {
    let trial = await Trial("cert", "chain", Trial.authority, Trial.server)
    #expect(trial.status == .success)
    #expect(trial.output.contains("0  CN=db.internal.example"))
    #expect(trial.output.contains("complete"))
    let pem = await Trial("cert", "chain", "--format", "pem", Trial.authority, Trial.server)
    let server = try Files.contents(of: Trial.server)
    #expect(Array(pem.output.utf8) == server + (try Files.contents(of: Trial.authority)))
  }

  @Test func `cert chain names a missing issuer and exits with 1 for a foreign certificate`() async
  {
    let missing = await Trial("cert", "chain", Trial.server)
    #expect(missing.status == .success)
    #expect(missing.output.contains("missing: O=Example, CN=Private CA"))
    let stranger = await Trial("cert", "chain", Trial.server, Trial.selfSigned)
    #expect(stranger.status == .failure)
    #expect(stranger.output.contains("is not part of the chain"))
    let twice = await Trial("cert", "chain", "--format=json", Trial.server, Trial.server)
    #expect(twice.status == .success && twice.output.contains("is a repeated certificate"))
  }
}
