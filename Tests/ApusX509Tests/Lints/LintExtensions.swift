import ApusX509

/// For each rule about extensions a certificate that breaks it.
enum LintExtensions {
  static let examples: [LintExample] = names + hosts + roles + purposes + marks + services

  private static func alternative(_ name: X509.GeneralName...) throws -> X509.Extension.Value {
    .subjectAlternativeName(try X509.SubjectAlternativeName(name))
  }

  private static let names: [LintExample] = [
    LintExample("alternative-names-missing") { $0.remove(.subjectAlternativeName) },
    LintExample("alternative-names-form") {
      $0.set(try alternative(.email(try X509.IA5Text("a@b.example"))), isCritical: true)
    },
    LintExample("alternative-names-twice") { try $0.name("a.example", "a.example") },
    LintExample("alternative-names-critical") { $0.subject = X509.Name([.localityName: "a"]) },
    LintExample("email-syntax") { $0.set(try alternative(.email(try X509.IA5Text("a@@b")))) },
    LintExample("uri-relative") { $0.set(try alternative(.uri(try X509.IA5Text("a/b")))) },
    LintExample("address-reserved") { $0.set(try alternative(.ipv4(IPv4Address(172, 31, 0, 1)))) },
  ]

  private static let hosts: [LintExample] = [
    LintExample("host-empty") { try $0.name(" ") },
    LintExample("host-syntax") { try $0.name("-a.example") },
    LintExample("host-underscore") { try $0.name("a_b.example") },
    LintExample("host-wildcard") { try $0.name("a*.example") },
    LintExample("host-trailing-dot") { try $0.name("a.example.") },
    LintExample("host-too-long") { try $0.name(String(repeating: "a", count: 64) + ".example") },
    LintExample("host-internal") { try $0.name("intranet") },
    LintExample("host-a-label") { try $0.name("xn--a.example") },
  ]

  private static let roles: [LintExample] = [
    LintExample("authority-constraints-critical", .authority) {
      $0.mark(.basicConstraints, isCritical: false)
    },
    LintExample("authority-key-usage", .authority) { $0.remove(.keyUsage) },
    LintExample("authority-cannot-sign", .authority) {
      $0.set(.keyUsage(try X509.KeyUsage(.crlSigning)), isCritical: true)
    },
    LintExample("leaf-can-sign") {
      $0.set(
        .keyUsage(try X509.KeyUsage([.digitalSignature, .certificateSigning])), isCritical: true)
    },
    LintExample("authority-key-identifier-own", .authority) { $0.remove(.subjectKeyIdentifier) },
    LintExample("authority-key-identifier") { $0.remove(.authorityKeyIdentifier) },
    LintExample("name-constraints-leaf") {
      $0.set(
        .nameConstraints(try X509.NameConstraints(permitted: [.dns(try X509.IA5Text("a"))])),
        isCritical: true)
    },
    LintExample("root-purposes", .root) {
      $0.set(.extendedKeyUsage(try X509.ExtendedKeyUsage([.serverAuthentication])))
    },
    LintExample("root-path-length", .root) {
      $0.set(.basicConstraints(.authority(pathLength: 1)), isCritical: true)
    },
  ]

  private static func usage(_ uses: X509.KeyUsage.Uses) throws -> X509.Extension.Value {
    .keyUsage(try X509.KeyUsage(uses))
  }

  private static let purposes: [LintExample] = [
    LintExample("key-usage-critical") { $0.mark(.keyUsage, isCritical: false) },
    LintExample("key-usage-padding") {
      $0.set(.other(.keyUsage, [3, 2, 0, 0x80]), isCritical: true)
    },
    LintExample("key-usage-agreement") {
      $0.set(try usage([.digitalSignature, .encipherOnly]), isCritical: true)
    },
    LintExample("key-usage-curve") {
      $0.set(try usage([.digitalSignature, .keyEncipherment]), isCritical: true)
    },
    LintExample("key-usage-rsa") {
      $0.setRSA(modulus: [0] + [UInt8](repeating: 0xff, count: 256))
      $0.set(try usage([.digitalSignature, .keyAgreement]), isCritical: true)
    },
    LintExample("server-key-usage") { $0.set(try usage(.contentCommitment), isCritical: true) },
    LintExample("purposes-missing") { $0.remove(.extendedKeyUsage) },
    LintExample("purposes-any") {
      $0.set(
        .extendedKeyUsage(
          try X509.ExtendedKeyUsage([.serverAuthentication, .anyExtendedKeyUsage])))
    },
    LintExample("purposes-any-critical") {
      $0.set(
        .extendedKeyUsage(try X509.ExtendedKeyUsage([.anyExtendedKeyUsage])), isCritical: true)
    },
    LintExample("purposes-twice") {
      $0.set(
        .extendedKeyUsage(
          try X509.ExtendedKeyUsage([.serverAuthentication, .serverAuthentication])))
    },
  ]

  /// Each extension of `Sample` with the criticality that it must not have.
  private static let marks: [LintExample] =
    [
      ("subject-key-identifier-is-critical", OID.subjectKeyIdentifier, true),
      ("authority-key-identifier-is-critical", .authorityKeyIdentifier, true),
      ("authority-access-is-critical", .authorityInformationAccess, true),
      ("subject-access-is-critical", .subjectInformationAccess, true),
      ("freshest-crl-is-critical", .freshestCRL, true),
      ("distribution-points-is-critical", .crlDistributionPoints, true),
      ("name-constraints-uncritical", .nameConstraints, false),
      ("policy-constraints-uncritical", .policyConstraints, false),
      ("inhibit-any-policy-uncritical", .inhibitAnyPolicy, false),
      ("policy-mappings-uncritical", .policyMappings, false),
      ("poison-uncritical", .precertificatePoison, false),
      ("unknown-critical", .netscapeComment, true),
    ].map { code, oid, isCritical in
      LintExample(code, .authority) { content in
        for value in try Sample.everyValue() where value.oid == oid {
          content.set(value, isCritical: isCritical)
        }
      }
    } + [
      LintExample("extension-malformed") {
        $0.set(.other(.inhibitAnyPolicy, [4]), isCritical: true)
      }
    ]

  private static func policies(
    _ policies: [X509.CertificatePolicies.Policy]
  ) throws -> X509.Extension.Value {
    .certificatePolicies(try X509.CertificatePolicies(policies))
  }

  private static let services: [LintExample] = [
    LintExample("policies-missing") { $0.remove(.certificatePolicies) },
    LintExample("policies-unreserved") {
      $0.set(try policies([X509.CertificatePolicies.Policy(.anyPolicy)]))
    },
    LintExample("notice-too-long") {
      let text = X509.Text(String(repeating: "a", count: 201))
      let notice = X509.CertificatePolicies.Notice(text)
      $0.set(try policies([X509.CertificatePolicies.Policy(.domainValidated, [.notice(notice)])]))
    },
    LintExample("access-missing") { $0.remove(.authorityInformationAccess) },
    LintExample("access-scheme") {
      $0.set(.authorityInformationAccess(try .issuer("https://ca.example/a")))
    },
    LintExample("list-scheme") {
      let point = try X509.DistributionPoint(.full([.uri(try X509.IA5Text("ldap://a"))]))
      $0.set(.crlDistributionPoints(try X509.CRLDistributionPoints([point])))
    },
    LintExample("staple-without-responder") {
      $0.set(.tlsFeature(try X509.TLSFeature([5])))
    },
    LintExample("timestamps-missing") { $0.remove(.signedCertificateTimestamps) },
  ]
}
