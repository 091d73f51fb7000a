import ApusX509

/// For each rule about fields and names a certificate that breaks it.
enum LintContents {
  static let examples: [LintExample] = [
    LintExample("version-3") { content in
      content.version = .v1
      content.extensions = []
    },
    LintExample("unique-identifier") { content in
      // No initializer is public: the identifier is from a certificate with one.
      content = try X509.TBSCertificate(uniquelyIdentified(content))
    },
    LintExample("time-form") { content in
      content = try X509.TBSCertificate(withGeneralizedStart(content))
    },
    LintExample("validity-order") {
      $0.validity = try X509.Validity(from: 1_800_000_000, through: 1_799_999_990)
    },
    LintExample("validity-too-long") {
      $0.validity = try X509.Validity(from: 1_800_000_000, through: 1_800_000_000 + 200 * 86_400)
    },
    LintExample("signature-broken") { $0.signatureAlgorithm = X509.Algorithm(.ecdsaWithSHA1) },
    LintExample("signature-parameters") {
      $0.signatureAlgorithm = X509.Algorithm(.sha256WithRSAEncryption)
    },
    LintExample("serial-zero") { $0.serialNumber = X509.SerialNumber([]) },
    LintExample("serial-negative") { content in
      content = try X509.TBSCertificate(withNegativeSerial(content))
    },
    LintExample("serial-too-long") {
      $0.serialNumber = X509.SerialNumber([UInt8](repeating: 1, count: 21))
    },
    LintExample("serial-guessable") { $0.serialNumber = X509.SerialNumber([1, 2]) },
    LintExample("issuer-empty") { $0.issuer = X509.Name() },
    LintExample("authority-unnamed", .authority) { $0.subject = X509.Name() },
    LintExample("subject-empty") { $0.mark(.subjectAlternativeName, isCritical: false) },
    LintExample("authority-incomplete", .authority) { $0.subject = X509.Name([.commonName: "a"]) },
    LintExample("common-name-unlisted") { $0.subject = X509.Name([.commonName: "a.example"]) },
    LintExample("common-name-present") {
      $0.subject = X509.Name([.commonName: "www.example.org"])
    },
    LintExample("organizational-unit") {
      $0.subject = X509.Name([.organizationalUnitName: "unit"])
    },
    LintExample("email-in-subject") { $0.subject = X509.Name([.emailAddress: "a@b.example"]) },
    LintExample("attribute-twice") {
      $0.subject = X509.Name([.localityName: "a", .localityName: "b"])
    },
    LintExample("country-code") { $0.subject = X509.Name([.countryName: "Se"]) },
    LintExample("text-empty") { $0.subject = X509.Name([.localityName: ""]) },
    LintExample("text-too-long") {
      $0.subject = X509.Name([.organizationName: String(repeating: "é", count: 65)])
    },
    LintExample("text-type-old") {
      let text = try X509.Text("x", as: .bmp)
      $0.subject = X509.Name([X509.RelativeName(X509.Attribute(.localityName, .text(text)))])
    },
    LintExample("text-edge-space") { $0.subject = X509.Name([.localityName: "a "]) },
    LintExample("text-placeholder") { $0.subject = X509.Name([.localityName: "-"]) },
    LintExample("text-control") { $0.subject = X509.Name([.localityName: "a\u{202e}b"]) },
    LintExample("key-malformed") {
      $0.publicKey = X509.PublicKey(X509.Algorithm(.rsaEncryption, .null), bits: [1])
    },
    LintExample("key-kind") { $0.publicKey = Sample.key },
    LintExample("key-curve") { content in
      let curve = OID("1.3.132.0.10") ?? .secp256r1
      content.publicKey = X509.PublicKey(X509.Algorithm(.ecPublicKey, .oid(curve)), bits: [4])
    },
    LintExample("rsa-short") { $0.setRSA(modulus: [0] + [UInt8](repeating: 0xff, count: 255)) },
    LintExample("rsa-odd-size") { $0.setRSA(modulus: [UInt8](repeating: 0x7f, count: 257)) },
    LintExample("rsa-exponent-small") {
      $0.setRSA(modulus: [0] + [UInt8](repeating: 0xff, count: 256), exponent: [3])
    },
    LintExample("rsa-exponent-even") {
      $0.setRSA(modulus: [0] + [UInt8](repeating: 0xff, count: 256), exponent: [1, 0, 0])
    },
    LintExample("rsa-small-factor") {
      $0.setRSA(modulus: [0] + [UInt8](repeating: 0xff, count: 256))
    },
  ]

  /// Replaces bytes in the content of DER, which must contain them once.
  private static func changed(
    _ content: X509.TBSCertificate, _ old: [UInt8], _ new: [UInt8]
  ) throws -> X509.Certificate {
    let der = try content.certificate(signature: Sample.signature).der
    for start in der.indices where der[start...].starts(with: old) {
      let bytes = Array(der[..<start]) + new + der[(start + old.count)...]
      return try X509.Certificate(bytes)
    }
    return try X509.Certificate(der)
  }

  private static func withNegativeSerial(_ content: X509.TBSCertificate) throws -> X509.Certificate
  {
    try changed(content, [0x02, 0x10, 0x5a], [0x02, 0x10, 0x85])
  }

  /// The two dates are UTCTime, 15 bytes each with their headers; the first becomes the same
  /// moment with a year of four digits, and the lists around it grow by two bytes.
  private static func withGeneralizedStart(
    _ content: X509.TBSCertificate
  ) throws -> X509.Certificate {
    try rewritten(content) { tbs, index in
      guard index == 4 else { return [tbs[index]] }
      let element = tbs[index]
      let dates = Array(element[2...])
      let first = [0x18, 15] + Array("20".utf8) + dates[2..<15]
      return [[0x30, UInt8(first.count + 15)] + first + dates[15...]]
    }
  }

  private static func uniquelyIdentified(
    _ content: X509.TBSCertificate
  ) throws -> X509.Certificate {
    try rewritten(content) { tbs, index in
      index == 6 ? [tbs[index], [0x81, 2, 0, 1]] : [tbs[index]]
    }
  }

  /// Returns the certificate with some fields of the content replaced.
  private static func rewritten(
    _ content: X509.TBSCertificate, _ fields: ([[UInt8]], Int) throws -> [[UInt8]]
  ) throws -> X509.Certificate {
    let der = try content.der()
    var outer = DERReader(der.span)
    var tbs = try outer.readSequence(in: der.span)
    var elements: [[UInt8]] = []
    while !tbs.isAtEnd { elements.append(Array(der[try tbs.readElement(in: der.span).range])) }
    var writer = DERWriter()
    var all: [[UInt8]] = []
    for index in elements.indices { all += try fields(elements, index) }
    writer.writeSequence { certificate in
      certificate.writeSequence { tbs in for element in all { tbs.writeRaw(element) } }
      content.signatureAlgorithm.write(to: &certificate)
      certificate.writeBitString(Sample.signature)
    }
    return try X509.Certificate(writer.bytes)
  }
}
