import ApusBytes
import ApusCrypto
import ApusNet
import ApusX509
import TestSupport
import Testing

/// RFC 5280 section 4.2.
@Suite struct CertificateBuilderTests {
  @Test func `a built authority certificate has basic constraints and a key usage`() throws {
    let root = try Authority()
    let certificate = root.certificate
    #expect(certificate.isSelfIssued && certificate.version == .v3)
    #expect(try certificate.basicConstraints == .authority(pathLength: nil))
    #expect(try certificate.keyUsage?.uses == [.certificateSigning, .crlSigning])
    #expect(certificate.encodedExtension(OID.basicConstraints)?.isCritical == true)
    #expect(certificate.encodedExtension(OID.keyUsage)?.isCritical == true)
    #expect(try certificate.authorityKeyIdentifier == nil)
    #expect(try certificate.isSigned(by: certificate.verificationKey()))
  }

  @Test func `a built leaf certificate has its issuer's key identifier and a purpose`() throws {
    let root = try Authority()
    let leaf = try root.issue(for: Authority.key())
    #expect(leaf.issuer == root.certificate.subject)
    #expect(try leaf.basicConstraints == .endEntity)
    #expect(try leaf.extendedKeyUsage?.purposes == [.serverAuthentication])
    let identifier = try root.certificate.subjectKeyIdentifier?.bytes
    #expect(try leaf.authorityKeyIdentifier?.keyIdentifier == identifier && identifier != nil)
    #expect(try leaf.isSigned(by: root.certificate.verificationKey()))
    #expect(try !leaf.isSigned(by: leaf.verificationKey()))
  }

  @Test func `a caller's extension replaces the certificate builder's extension of that kind`()
    throws
  {
    let usage = X509.Extension(.keyUsage(try X509.KeyUsage(.keyAgreement)))
    let comment = X509.Extension(.other(.netscapeComment, [0x16, 1, 0x78]), isCritical: true)
    let root = try Authority()
    let leaf = try root.issue(.client, for: Authority.key(), extensions: [comment, usage])
    #expect(try leaf.keyUsage?.uses == .keyAgreement)
    #expect(leaf.encodedExtension(OID.keyUsage)?.isCritical == false)
    #expect(leaf.encodedExtension(OID.netscapeComment)?.isCritical == true)
    #expect(leaf.extensions.count == 6)
  }

  @Test func `the alternative names are critical if the subject name is empty`() throws {
    let names = [X509.GeneralName.dns(try X509.IA5Text("a.example"))]
    let key = try Authority.key()
    for (subject, isCritical) in [
      (X509.Name(), true), (X509.Name([.commonName: "a"]), false),
    ] {
      let builder = X509.CertificateBuilder(
        .server, subject: subject, alternativeNames: names, validity: try Authority.validity())
      let certificate = try builder.selfSigned(by: key, using: SystemRandom())
      #expect(try certificate.subjectAlternativeName?.names == names)
      #expect(certificate.encodedExtension(OID.subjectAlternativeName)?.isCritical == isCritical)
    }
  }

  @Test func `random serial numbers have sixteen bytes, conform to RFC 5280, and differ`() throws {
    let numbers = try (0..<32).map { _ in try X509.SerialNumber.random(using: SystemRandom()) }
    #expect(Set(numbers).count == 32)
    #expect(numbers.allSatisfy { $0.isConforming && $0.content.count == 16 })
  }

  @Test func `a certificate builder uses the caller's serial number and algorithm`() throws {
    var builder = X509.CertificateBuilder(
      .server, subject: X509.Name([.commonName: "a"]), validity: try Authority.validity())
    builder.serialNumber = X509.SerialNumber([7])
    builder.signatureAlgorithm = .ecdsa(.sha384)
    let certificate = try builder.selfSigned(by: Authority.key(), using: SystemRandom())
    #expect(certificate.serialNumber == X509.SerialNumber([7]))
    #expect(certificate.signatureAlgorithm.oid == .ecdsaWithSHA384)
  }

