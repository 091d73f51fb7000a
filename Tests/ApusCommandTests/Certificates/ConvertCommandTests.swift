import ApusASN1
import ApusCrypto
import ApusNet
import ApusX509
import Testing

@testable import ApusCommand

/// Certificates and keys in one form are written in another.
@Suite struct ConvertCommandTests {
  private static let new = ["APUS_NEW_PASSWORD": "new", "APUS_PASSWORD": "apus"]

  private static func convert(
    _ words: String..., environment: [String: String] = new
  ) async -> Trial {
    await Trial(["cert", "convert"] + words, environment: environment)
  }

  private static let own = Trial.fixture("keystores/p256.pem")
  private static let authority = Trial.fixture("keystores/authority.pem")

  private static func certificates(_ paths: String...) throws -> [X509.Certificate] {
    try paths.flatMap { X509.Bundle(try Files.contents(of: $0)).certificates().certificates }
  }

  @Test func `a certificate is unchanged after conversion between PEM, DER and PKCS`() async throws
  {
    let expected = try Self.certificates(Self.own, Self.authority)
    let pem = await Self.convert(Self.own, Self.authority, "--to", "pem")
    #expect(pem.status == .success)
    #expect(X509.Bundle(pem.bytes).certificates().certificates == expected)
    let message = await Self.convert(Self.own, Self.authority, "--to=pkcs7").bytes
    #expect(Set(try X509.PKCS7(message.span).certificates) == Set(expected.map { $0.der }))
    let der = await Self.convert(Self.own, "--to=der").bytes
    #expect(der == expected[0].der)
    let folder = try TrialFolder(["all.p7b": message, "one.der": der])
    let again = await Self.convert(folder.path + "/all.p7b", folder.path + "/one.der", "--to=pem")
    #expect(X509.Bundle(again.bytes).certificates().certificates.count == 3)
    let store = await Self.convert(Self.own, Self.authority, "--to=pkcs12").bytes
    let password = Array("new".utf8)
    #expect(try X509.PKCS12.certificates(in: store.span, password: password.span) == expected)
  }

  @Test(arguments: ["keys/p256.pem", "keystores/p256.p12", "keystores/legacy-rc2-40.p12"])
  func `apus cert convert stores a key in PKCS 12 with its own certificate first`(_ key: String)
    async throws
  {
    let folder = try TrialFolder([:])
    let output = folder.path + "/new.p12"
    let trial = await Self.convert(
      Self.authority, Self.own, "--key", Trial.fixture(key), "--to=pkcs12", "--output", output,
      "--legacy")
    #expect(trial.status == .success && trial.output.isEmpty, "\(trial.complaints)")
    let (bytes, password) = (try folder.bytes(of: "new.p12"), Array("new".utf8))
    let store = try X509.PKCS12(bytes.span, password: password.span)
    #expect(store.certificates == (try Self.certificates(Self.own, Self.authority)))
    let text = try Files.contents(of: Trial.fixture("keys/p256.pem"))
    #expect(store.key.publicKey == (try SigningKey(pem: text.span).publicKey))
    // An existing file is not replaced.
    let second = await Self.convert(Self.own, "--to=pem", "--output", output)
    #expect(second.status == .unreadable && !second.complaints.isEmpty)
    #expect(try folder.bytes(of: "new.p12") == bytes)
  }

  @Test func `apus cert convert writes a private key as PEM only with a password`() async throws {
    let key = Trial.fixture("keys/p256.pem")
    let trial = await Self.convert("--key", key, "--to=key")
    #expect(trial.output.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
    let password = Array("new".utf8)
    let (bytes, text) = (trial.bytes, try Files.contents(of: key))
    let written = try SigningKey(pem: bytes.span, password: password.span).publicKey
    #expect(written == (try SigningKey(pem: text.span).publicKey))
    for words in [["--to=key"], [Self.own, "--to=pkcs12"]] {
      let open = await Trial(["cert", "convert", "--key", key] + words)
      #expect(open.status == .unreadable && open.bytes.isEmpty)
      #expect(open.complaints.contains("--new-password-file"))
    }
  }

  @Test func `apus cert convert names each missing or invalid argument`() async throws {
    #expect(await Self.convert(Self.own).status == .usage)
    #expect(await Self.convert("--to=pem").status == .usage)
    #expect(await Self.convert("--to=key").status == .usage)
    let several = await Self.convert(Self.own, Self.authority, "--to=der")
    #expect(several.status == .unreadable && several.complaints.contains("--to pem"))
    let other = await Self.convert(
      Self.authority, "--key", Trial.fixture("keys/p256.pem"), "--to=pkcs12")
    #expect(other.status == .unreadable && other.complaints.contains("no certificate for its"))
    let old = await Self.convert(
      Self.own, "--to=pkcs12", "--key", Trial.fixture("keystores/legacy-rc2-40.p12"))
    #expect(old.status == .unreadable && old.bytes.isEmpty)
  }

  @Test func `apus cert inspect reads RC2 encryption only with the option --legacy`()
    async
  {
    let store = Trial.fixture("keystores/legacy-rc2-40.p12")
    let words = ["cert", "inspect", store]
    let rejected = await Trial(words, environment: Self.new)
    #expect(rejected.status == .unreadable && rejected.complaints.contains("--legacy"))
    let read = await Trial(words + ["--legacy"], environment: Self.new)
    #expect(read.status == .success && read.output.contains("CN=p256"), "\(read.complaints)")
  }
}
