import ApusNet
import Testing

@testable import ApusCommand

/// Whether a certificate is to be believed; a mismatch never ends with 0.
@Suite struct VerifyCommandTests {
  private static func trial(_ words: String...) async -> Trial {
    await Trial(["cert", "verify", "--roots", Trial.authority] + words)
  }

  private static let host = ["--host", "db.internal.example"]

  @Test func `a server of a trusted authority is valid for its name`() async {
    let trial = await Self.trial("--host", "db.internal.example", Trial.server)
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("valid as the server db.internal.example"))
    let explained = await Self.trial("--host", "db.internal.example", "--explain", Trial.server)
    #expect(explained.output.contains("anchor:"))
  }

  @Test func `another name, time, anchor or purpose ends with 1 and says why`() async {
    for (words, reason) in [
      (["--host", "other.example", Trial.server], "is not for other.example"),
      (Self.host + ["--time", "2020-01-01T00:00:00Z", Trial.server], "is valid in"),
      (["--host", "intranet.example.org", Trial.selfSigned], "not trusted"),
      (Self.host + [Trial.client], "clientAuth"),
      (Self.host + ["--profile", "web", Trial.server], "serial number"),
    ] {
      let trial = await Trial(["cert", "verify", "--roots", Trial.authority] + words)
      #expect(trial.status == .failure, "\(words)")
      #expect(trial.output.hasPrefix("not valid"), "\(words)")
      #expect(trial.output.contains(reason), "\(trial.output)")
    }
  }

  @Test func `a client is judged as one`() async {
    #expect(await Self.trial("--purpose", "client", Trial.client).status == .success)
    #expect(
      await Self.trial("--purpose", "client", "--host", "a.example", Trial.client).status == .usage)
  }

  @Test func `intermediates are found behind the leaf and in other files`() async throws {
    let both = try Files.contents(of: Trial.server) + Files.contents(of: Trial.client)
    let folder = try TrialFolder(["both.pem": both])
    #expect(
      await Self.trial("--host", "db.internal.example", folder.path + "/both.pem").status
        == .success)
    #expect(
      await Self.trial(
        "--host", "db.internal.example", "--intermediates", Trial.client, "--intermediates",
        Trial.authority, Trial.server
      ).status == .success)
  }

  @Test func `a certificate must not stand on a list, and needs a current one`() async {
    let folder = Trial.fixture("revocation/")
    func trial(_ name: String, _ words: String...) async -> Trial {
      await Trial(
        ["cert", "verify", "--roots", folder + "authority.pem", "--host", name + ".example"]
          + words + [folder + name + ".pem"])
    }
    let list = folder + "list.pem"
    #expect(await trial("kept", "--crl", list).status == .success)
    #expect(await trial("revoked").status == .success)
    let revoked = await trial("revoked", "--crl", list)
    #expect(revoked.status == .failure)
    #expect(revoked.output.contains("revoked"))
    #expect(await trial("kept", "--crl", folder + "kept.pem").status == .unreadable)
    #expect(await trial("kept", "--crl", folder + "missing.pem").status == .unreadable)
    let foreign = await Trial(
      [
        "cert", "verify", "--roots", Trial.authority, "--host", "db.internal.example", "--crl",
        list, Trial.server,
      ])
    #expect(foreign.status == .failure)
  }

  @Test func `a limit of no intermediates still lets an anchor's own certificate pass`() async {
    #expect(
      await Self.trial("--host", "db.internal.example", "--max-depth", "0", Trial.server).status
        == .success)
    #expect(
      await Self.trial("--host", "db.internal.example", "--max-depth", "65", Trial.server).status
        == .usage)
  }

  @Test func `a server needs a name, and a time one that calendars have`() async {
    #expect(await Self.trial(Trial.server).complaints.contains("--host NAME"))
    #expect(await Self.trial(Trial.server).status == .usage)
    let trial = await Self.trial("--host", "a.example", "--time", "tomorrow", Trial.server)
    #expect(trial.status == .usage)
    #expect(await Self.trial("--host", "a b", Trial.server).status == .usage)
  }

  @Test func `a bundle that cannot be read is no answer`() async throws {
    let folder = try TrialFolder(["roots.pem": Array("nothing".utf8)])
    let trial = await Trial(
      "cert", "verify", "--host", "a.example", "--roots", folder.path + "/roots.pem",
      Trial.server)
    #expect(trial.status == .unreadable && trial.output.isEmpty)
  }

  @Test func `the answer is JSON too`() async {
    let valid = await Self.trial("--host", "db.internal.example", "--format=json", Trial.server)
    #expect(valid.output.contains("\"isValid\": true"))
    let other = await Self.trial("--host", "other.example", "--format=json", Trial.server)
    #expect(other.status == .failure && other.output.contains("\"section\": \"RFC 9525"))
  }
}
