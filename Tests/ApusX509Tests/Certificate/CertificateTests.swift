import ApusX509
import TestSupport
import Testing

/// Certificates as they were issued. RFC 5280 section 4.1.
@Suite struct CertificateTests {
  private static func everything() throws -> X509.Certificate {
    try Sample.certificate(try Sample.everyValue().map { X509.Extension($0) })
  }

  @Test func `each field range of a certificate contains the field in the DER`() throws {
    let content = try Sample.content([
      X509.Extension(.basicConstraints(.endEntity), isCritical: true),
      X509.Extension(.other(.netscapeComment, [5, 0])),
    ])
    let certificate = try content.certificate(signature: Sample.signature)
    let der = certificate.der
    #expect(certificate.version == .v3)
    #expect(certificate.serialNumber.description == "8001")
    #expect(certificate.issuer.description == "C=SE, CN=root")
    #expect(certificate.subject.description == "CN=leaf")
    #expect(Array(der[certificate.issuerRange]) == content.issuer.der)
    #expect(Array(der[certificate.subjectRange]) == content.subject.der)
    #expect(Array(der[certificate.signedRange]) == (try content.der()))
    #expect(Array(der[certificate.publicKeyRange]) == Sample.key.der)
    #expect(Array(der[certificate.signatureRange]) == Sample.signature)
    #expect(certificate.publicKey == Sample.key)
    #expect(certificate.signatureAlgorithm.oid == .ed25519)
    #expect(certificate.validity == content.validity)
    #expect(certificate.extensions.map(\.isCritical) == [true, false])
    #expect(certificate.extensions.map(\.kind) == [.basicConstraints, nil])
    #expect(certificate.extensions.map(\.oid) == [.basicConstraints, .netscapeComment])
    #expect(Array(der[certificate.extensions[1].value]) == [5, 0])
    #expect(!certificate.isSelfIssued)
    #expect(try X509.TBSCertificate(certificate) == content)
    #expect(try X509.Certificate(pem: certificate.pem) == certificate)
  }

  @Test func `each extension property returns the extension of its kind, or nil`() throws {
    let every = try Self.everything()
    let values = try every.decodedExtensions().map(\.value)
    #expect(values == (try Sample.everyValue()))
    for kind in X509.Extension.Kind.allCases { #expect(every.has(kind), "\(kind)") }
    #expect(try every.keyUsage.map { .keyUsage($0) } == values[1])
    #expect(try every.subjectAlternativeName.map { .subjectAlternativeName($0) } == values[3])
    #expect(try every.basicConstraints?.pathLength == 3)
    #expect(try every.tlsFeature?.requiresStapledResponse == true)
    #expect(every.encodedExtension(.netscapeComment)?.kind == nil)
    let none = try Sample.certificate()
    #expect(try none.keyUsage == nil)
    #expect(none.encodedExtension(.keyUsage as OID) == nil)
    #expect(none.encodedExtension(.keyUsage as X509.Extension.Kind) == nil)
    #expect(try none.decodedExtensions().isEmpty)
  }

  @Test func `a truncated certificate and a certificate with trailing bytes are rejected`() throws {
    let der = try Self.everything().der
    for count in 0..<der.count {
      #expect(throws: X509Error.self) { try X509.Certificate(Array(der[..<count])) }
    }
    #expect(throws: X509Error.malformed(.certificate, .trailingBytes(at: der.count, count: 1))) {
      try X509.Certificate(der + [0])
    }
  }

  @Test func `reading a certificate with a changed byte and encoding it again never traps`() throws
  {
    var der = try Self.everything().der
    var read = 0
    for index in der.indices {
      for change in Self.changes {
        der[index] ^= change
        if let certificate = try? X509.Certificate(der),
          let content = try? X509.TBSCertificate(certificate)
        {
          read += 1
          _ = (certificate.description, try? certificate.key(), certificate.pin)
          _ = try? content.certificate(signature: Array(der[certificate.signatureRange]))
        }
        der[index] ^= change
      }
    }
    #expect(read > der.count && read < der.count * Self.changes.count)
  }

  static let changes: [UInt8] = {
    #if DEBUG
      [0x01, 0x20, 0x80, 0xff]
    #else
      Array(1...255)
    #endif
  }()

  @Test(
    .enabled(if: Corpus("certs").isExpected, "the folder of certificates is absent"),
    arguments: ["pyca__x509_ecdsa_root.der", "pyca__x509_cryptography-scts.der"])
  func `reading a real certificate with a changed byte never traps`(_ name: String) throws {
    var der = try Corpus("certs").contents(of: name)
    #expect(try X509.Certificate(der).decodedExtensions().count > 2)
    for index in der.indices {
      for change in Self.changes {
        der[index] ^= change
        if let certificate = try? X509.Certificate(der) { _ = try? certificate.decodedExtensions() }
        der[index] ^= change
      }
      #expect(throws: X509Error.self) { try X509.Certificate(Array(der[..<index])) }
    }
  }

  @Test func `two certificates are equal if and only if their bytes are equal`() throws {
    let one = try Sample.certificate()
    let again = try X509.Certificate(one.der)
    let other = try Sample.certificate([X509.Extension(.ocspNoCheck(X509.OCSPNoCheck()))])
    #expect(one == again && one.hashValue == again.hashValue)
    #expect(one != other && one.hashValue == other.hashValue)
    #expect(Set([one, again, other]).count == 2)
    #expect(one.hasSameKey(as: other))
  }
}
