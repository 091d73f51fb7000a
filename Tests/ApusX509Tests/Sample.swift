import ApusX509

/// Certificates for tests, each with the property under test.
enum Sample {
  static let key = X509.PublicKey(
    X509.Algorithm(.ed25519), bits: [UInt8](repeating: 7, count: 32))

  /// The content of a certificate of version 3.
  static func content(
    _ extensions: [X509.Extension] = [], subject: String = "leaf"
  ) throws -> X509.TBSCertificate {
    X509.TBSCertificate(
      serialNumber: X509.SerialNumber([0x80, 1]),
      signatureAlgorithm: X509.Algorithm(.ed25519),
      issuer: X509.Name([.countryName: "SE", .commonName: "root"]),
      validity: try X509.Validity(from: 0, through: 4_000_000_000),
      subject: X509.Name([.commonName: subject]), publicKey: key, extensions: extensions)
  }

  static let signature = [UInt8](repeating: 9, count: 64)

  static func certificate(_ extensions: [X509.Extension] = []) throws -> X509.Certificate {
    try content(extensions).certificate(signature: signature)
  }

  /// A value of every kind of extension that is understood.
  static func everyValue() throws -> [X509.Extension.Value] {
    let url = X509.GeneralName.uri(try X509.IA5Text("http://a.example/x"))
    let dns = X509.GeneralName.dns(try X509.IA5Text("a.example"))
    let directory = X509.GeneralName.directory(X509.Name([.commonName: "d"]))
    let point = try X509.DistributionPoint(
      .full([url]), reasons: [.keyCompromise, .superseded], crlIssuer: [directory])
    let step = try X509.RelativeName([
      X509.Attribute(.commonName, "b"), X509.Attribute(.organizationName, "a"),
    ])
    let relative = try X509.DistributionPoint(.relative(step))
    let notice = X509.CertificatePolicies.Notice(
      try X509.Text("Grüße", as: .bmp),
      reference: try X509.CertificatePolicies.Notice.Reference(X509.Text("o"), numbers: [1, 300]))
    let policies = try X509.CertificatePolicies([
      X509.CertificatePolicies.Policy(.domainValidated),
      X509.CertificatePolicies.Policy(
        .extendedValidation,
        [.statement(try X509.IA5Text("http://c")), .notice(notice), .other(.anyPolicy, [5, 0])]),
    ])
    let timestamp = try X509.SignedCertificateTimestamp(
      ([0] + [UInt8](repeating: 1, count: 32) + [0, 0, 1, 2, 3, 4, 5, 6] + [0, 1, 8] + [4, 3]
        + [0, 2, 9, 9]).span)
    return [
      .subjectKeyIdentifier(X509.SubjectKeyIdentifier(of: key)),
      .keyUsage(try X509.KeyUsage([.digitalSignature, .decipherOnly])),
      .privateKeyUsagePeriod(try X509.PrivateKeyUsagePeriod(from: 0, through: 86_400)),
      .subjectAlternativeName(try X509.SubjectAlternativeName(everyName())),
      .issuerAlternativeName(try X509.IssuerAlternativeName([dns])),
      .basicConstraints(.authority(pathLength: 3)),
      .nameConstraints(try everyConstraint()),
      .crlDistributionPoints(try X509.CRLDistributionPoints([point, relative])),
      .certificatePolicies(policies),
      .policyMappings(
        try X509.PolicyMappings([
          X509.PolicyMappings.Mapping(issuer: .domainValidated, subject: .extendedValidation)
        ])),
      .authorityKeyIdentifier(
        X509.AuthorityKeyIdentifier(
          keyIdentifier: [1, 2],
          issuer: try X509.AuthorityKeyIdentifier.Issuer([directory], X509.SerialNumber([200])))),
      .policyConstraints(
        try X509.PolicyConstraints(requireExplicitPolicy: 0, inhibitPolicyMapping: 300)),
      .extendedKeyUsage(
        try X509.ExtendedKeyUsage([.serverAuthentication, .clientAuthentication])),
      .freshestCRL(try X509.FreshestCRL([point])),
      .inhibitAnyPolicy(try X509.InhibitAnyPolicy(after: 2)),
      .authorityInformationAccess(
        try X509.AuthorityInformationAccess([
          X509.AccessDescription(.ocspAccess, url), X509.AccessDescription(.issuersAccess, dns),
        ])),
      .subjectInformationAccess(
        try X509.SubjectInformationAccess([X509.AccessDescription(.repositoryAccess, url)])),
      .tlsFeature(try X509.TLSFeature([5])),
      .signedCertificateTimestamps(try X509.SignedCertificateTimestamps([timestamp])),
      .precertificatePoison(X509.PrecertificatePoison()),
      .ocspNoCheck(X509.OCSPNoCheck()),
      .other(.netscapeComment, [0x16, 1, 0x78]),
    ]
  }

  /// A name of every form.
  static func everyName() throws -> [X509.GeneralName] {
    [
      .other(try X509.OtherName(.userPrincipalName, value: [0x0c, 1, 0x78])),
      .email(try X509.IA5Text("a@b.example")), .dns(try X509.IA5Text("*.b.example")),
      .x400([0x30, 0]), .directory(X509.Name([.commonName: "d", .domainComponent: "example"])),
      .ediParty([0xa1, 3, 0x0c, 1, 0x79]), .uri(try X509.IA5Text("https://b.example/")),
      .ipv4(IPv4Address(192, 0, 2, 1)), .ipv6(try IPv6Address("2001:db8::1")),
      .registeredID(.anyPolicy),
    ]
  }

  private static func everyConstraint() throws -> X509.NameConstraints {
    try X509.NameConstraints(
      permitted: [
        .dns(try X509.IA5Text("example")), .email(try X509.IA5Text(".example")),
        .uri(try X509.IA5Text("example")), .directory(X509.Name([.countryName: "SE"])),
      ],
      excluded: [
        .ip(try X509.Network([10, 0, 0, 0], prefixLength: 9)),
        .ip(try X509.Network([UInt8](repeating: 0xfe, count: 16), prefixLength: 128)),
        .other(.registeredID(.anyPolicy)),
      ])
  }
}
