import ApusX509

/// A certificate that keeps every rule, changed so that it breaks one.
struct LintExample: Sendable {
  let code: String
  let role: Role
  let change: @Sendable (inout X509.TBSCertificate) throws -> Void

  init(
    _ code: String, _ role: Role = .server,
    _ change: @escaping @Sendable (inout X509.TBSCertificate) throws -> Void
  ) {
    self.code = code
    self.role = role
    self.change = change
  }

  func certificate() throws -> X509.Certificate {
    var content = try role.content()
    try change(&content)
    return try content.certificate(signature: Sample.signature)
  }

  /// Certificates that keep every rule.
  enum Role: CaseIterable, Sendable {
    case server, authority, root

    func content() throws -> X509.TBSCertificate {
      let name = X509.Name([
        .countryName: "SE", .organizationName: "Example", .commonName: "Example CA",
      ])
      var content = X509.TBSCertificate(
        serialNumber: X509.SerialNumber([UInt8](repeating: 0x5a, count: 16)),
        signatureAlgorithm: X509.Algorithm(.ecdsaWithSHA256), issuer: name,
        validity: try X509.Validity(from: 1_800_000_000, through: 1_800_000_000 + 40 * 86_400),
        subject: X509.Name(),
        publicKey: X509.PublicKey(
          X509.Algorithm(.ecPublicKey, .oid(.secp256r1)),
          bits: [4] + [UInt8](repeating: 7, count: 64)))
      let key = X509.AuthorityKeyIdentifier(keyIdentifier: [1, 2])
      switch self {
      case .server:
        content.set(.subjectAlternativeName(try .dns("www.example.org")), isCritical: true)
        content.set(.keyUsage(try X509.KeyUsage(.digitalSignature)), isCritical: true)
        content.set(.extendedKeyUsage(try X509.ExtendedKeyUsage([.serverAuthentication])))
        content.set(.authorityKeyIdentifier(key))
        content.set(
          .certificatePolicies(
            try X509.CertificatePolicies([X509.CertificatePolicies.Policy(.domainValidated)])))
        content.set(.authorityInformationAccess(try .issuer("http://ca.example/a")))
        for case .signedCertificateTimestamps(let value) in try Sample.everyValue() {
          content.set(.signedCertificateTimestamps(value))
        }
      case .authority, .root:
        content.subject =
          self == .root
          ? name
          : X509.Name([.countryName: "SE", .organizationName: "Example", .commonName: "Sub"])
        content.set(.basicConstraints(.authority(pathLength: nil)), isCritical: true)
        content.set(
          .keyUsage(try X509.KeyUsage([.certificateSigning, .crlSigning])), isCritical: true)
        content.set(.subjectKeyIdentifier(X509.SubjectKeyIdentifier([3])))
        if self == .authority { content.set(.authorityKeyIdentifier(key)) }
      }
      return content
    }
  }
}

extension X509.TBSCertificate {
  /// Puts an extension in, in place of the one of its kind.
  mutating func set(_ value: X509.Extension.Value, isCritical: Bool = false) {
    remove(value.oid)
    extensions.append(X509.Extension(value, isCritical: isCritical))
  }

  mutating func remove(_ oid: OID) {
    extensions.removeAll { $0.oid == oid }
  }

  /// Puts host names in place of the alternative names.
  mutating func name(_ hosts: String...) throws {
    set(
      .subjectAlternativeName(
        try X509.SubjectAlternativeName(hosts.map { .dns(try X509.IA5Text($0)) })),
      isCritical: true)
  }

  /// Puts an RSA key in.
  mutating func setRSA(modulus: [UInt8], exponent: [UInt8] = [1, 0, 1]) {
    var writer = DERWriter()
    writer.writeSequence { key in
      key.write(.integer, content: modulus)
      key.write(.integer, content: exponent)
    }
    publicKey = X509.PublicKey(X509.Algorithm(.rsaEncryption, .null), bits: writer.bytes)
  }

  /// Gives an extension another criticality.
  mutating func mark(_ oid: OID, isCritical: Bool) {
    for index in extensions.indices where extensions[index].oid == oid {
      extensions[index].isCritical = isCritical
    }
  }
}

extension X509.SubjectAlternativeName {
  static func dns(_ name: String) throws -> X509.SubjectAlternativeName {
    try X509.SubjectAlternativeName([.dns(try X509.IA5Text(name))])
  }
}

extension X509.AuthorityInformationAccess {
  static func issuer(_ url: String) throws -> X509.AuthorityInformationAccess {
    try X509.AuthorityInformationAccess([
      X509.AccessDescription(.issuersAccess, .uri(try X509.IA5Text(url)))
    ])
  }
}
