import ApusX509
import Testing

/// Certificates as files hold them. RFC 7468 section 5.
@Suite struct BundleTests {
  private static func certificate(_ name: String) throws -> X509.Certificate {
    let name = X509.Name([.commonName: name])
    let key = X509.PublicKey(X509.Algorithm(.ed25519), bits: [UInt8](repeating: 7, count: 32))
    let content = X509.TBSCertificate(
      serialNumber: X509.SerialNumber([1]), signatureAlgorithm: X509.Algorithm(.ed25519),
      issuer: name, validity: try X509.Validity(from: 0, through: 1), subject: name,
      publicKey: key)
    return try content.certificate(signature: [UInt8](repeating: 0, count: 64))
  }

  @Test func `a bundle reads PEM sections with three certificate labels and lists others`() throws {
    let one = try Self.certificate("one")
    let text =
      PEM.encode(one.der, as: .certificate) + PEM.encode(one.der, as: .x509Certificate)
      + "between\n" + PEM.encode(one.der, as: .trustedCertificate)
      + PEM.encode([1, 2, 3], as: .x509CRL)
    let bundle = X509.Bundle(Array(text.utf8))
    #expect(bundle.entries.count == 3)
    #expect(bundle.problems.isEmpty)
    #expect(bundle.others.map(\.label) == [.x509CRL])
    for index in 0..<3 { #expect(try bundle.certificate(at: index) == one) }
    #expect(bundle.entries.map(\.line) == [1, 8, 16])
  }

  @Test func `a malformed certificate does not affect the other certificates of a bundle`() throws {
    let one = try Self.certificate("one")
    let two = try Self.certificate("two")
    let broken = "-----BEGIN CERTIFICATE-----\nAA?=\n-----END CERTIFICATE-----\n"
    let torn = PEM.encode(Array(one.der.dropLast()), as: .certificate)
    let longer = PEM.encode(one.der + [0], as: .certificate)
    let text = one.pem + broken + torn + longer + "-----BEGIN CERTIFICATE-----\n" + two.pem
    let bundle = X509.Bundle(Array(text.utf8))
    #expect(bundle.certificates().certificates == [one, two])
    #expect(bundle.problems.count == 4)
    #expect(bundle.problems.allSatisfy { $0.line != nil })
  }

  @Test func `a bundle reports a malformed certificate when the certificate is read`() throws {
    var bad = try Self.certificate("bad").der
    // The last byte of the version, which no certificate has.
    bad[8] = 9
    #expect(throws: X509Error.self) { try X509.Certificate(bad) }
    let good = try Self.certificate("good")
    let bundle = X509.Bundle(bad + good.der)
    #expect(bundle.entries.count == 2)
    let (certificates, problems) = bundle.certificates()
    #expect(certificates == [good])
    #expect(problems.count == 1)
  }

  @Test func `a bundle reports bytes after its last DER certificate as a problem`() throws {
    let one = try Self.certificate("one")
    let bundle = X509.Bundle(one.der + one.der + [0x30, 0x05, 0x00])
    #expect(bundle.entries.count == 2)
    #expect(bundle.problems.count == 1)
  }

  @Test(arguments: [
    "", "no certificate", "-----BEGIN X509 CRL-----\nAA==\n-----END X509 CRL-----\n",
  ])
  func `a bundle without certificates reports that no certificate was found`(_ text: String) {
    let bundle = X509.Bundle(Array(text.utf8))
    #expect(bundle.entries.isEmpty)
    #expect(bundle.problems.map(\.error) == [.noCertificate])
  }

  @Test
  func `trust settings are read only in a PEM section for trusted certificates`()
    throws
  {
    let one = try Self.certificate("one")
    // SEQUENCE { SEQUENCE { serverAuth }, [0] { clientAuth }, UTF8String "x" }
    let settings = try bytes(
      of:
        "30 1b 30 0a 06 08 2b06010505070301 a0 0a 06 08 2b06010505070302 0c 01 78")
    let text = PEM.encode(one.der + settings, as: .trustedCertificate)
    let bundle = X509.Bundle(Array(text.utf8))
    let read = try #require(try bundle.trustSettings(at: 0))
    #expect(read.trusted == [.serverAuthentication])
    #expect(read.rejected == [.clientAuthentication])
    #expect(read.alias == "x")
    #expect(read.allows(.serverAuthentication))
    #expect(!read.allows(.clientAuthentication) && !read.allows(.codeSigning))
    let plain = X509.Bundle(Array(PEM.encode(one.der + settings, as: .certificate).utf8))
    #expect(plain.entries.isEmpty && plain.problems.count == 1)
  }

  @Test func `a bundle finds a certificate by any spelling of its subject name`() throws {
    let one = try Self.certificate("Example  Root")
    let two = try Self.certificate("Another")
    let bundle = X509.Bundle(one.der + two.der + one.der)
    #expect(bundle.entries(named: one.subject) == [0, 2])
    #expect(bundle.entries(named: X509.Name([.commonName: " example ROOT"])) == [0, 2])
    let utf8 = try X509.Text("EXAMPLE ROOT ", as: .utf8)
    let name = X509.Name([X509.RelativeName(X509.Attribute(.commonName, .text(utf8)))])
    #expect(bundle.entries(named: name) == [0, 2])
    #expect(bundle.entries(named: X509.Name([.commonName: "Example"])).isEmpty)
    #expect(bundle.issuers(of: two) == [1])
  }

  @Test(.enabled(if: Roots.isPresent, "the system has no roots"))
  func `a bundle finds and reads every root certificate of the system`() throws {
    let bundle = X509.Bundle(try Roots.text())
    let (certificates, problems) = bundle.certificates()
    #expect(problems.isEmpty)
    #expect(certificates.map(\.der) == (try Roots.certificates()))
    for (index, certificate) in certificates.enumerated() {
      #expect(bundle.issuers(of: certificate).contains(index) || !certificate.isSelfIssued)
    }
  }
}
