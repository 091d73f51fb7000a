import ApusASN1
import ApusNet
import ApusSerialization
import TestSupport
import Testing

@testable import ApusCommand

/// The contents of certificates, in four forms.
@Suite struct InspectCommandTests {
  @Test func `apus cert inspect shows each certificate of a file and each unreadable part`()
    async throws
  {
    let pem = try Files.contents(of: Trial.server) + Files.contents(of: Trial.client)
    let broken = Array("-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n".utf8)
    let key = Array("-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n".utf8)
    let folder = try TrialFolder(["bundle.pem": pem + broken + key])
    let trial = await Trial("cert", "inspect", folder.path + "/bundle.pem")
    #expect(trial.status == .unreadable)
    #expect(trial.output.contains("db.internal.example") && trial.output.contains("worker 7"))
    #expect(trial.output.contains("(2 of 3)"))
    #expect(trial.output.contains("private key\n"))
    #expect(trial.complaints.split(separator: "\n").count == 2)
  }

  @Test func `apus cert inspect reads a folder and notes files without certificates`()
    async throws
  {
    let server = try Files.contents(of: Trial.server)
    let folder = try TrialFolder(["a.pem": server, "b.txt": Array("nothing".utf8)])
    let trial = await Trial("cert", "inspect", folder.path)
    #expect(trial.status == .success)
    #expect(trial.output.contains("db.internal.example"))
    #expect(trial.complaints.contains("b.txt contains no certificate"))
    #expect(await Trial("cert", "inspect", folder.path + "/b.txt").status == .unreadable)
  }

  @Test func `apus cert inspect prints PEM unchanged and reads binary DER files`() async throws {
    let server = try Files.contents(of: Trial.server)
    let pem = await Trial("cert", "inspect", "--format", "pem", Trial.server).output
    #expect(Array(pem.utf8) == server)
    let section = try #require(try PEM.sections(of: server.span).first)
    let der = try section.bytes(in: server.span)
    let folder = try TrialFolder(["two.der": der + der])
    let trial = await Trial("cert", "inspect", "--format=pem", folder.path + "/two.der")
    #expect(trial.output == pem + pem && trial.status == .success)
  }

  @Test func `apus cert inspect prints colours on a terminal or on request`() async {
    let words = ["cert", "inspect", Trial.server]
    #expect(await !Trial(words).output.contains("\u{1b}"))
    #expect(await Trial(words, isTerminal: true).output.contains("\u{1b}"))
    #expect(await !Trial(words + ["--color=never"], isTerminal: true).output.contains("\u{1b}"))
    #expect(await Trial(words + ["--color=always"]).output.contains("\u{1b}"))
  }

  @Test(arguments: ["inspection/everything.pem", "inspection/hostile.pem", "chains"])
  func `the JSON output of cert inspect matches its schema`(_ name: String) async throws {
    try await Self.expectOfSchema(Trial.fixture(name))
  }

  @Test(.enabled(if: Corpus("certs").isExpected, "the corpus of certificates is not there"))
  func `the JSON output for every readable object of the corpus matches its schema`() async throws {
    try await Self.expectOfSchema(Corpus("certs").path)
  }

  @Test(.enabled(if: Files.exists(VerifyCommand.systemRoots[0]), "the system has no roots"))
  func `the JSON output for the system's root certificates matches its schema`() async throws {
    try await Self.expectOfSchema(VerifyCommand.systemRoots[0])
  }

  @Test func `the JSON output for a flawed certificate lists its flaws and fits the schema`()
    async throws
  {
    let pem = try Files.contents(of: Trial.server)
    var der = try #require(try PEM.sections(of: pem.span).first).bytes(in: pem.span)
    let version: [UInt8] = [0xa0, 0x03, 0x02, 0x01, 0x02]
    let at = try #require(der.indices.dropLast(4).first { der[$0..<$0 + 5].elementsEqual(version) })
    // A certificate of version 2 has no extensions.
    der[at + 4] = 1
    let folder = try TrialFolder(["flawed.der": der])
    let path = folder.path + "/flawed.der"
    let text = await Trial("cert", "inspect", path)
    #expect(text.status == .unreadable && text.output.contains("CN=db.internal.example"))
    #expect(text.complaints.contains("extensions are only allowed in certificates of version 3"))
    let json = await Trial("cert", "inspect", "--format", "json", path).output
    let flaws = try JSON.Value(parsing: json)["certificates"]?[0]?["certificate"]?["flaws"]
    #expect(flaws?.array?.count == 1 && flaws?[0]?.string?.contains("version 3") == true)
    try await Self.expectOfSchema(path)
  }

  private static func expectOfSchema(_ path: String) async throws {
    let schema = try Schema(path: Trial.fixture("schemas/apus.certificate-1.json"))
    let json = await Trial("cert", "inspect", "--format", "json", path).output
    let value = try JSON.Value(parsing: Array(json.utf8))
    #expect(value["certificates"]?.array?.isEmpty == false)
    let faults = schema.faults(in: value)
    #expect(faults.isEmpty, "\(faults.prefix(5))")
  }

  @Test func `the JSON schema checker of the tests rejects invalid JSON`() async throws {
    let schema = try Schema(path: Trial.fixture("schemas/apus.certificate-1.json"))
    let json = await Trial("cert", "inspect", "--format", "json", Trial.server).output
    for (right, wrong) in [
      ("\"version\": 3", "\"version\": 4"), ("\"isCritical\": false", "\"isCritical\": 0"),
      ("\"subject\"", "\"object\""), ("\"bitCount\": 256", "\"bitCount\": \"256\""),
      ("apus.certificate/1", "apus.certificate/2"), ("\"problems\": []", "\"problems\": [1]"),
    ] {
      let parts = json.split(separator: right, maxSplits: 1, omittingEmptySubsequences: false)
      try #require(parts.count == 2, "\(right)")
      let value = try JSON.Value(parsing: Array((parts[0] + wrong + parts[1]).utf8))
      #expect(!schema.faults(in: value).isEmpty, "\(wrong)")
    }
  }
}
