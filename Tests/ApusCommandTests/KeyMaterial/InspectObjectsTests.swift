import ApusASN1
import ApusNet
import ApusSerialization
import Testing

@testable import ApusCommand

/// The facts of other objects besides certificates; no secret is shown.
@Suite struct InspectObjectsTests {
  private static func inspect(
    _ name: String, _ words: String..., password: String? = nil
  ) async -> Trial {
    let environment = password.map { ["APUS_PASSWORD": $0] } ?? [:]
    return await Trial(["cert", "inspect", Trial.fixture(name)] + words, environment: environment)
  }

  @Test func `cert inspect shows a certificate request's subject but not its password`()
    async throws
  {
    let trial = await Self.inspect("tool/request.pem")
    #expect(trial.status == .success && trial.complaints.isEmpty)
    for fact in [
      "certificate request\n", "O=Example, CN=shop.example", "EC P-256", "by its key",
      "DNS:shop.example", "IP:192.0.2.9", "keyUsage, critical", "serverAuth", "challengePassword",
    ] {
      #expect(trial.output.contains(fact), "\(fact)")
    }
    #expect(!trial.output.contains("planted-challenge"))
    let json = await Self.inspect("tool/request.pem", "--format=json").output
    #expect(!json.contains("planted") && !json.contains("cGxhbnRl"))
    let facts = try JSON.Value(parsing: json)["objects"]?[0]?["object"]
    #expect(facts?["kind"] == "request" && facts?["isSignedByItself"] == true)
    #expect(facts?["subject"]?["rdns"]?[1]?[0]?["value"] == "shop.example")
  }

  @Test func `apus cert inspect rejects a certificate request with an invalid signature`()
    async throws
  {
    let text = try Files.contents(of: Trial.fixture("tool/request.pem"))
    let section = try #require(try PEM.sections(of: text.span).first)
    var der = try section.bytes(in: text.span)
    der[der.count - 1] ^= 1
    let folder = try TrialFolder(["broken.csr": der])
    let trial = await Trial("cert", "inspect", folder.path + "/broken.csr")
    #expect(trial.status == .unreadable && trial.output.contains("WRONG"))
  }

  @Test func `apus cert inspect shows the issuer, times and entries of a revocation list`()
    async throws
  {
    let trial = await Self.inspect("revocation/list.pem")
    #expect(trial.status == .success)
    for fact in ["CN=Apus Test Authority", "number          01", "days left", "1001, 2026-11-21"] {
      #expect(trial.output.contains(fact), "\(trial.output)")
    }
    let json = await Self.inspect("revocation/list.pem", "--format=json").output
    let facts = try JSON.Value(parsing: json)["objects"]?[0]?["object"]
    #expect(facts?["entryCount"]?.int == 1)
    #expect(facts?["entries"]?[0]?["serialNumber"] == "1001")
    #expect(facts?["secondsLeft"]?.int ?? 0 > 0)
  }

  @Test(arguments: ["tool/message.pem", "tool/message.p7b"])
  func `cert inspect shows the certificates and revocation lists of a PKCS 7 message`(
    _ name: String
  ) async throws {
    let trial = await Self.inspect(name)
    #expect(trial.status == .success, "\(trial.complaints)")
    for fact in ["CN=Private CA", "CN=db.internal.example", "revocation list\n", "PKCS #7 message"]
    {
      #expect(trial.output.contains(fact), "\(fact)")
    }
    let message = try Files.contents(of: Trial.fixture("tool/message.p7b"))
    for count in stride(from: 1, to: message.count, by: 7) {
      let folder = try TrialFolder(["cut.p7b": Array(message.prefix(count))])
      #expect(await Trial("cert", "inspect", folder.path + "/cut.p7b").status != .success)
    }
  }

  @Test func `cert inspect shows the contents of a PKCS 12 file with the right password`()
    async throws
  {
    let locked = await Self.inspect("keystores/p256.p12")
    #expect(locked.status == .incomplete && locked.output.contains("locked: "))
    let wrong = await Self.inspect("keystores/p256.p12", password: "other")
    #expect(wrong.status == .unreadable && wrong.complaints.contains("password"))
    let open = await Self.inspect("keystores/p256.p12", password: "apus")
    #expect(open.status == .success && open.output.contains("CN=Authority"))
    #expect(open.output.contains(try await Self.pin(of: "keys/p256.public.pem")))
    let folder = try TrialFolder(["password": Array("apus\nother\n".utf8)])
    let file = await Self.inspect(
      "keystores/p256.p12", "--password-file", folder.path + "/password")
    #expect(file.status == .success)
  }

