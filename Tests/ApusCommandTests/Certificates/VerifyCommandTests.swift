import ApusNet
import Testing

@testable import ApusCommand

/// Whether a certificate is to be believed; a mismatch never ends with 0.
@Suite struct VerifyCommandTests {
  private static func trial(_ words: String...) -> Trial {
    Trial(["cert", "verify", "--roots", Trial.authority] + words)
  }

  private static let host = ["--host", "db.internal.example"]

  @Test func `a server of a trusted authority is valid for its name`() {
    let trial = Self.trial("--host", "db.internal.example", Trial.server)
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("valid as the server db.internal.example"))
    let explained = Self.trial("--host", "db.internal.example", "--explain", Trial.server)
    #expect(explained.output.contains("anchor:"))
  }

  @Test func `another name, time, anchor or purpose ends with 1 and says why`() {
    for (words, reason) in [
      (["--host", "other.example", Trial.server], "is not for other.example"),
      (Self.host + ["--time", "2020-01-01T00:00:00Z", Trial.server], "is valid in"),
      (["--host", "intranet.example.org", Trial.selfSigned], "not trusted"),
      (Self.host + [Trial.client], "clientAuth"),
      (Self.host + ["--profile", "web", Trial.server], "serial number"),
    ] {
      let trial = Trial(["cert", "verify", "--roots", Trial.authority] + words)
      #expect(trial.status == .failure, "\(words)")
      #expect(trial.output.hasPrefix("not valid"), "\(words)")
      #expect(trial.output.contains(reason), "\(trial.output)")
    }
  }

  @Test func `a client is judged as one`() {
    #expect(Self.trial("--purpose", "client", Trial.client).status == .success)
    #expect(
      Self.trial("--purpose", "client", "--host", "a.example", Trial.client).status == .usage)
  }

  @Test func `intermediates are found behind the leaf and in other files`() throws {
    let both = try Files.contents(of: Trial.server) + Files.contents(of: Trial.client)
    let folder = try TrialFolder(["both.pem": both])
    #expect(
      Self.trial("--host", "db.internal.example", folder.path + "/both.pem").status == .success)
    #expect(
      Self.trial(
        "--host", "db.internal.example", "--intermediates", Trial.client, "--intermediates",
        Trial.authority, Trial.server
      ).status == .success)
  }

  @Test func `a certificate must not stand on a list, and needs a current one`() {
    let folder = Trial.fixture("revocation/")
    func trial(_ name: String, _ words: String...) -> Trial {
      Trial(
        ["cert", "verify", "--roots", folder + "authority.pem", "--host", name + ".example"]
          + words + [folder + name + ".pem"])
    }
    let list = folder + "list.pem"
    #expect(trial("kept", "--crl", list).status == .success)
    #expect(trial("revoked").status == .success)
    let revoked = trial("revoked", "--crl", list)
    #expect(revoked.status == .failure)
    #expect(revoked.output.contains("revoked"))
    #expect(trial("kept", "--crl", folder + "kept.pem").status == .unreadable)
    #expect(trial("kept", "--crl", folder + "missing.pem").status == .unreadable)
    let foreign = Trial(
      [
        "cert", "verify", "--roots", Trial.authority, "--host", "db.internal.example", "--crl",
        list, Trial.server,
      ])
    #expect(foreign.status == .failure)
  }

  @Test func `a limit of no intermediates still lets an anchor's own certificate pass`() {
    #expect(
      Self.trial("--host", "db.internal.example", "--max-depth", "0", Trial.server).status
        == .success)
    #expect(
      Self.trial("--host", "db.internal.example", "--max-depth", "65", Trial.server).status
        == .usage)
  }

  @Test func `a server needs a name, and a time one that calendars have`() {
    #expect(Self.trial(Trial.server).complaints.contains("--host NAME"))
    #expect(Self.trial(Trial.server).status == .usage)
    let trial = Self.trial("--host", "a.example", "--time", "tomorrow", Trial.server)
    #expect(trial.status == .usage)
    #expect(Self.trial("--host", "a b", Trial.server).status == .usage)
  }

  @Test func `a bundle that cannot be read is no answer`() throws {
    let folder = try TrialFolder(["roots.pem": Array("nothing".utf8)])
    let trial = Trial(
      "cert", "verify", "--host", "a.example", "--roots", folder.path + "/roots.pem",
      Trial.server)
    #expect(trial.status == .unreadable && trial.output.isEmpty)
  }

  @Test func `the answer is JSON too`() {
    let valid = Self.trial("--host", "db.internal.example", "--format=json", Trial.server)
    #expect(valid.output.contains("\"isValid\": true"))
    let other = Self.trial("--host", "other.example", "--format=json", Trial.server)
    #expect(other.status == .failure && other.output.contains("\"section\": \"RFC 9525"))
  }
}
