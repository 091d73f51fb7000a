import ApusNet
import ApusSerialization
import ApusTestServer
import ApusX509
import Testing

@testable import ApusCommand

/// The trust of a certificate; a mismatch never ends with 0.
@Suite struct VerifyCommandTests {
  private static func trial(_ words: String...) async -> Trial {
    await Trial(["cert", "verify", "--roots", Trial.authority] + words)
  }

  private static let host = ["--host", "db.internal.example"]

  @Test func `cert verify accepts a server certificate of a trusted authority for its name`() async
  {
    let trial = await Self.trial("--host", "db.internal.example", Trial.server)
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("valid as the server db.internal.example"))
    let explained = await Self.trial("--host", "db.internal.example", "--explain", Trial.server)
    #expect(explained.output.contains("anchor:"))
  }

  @Test func `cert verify exits with 1 and a reason for a wrong name, time, root or purpose`() async
  {
    for (words, reason) in [
      (["--host", "other.example", Trial.server], "is not valid for other.example"),
      (Self.host + ["--time", "2020-01-01T00:00:00Z", Trial.server], "the validity begins in"),
      (["--host", "intranet.example.org", Trial.selfSigned], "is not a trusted root"),
      (Self.host + [Trial.client], "clientAuth"),
      (Self.host + ["--profile", "web", Trial.server], "serial number"),
    ] {
      let trial = await Trial(["cert", "verify", "--roots", Trial.authority] + words)
      #expect(trial.status == .failure, "\(words)")
      #expect(trial.output.hasPrefix("the certificate is not valid: "), "\(words)")
      #expect(trial.output.contains(reason), "\(trial.output)")
    }
  }

  @Test func `apus cert verify accepts a client certificate for the purpose client`() async {
    #expect(await Self.trial("--purpose", "client", Trial.client).status == .success)
    #expect(
      await Self.trial("--purpose", "client", "--host", "a.example", Trial.client).status == .usage)
  }

  @Test func `apus cert verify finds intermediates after the leaf and in other files`() async throws
  {
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

  @Test func `cert verify requires a current revocation list that omits the certificate`()
    async
  {
    let folder = Trial.fixture("revocation/")
    func trial(_ name: String, _ words: String...) async -> Trial {
      await Trial(
        ["cert", "verify", "--roots", folder + "authority.pem", "--host", name + ".example"]
          + words + [folder + name + ".pem"])
    }
    let list = folder + "list.pem"
    #expect(await trial("kept", "--crl", list).status == .success)
    #expect(await trial("kept", "--crl", list, "--leaf-only").status == .success)
    #expect(await trial("revoked", "--crl", list, "--leaf-only").status == .failure)
    #expect(await trial("kept", "--leaf-only").status == .usage)
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

  @Test func `cert verify with depth limit 0 accepts a certificate issued by the root`() async {
    #expect(
      await Self.trial("--host", "db.internal.example", "--max-depth", "0", Trial.server).status
        == .success)
    #expect(
      await Self.trial("--host", "db.internal.example", "--max-depth", "65", Trial.server).status
        == .usage)
  }

  @Test func `cert verify requires a host name for a server and rejects an invalid date`() async {
    #expect(await Self.trial(Trial.server).complaints.contains("--host NAME"))
    #expect(await Self.trial(Trial.server).status == .usage)
    let trial = await Self.trial("--host", "a.example", "--time", "tomorrow", Trial.server)
    #expect(trial.status == .usage)
    #expect(await Self.trial("--host", "a b", Trial.server).status == .usage)
  }

  @Test func `apus cert verify exits with 3 if the file of roots is unreadable`() async throws {
    let folder = try TrialFolder(["roots.pem": Array("nothing".utf8)])
    let trial = await Trial(
      "cert", "verify", "--host", "a.example", "--roots", folder.path + "/roots.pem",
      Trial.server)
    #expect(trial.status == .unreadable && trial.output.isEmpty)
  }

  @Test func `the JSON output of cert verify has codes, fingerprints and names of each step`()
    async throws
  {
    let words = Self.host + ["--format=json", Trial.server]
    let valid = try JSON.Value(
      parsing: await Trial(["cert", "verify", "--roots", Trial.authority] + words).output)
    #expect(valid["isValid"] == true && valid["schema"] == "apus.verification/2")
    let leaf = valid["path"]?[0]
    #expect(leaf?["subject"]?["rdns"]?[0]?[0]?["value"] == "db.internal.example")
    #expect(
      leaf?["sha256"] == "aceddfd31a3264b07db36525b7d2827316e6266437064257e172cba9df6d63ec")
    #expect(valid["anchor"]?["subject"]?["rdns"]?.array?.count == 2)
    #expect(valid["anchor"]?["pin"]?.string?.hasPrefix("sha256/") == true)
    for (words, code) in [
      (["--host", "other.example", Trial.server], "name-mismatch"),
      (Self.host + ["--time", "2020-01-01T00:00:00Z", Trial.server], "not-yet-valid"),
      (Self.host + ["--time", "2127-01-01T00:00:00Z", Trial.server], "expired"),
      (Self.host + [Trial.client], "purpose"),
      (Self.host + ["--profile", "web", Trial.server], "serial-number"),
      (["--host", "intranet.example.org", Trial.selfSigned], "untrusted-root"),
    ] {
      let trial = await Trial(
        ["cert", "verify", "--format=json", "--roots", Trial.authority] + words)
      let json = try JSON.Value(parsing: trial.output)
      #expect(trial.status == .failure && json["code"]?.string == code, "\(trial.output)")
      #expect(json["paths"]?[0]?["section"]?.string?.isEmpty == false)
      #expect(json["paths"]?[0]?["certificates"]?[0]?["sha256"]?.string?.utf8.count == 64)
    }
  }

  @Test func `advice in the output of cert verify names options of the command`() async {
    for (words, advice) in [
      (["--host", "intranet.example.org", Trial.selfSigned], "--roots FILE"),
      (["--host", "other.example", Trial.server], "--host NAME"),
      (Self.host + ["--time", "2127-01-01T00:00:00Z", Trial.server], "--time"),
      (["--host", "kept.example", Trial.fixture("revocation/kept.pem")], "--intermediates FILE"),
    ] {
      let trial = await Trial(["cert", "verify", "--roots", Trial.authority] + words)
      #expect(trial.output.contains(advice), "\(trial.output)")
      let all = await Trial(["cert", "verify", "--explain", "--roots", Trial.authority] + words)
      #expect(all.output.contains(advice), "\(all.output)")
    }
  }

  @Test func `the baseline profile of cert verify checks rules that the web profile skips`()
    async throws
  {
    // It has no policies and no locations, and is valid for a year.
    let authority = try TestAuthority()
    let server = try authority.server(["a.example"])
    let pem = ([server.leaf] + authority.intermediates).map(\.pem).joined()
    let folder = try TrialFolder([
      "root.pem": Array(authority.rootPEM.utf8), "server.pem": Array(pem.utf8),
    ])
    for (profile, status) in [
      ("private", ExitStatus.success), ("web", .success), ("baseline", .failure),
    ] {
      let trial = await Trial(
        "cert", "verify", "--roots", folder.path + "/root.pem", "--host", "a.example",
        "--profile", profile, "--time", "\(TestAuthority.now)", folder.path + "/server.pem")
      #expect(trial.status == status, "\(profile): \(trial.output)")
      #expect(trial.output.contains("CA/Browser Forum") == (profile == "baseline"))
    }
    #expect(
      await Self.trial("--purpose", "client", "--profile", "baseline", Trial.client).status
        == .usage)
  }

  @Test func `apus cert verify uses the private profile by default`() async {
    for profile in ["private", "default"] {
      let trial = await Self.trial(
        "--host", "db.internal.example", "--profile", profile, Trial.server)
      #expect(trial.status == .success, "\(profile)")
    }
    #expect(
      await Self.trial("--purpose", "client", "--profile", "web", Trial.client).status == .usage)
  }
}