  private static func pin(of name: String) async throws -> String {
    let json = await inspect(name, "--format=json").output
    let pin = try JSON.Value(parsing: json)["objects"]?[0]?["object"]?["pin"]?.string
    return try #require(pin)
  }

  @Test(arguments: [
    ("p256", "EC P-256"), ("p384", "EC P-384"), ("p521", "EC P-521"), ("rsa", "RSA, 2048 bits"),
    ("ed25519", "Ed25519, 256 bits"), ("x25519", "X25519, 256 bits"),
    ("rsa-pss", "RSA-PSS, 2048 bits"),
  ])
  func `cert inspect shows a private key's kind and public pin but no secret number`(
    _ name: String, _ kind: String
  ) async throws {
    let trial = await Self.inspect("keys/\(name).pem")
    #expect(trial.status == .success, "\(trial.complaints)")
    #expect(trial.output.hasPrefix("private key\n") && trial.output.contains(kind))
    #expect(trial.output.contains(try await Self.pin(of: "keys/\(name).public.pem")))
    // Every number of the key that a dump shows on request.
    let told = await Trial("cert", "asn1", "--secrets", Trial.fixture("keys/\(name).pem"))
    let words = told.output.split { $0 == " " || $0 == "\n" || $0 == "…" }
    let numbers = words.map { $0.hasPrefix("0x") ? $0.dropFirst(2) : $0 }
      .filter { $0.utf8.count >= 32 }
    #expect(!numbers.isEmpty)
    let untold = await Trial("cert", "asn1", Trial.fixture("keys/\(name).pem"))
    let json = await Self.inspect("keys/\(name).pem", "--format=json").output
    for number in numbers {
      for text in [trial.output, untold.output, json] {
        #expect(!text.contains(number), "\(number)")
      }
    }
    #expect(untold.output.contains("<secret>") && untold.status == .success)
  }

  @Test(arguments: ["p256.sec1", "rsa.pkcs1", "ed25519.locked", "p384.locked"])
  func `cert inspect reads private keys of each format, with a password if encrypted`(
    _ name: String
  ) async throws {
    let trial = await Self.inspect("keys/\(name).pem", password: "apus")
    #expect(trial.status == .success && trial.output.contains("  pin "), "\(trial.complaints)")
    let locked = await Self.inspect("keys/\(name).pem")
    #expect(locked.status == .success)
    #expect(locked.output.contains("  pin ") != name.hasSuffix(".locked"))
  }

  @Test(arguments: ["dsa", "dsa-traditional", "ec-legacy", "ed448", "openssh", "secp256k1"])
  func `apus cert inspect names the kind of an unsupported private key`(_ name: String) async {
    let trial = await Self.inspect("keys/refused.\(name).pem")
    #expect(trial.status == .unreadable && trial.output.hasPrefix("private key\n"))
    #expect(!trial.complaints.isEmpty)
  }

  @Test func `apus cert inspect shows the remaining time of a certificate`() async {
    let trial = await Trial("cert", "inspect", Trial.server)
    #expect(trial.output.contains("\n  time left       36498 days\n"), "\(trial.output)")
    let late = await Trial(["cert", "inspect", Trial.server], now: 5_000_000_000)
    #expect(late.output.contains("\n  time left       expired "))
    let coloured = await Trial("cert", "inspect", "--color=always", Trial.server)
    #expect(coloured.output.contains("\u{1b}[36mtime left       \u{1b}[0m36498 days\n"))
  }

  @Test func `NO_COLOR or a dumb terminal disables coloured output`() async {
    let words = ["cert", "inspect", Trial.server]
    for (environment, isColoured) in [
      ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false),
      (["TERM": "xterm"], true),
    ] as [([String: String], Bool)] {
      let trial = await Trial(words, isTerminal: true, environment: environment)
      #expect(trial.output.contains("\u{1b}[") == isColoured, "\(environment)")
    }
  }
}