  @Test func `only an authority can issue a certificate, and only with its own key`() throws {
    let root = try Authority()
    let leafKey = try Authority.key()
    let leaf = try root.issue(for: leafKey)
    let builder = X509.CertificateBuilder(
      .server, subject: X509.Name(), validity: try Authority.validity())
    let key = try X509.PublicKey(leafKey.publicKey)
    #expect(throws: X509Error.forbidden(.issuerIsAuthority)) {
      try builder.certificate(for: key, issuer: leaf, key: leafKey, using: SystemRandom())
    }
    #expect(throws: X509Error.forbidden(.keyOfIssuer)) {
      try builder.certificate(
        for: key, issuer: root.certificate, key: leafKey, using: SystemRandom())
    }
  }

  @Test func `a certificate builder rejects an algorithm that the key does not support`() throws {
    var builder = X509.CertificateBuilder(
      .server, subject: X509.Name(), validity: try Authority.validity())
    builder.signatureAlgorithm = .ed25519
    #expect(throws: X509Error.signing(.unsupportedSignature(.ed25519))) {
      try builder.selfSigned(by: Authority.key(), using: SystemRandom())
    }
  }

  @Test func `a certificate builder fails if the source of random bytes fails`() throws {
    struct Broken: RandomSource {
      func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
        throw .unavailable(errno: 5)
      }
    }
    let key = try Authority.key()
    let builder = X509.CertificateBuilder(
      .server, subject: X509.Name(), validity: try Authority.validity())
    #expect(throws: X509Error.signing(.randomness(.unavailable(errno: 5)))) {
      try builder.selfSigned(by: key, using: Broken())
    }
  }
}

/// Debian's `openssl` verifies these certificates.
@Suite(.enabled(if: OpenSSL.isExpected, "openssl is not installed"))
struct CertificateBuilderOpenSSLTests {
  static let kinds = [
    "EC -pkeyopt ec_paramgen_curve:P-256", "EC -pkeyopt ec_paramgen_curve:P-384",
    "RSA -pkeyopt rsa_keygen_bits:2048", "RSA-PSS -pkeyopt rsa_keygen_bits:2048", "ED25519",
  ]

  @Test(arguments: kinds)
  func `openssl verifies a certificate path that the certificate builder has created`(
    _ kind: String
  ) throws {
    let openssl = try OpenSSL()
    try openssl.run("genpkey -algorithm \(kind) -out key.pem")
    let pem = try openssl.read("key.pem")
    let key = try SigningKey(pem: pem.span)
    let name = X509.Name([.countryName: "SE", .commonName: "Wurzel ß"])
    let root = try X509.CertificateBuilder(
      .authority(pathLength: 1), subject: name, validity: Authority.validity()
    ).selfSigned(by: key, using: SystemRandom())
    let middleKey = try Authority.key()
    let middle = try X509.CertificateBuilder(
      .authority(pathLength: 0), subject: X509.Name([.commonName: "middle"]),
      validity: Authority.validity()
    ).certificate(
      for: X509.PublicKey(middleKey.publicKey), issuer: root, key: key, using: SystemRandom())
    let leaf = try X509.CertificateBuilder(
      .server, subject: X509.Name(),
      alternativeNames: [
        .dns(try X509.IA5Text("a.example")), .ipv4(IPv4Address(192, 0, 2, 1)),
      ],
      validity: Authority.validity()
    ).certificate(
      for: X509.PublicKey(Authority.key().publicKey), issuer: middle, key: middleKey,
      using: SystemRandom())
    try openssl.write(Array(root.pem.utf8), to: "root.pem")
    try openssl.write(Array(middle.pem.utf8), to: "middle.pem")
    try openssl.write(Array(leaf.pem.utf8), to: "leaf.pem")
    let options = "-x509_strict -check_ss_sig -attime \(Authority.now) -purpose sslserver"
    let files = "-CAfile root.pem -untrusted middle.pem leaf.pem"
    try openssl.run("verify \(options) -verify_hostname a.example \(files)")
    try openssl.run("verify \(options) -verify_ip 192.0.2.1 \(files)")
    #expect(throws: OpenSSL.Failure.self) {
      try openssl.run("verify \(options) -verify_hostname b.example \(files)")
    }
    try openssl.run("x509 -in leaf.pem -noout -text -out text")
    let text = String(decoding: try openssl.read("text"), as: UTF8.self)
    for line in ["CA:FALSE", "Digital Signature", "TLS Web Server", "DNS:a.example, IP Address:"] {
      #expect(text.contains(line))
    }
  }
}
