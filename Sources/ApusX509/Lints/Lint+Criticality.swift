/// The lint rules for the criticality of extensions, and for their encoding.
extension X509.Lint {
  static let criticality: [X509.Lint] =
    [
      uncritical("subject-key-identifier", .subjectKeyIdentifier, "4.2.1.2"),
      uncritical("authority-key-identifier", .authorityKeyIdentifier, "4.2.1.1"),
      uncritical("authority-access", .authorityInformationAccess, "4.2.2.1"),
      uncritical("subject-access", .subjectInformationAccess, "4.2.2.2"),
      uncritical("freshest-crl", .freshestCRL, "4.2.1.15"),
      uncritical("distribution-points", .crlDistributionPoints, "4.2.1.13", .warning),
      critical("name-constraints", .nameConstraints, "4.2.1.10"),
      critical("policy-constraints", .policyConstraints, "4.2.1.11"),
      critical("inhibit-any-policy", .inhibitAnyPolicy, "4.2.1.14"),
      critical("policy-mappings", .policyMappings, "4.2.1.5", .warning),
    ] + [
      X509.Lint(
        "unknown-critical", .warning, "RFC 5280 section 4.2",
        "an extension that few clients support should not be critical"
      ) { subject in
        subject.certificate.extensions.first { $0.kind == nil && $0.isCritical }?.oid.shown
      },
      X509.Lint(
        "extension-malformed", .error, "RFC 5280 section 4.2",
        "every extension of a certificate must be well formed"
      ) { subject in
        for field in subject.inspection.fields {
          if case .failure(let error) = field.value { return "\(error)" }
        }
        return nil
      },
      X509.Lint(
        "poison-uncritical", .error, "RFC 6962 section 3.1",
        "the poison extension of a precertificate must be critical",
        brokenIf: { $0.isUncritical(.precertificatePoison) }),
    ]

  private static func uncritical(
    _ name: String, _ kind: X509.Extension.Kind, _ section: String, _ severity: Severity = .error
  ) -> X509.Lint {
    X509.Lint(
      "\(name)-is-critical", severity, "RFC 5280 section \(section)",
      "the extension \(kind) must not be critical", brokenIf: { $0.isCritical(kind) })
  }

  private static func critical(
    _ name: String, _ kind: X509.Extension.Kind, _ section: String, _ severity: Severity = .error
  ) -> X509.Lint {
    X509.Lint(
      "\(name)-uncritical", severity, "RFC 5280 section \(section)",
      "the extension \(kind) must be critical",
      brokenIf: { $0.isUncritical(kind) })
  }
}
