import ApusASN1
import ApusNet
import ApusX509
import Testing

/// Facts of requests, lists, keys and key stores, as values of the library.
@Suite struct ObjectFactsTests {
  private static let options = X509.ObjectFacts.ReadingOptions(
    at: UnixTime(secondsSinceEpoch: 1_795_390_000))

  private static let root =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fixtures/"

  private func object(_ name: String, _ word: String? = nil) throws -> X509.ObjectFacts? {
    let bytes = try Files.contents(of: Self.root + name)
    let password = Array((word ?? "").utf8)
    guard let section = X509.Bundle(bytes).others.first else {
      return word == nil
        ? X509.ObjectFacts(der: bytes.span, password: nil, Self.options)
        : X509.ObjectFacts(der: bytes.span, password: password.span, Self.options)
    }
    return word == nil
      ? X509.ObjectFacts(section, in: bytes.span, password: nil, Self.options)
      : X509.ObjectFacts(section, in: bytes.span, password: password.span, Self.options)
  }

  @Test func `the facts of a certification request are its subject, key and signature`() throws {
    let facts = try #require(try object("tool/request.pem"))
    #expect(facts.kind == .request && facts.problem == nil)
    #expect(facts["subject"]?["text"] == "O=Example, CN=shop.example")
    #expect(facts["isSignedByItself"] == true && facts.publicKey != nil)
    #expect(facts.document["kind"] == "request")
  }

  @Test func `the facts of a revocation list are its entries and the time until its update`() throws
  {
    let facts = try #require(try object("revocation/list.pem"))
    #expect(facts.kind == .revocationList && facts["entryCount"] == 1)
    guard case .number(let seconds) = facts["secondsLeft"] else {
      Issue.record("no time left")
      return
    }
    #expect(seconds > 0)
  }

  @Test func `the facts of a PKCS 7 message are its certificates and revocation lists`() throws {
    let facts = try #require(try object("tool/message.p7b"))
    #expect(facts.kind == .message && facts.certificates.count == 2)
    #expect(facts.lists.map { $0.kind } == [.revocationList])
  }

  @Test func `an encrypted key or key store cannot be read without its password`() throws {
    for name in ["keys/p384.locked.pem", "keystores/p256.p12"] {
      let locked = try #require(try object(name))
      #expect(locked.problem == .passwordNeeded && locked.publicKey == nil)
      let open = try #require(try object(name, "apus"))
      #expect(open.problem == nil && open.publicKey != nil)
    }
    let store = try #require(try object("keystores/java-key.jks"))
    #expect(store["form"] == "JKS" && store.certificates.count == 2)
  }

  @Test func `the facts of an unsupported key name it, and a certificate has no facts`() throws {
    let key = try #require(try object("keys/refused.openssh.pem"))
    #expect(key.kind == .privateKey && key.problem != nil)
    let certificate = try X509.Certificate(
      pem: String(
        decoding: Files.contents(of: Self.root + "keystores/p256.pem"), as: UTF8.self))
    let der = certificate.der
    #expect(X509.ObjectFacts(der: der.span, password: nil, Self.options) == nil)
  }
}
