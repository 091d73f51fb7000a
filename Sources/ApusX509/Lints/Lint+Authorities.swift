internal import ApusASN1

/// The lint rules for the certificates of authorities.
extension X509.Lint {
  static let authorities: [X509.Lint] = [
    X509.Lint(
      "authority-constraints-critical", .error, "RFC 5280 section 4.2.1.9",
      "the basic constraints of an authority's certificate must be critical",
      brokenIf: { $0.isAuthority && $0.isUncritical(.basicConstraints) }),
    X509.Lint(
      "authority-key-usage", .error, "RFC 5280 section 4.2.1.3",
      "an authority's certificate must have the key usage extension",
      brokenIf: { $0.isAuthority && !$0.has(.keyUsage) }),
    X509.Lint(
      "authority-cannot-sign", .error, "RFC 5280 section 4.2.1.9",
      "an authority's key usage must allow certificate signing (keyCertSign)",
      brokenIf: { $0.isAuthority && $0.keyUsage?.contains(.certificateSigning) == false }),
    X509.Lint(
      "leaf-can-sign", .error, "RFC 5280 section 4.2.1.3",
      "only an authority's key usage may allow certificate signing (keyCertSign)",
      brokenIf: { !$0.isAuthority && $0.keyUsage?.contains(.certificateSigning) == true }),
    X509.Lint(
      "authority-key-identifier-own", .error, "RFC 5280 section 4.2.1.2",
      "an authority's certificate must have a subject key identifier",
      brokenIf: { $0.isAuthority && !$0.has(.subjectKeyIdentifier) }),
    X509.Lint(
      "authority-key-identifier", .error, "RFC 5280 section 4.2.1.1",
      "a certificate must have an authority key identifier",
      brokenIf: { subject in
        guard !subject.isSelfIssued else { return false }
        return (try? subject.certificate.authorityKeyIdentifier)??.keyIdentifier == nil
      }),
    X509.Lint(
      "name-constraints-leaf", .error, "RFC 5280 section 4.2.1.10",
      "only an authority's certificate can have name constraints",
      brokenIf: { !$0.isAuthority && $0.has(.nameConstraints) }),
    X509.Lint(
      "root-purposes", .error, "\(baseline) 7.1.2.1.2",
      "a root certificate must not have the extended key usage extension",
      brokenIf: { $0.isAuthority && $0.isSelfIssued && $0.purposes != nil }),
    X509.Lint(
      "root-path-length", .warning, "\(baseline) 7.1.2.1.4",
      "a root certificate should not limit the length of certificate paths",
      brokenIf: { subject in
        guard subject.isSelfIssued else { return false }
        return (try? subject.certificate.basicConstraints)??.pathLength != nil
      }),
  ]
}
