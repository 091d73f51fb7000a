internal import ApusASN1

/// The lint rules for the issuer name and the subject name.
extension X509.Lint {
  static let names: [X509.Lint] = [
    X509.Lint(
      "issuer-empty", .error, "RFC 5280 section 4.1.2.4",
      "the issuer name of a certificate must not be empty",
      brokenIf: { $0.certificate.issuer.isEmpty }),
    X509.Lint(
      "authority-unnamed", .error, "RFC 5280 section 4.1.2.6",
      "the subject name of an authority's certificate must not be empty",
      brokenIf: { $0.isAuthority && $0.name.isEmpty }),
    X509.Lint(
      "subject-empty", .error, "RFC 5280 section 4.1.2.6",
      "a certificate without a subject name must have critical subject alternative names",
      brokenIf: {
        $0.name.isEmpty && !$0.isAuthority && !$0.isCritical(.subjectAlternativeName)
      }),
    X509.Lint(
      "authority-incomplete", .warning, "\(baseline) 7.1.2.10.2",
      "the subject name of an authority must have a country, an organization and a common name"
    ) { subject in
      guard subject.isAuthority, !subject.name.isEmpty else { return nil }
      let wanted: [OID] = [.countryName, .organizationName, .commonName]
      return wanted.first { subject.name.last($0) == nil }.map {
        "the subject name has no \($0.shown)"
      }
    },
    X509.Lint(
      "common-name-unlisted", .error, "\(baseline) 7.1.4.3",
      "the common name of a server's certificate must be one of the alternative names"
    ) { subject in
      guard subject.isServer, let name = subject.name.commonName else { return nil }
      let listed = subject.names.map { name in
        switch name {
        case .dns(let text): text.string
        case .ipv4(let address): address.description
        case .ipv6(let address): address.description
        default: ""
        }
      }
      return listed.contains(name.string) ? nil : "\(name)"
    },
    X509.Lint(
      "common-name-present", .note, "\(baseline) 7.1.4.3",
      "a server's certificate should not have a common name",
      brokenIf: { $0.isServer && $0.name.commonName != nil }),
    X509.Lint(
      "organizational-unit", .error, "\(baseline) 7.1.2.7.4",
      "a server's certificate must not have an organizational unit since September 2022"
    ) { subject in
      guard subject.isServer, subject.notBefore >= 1_661_990_400 else { return nil }
      return subject.name.last(.organizationalUnitName).map { "\($0)" }
    },
    X509.Lint(
      "email-in-subject", .warning, "RFC 5280 section 4.1.2.6",
      "a mail address should be a subject alternative name instead of a part of the subject name"
    ) { subject in
      subject.name.last(.emailAddress).map { "\($0)" }
    },
    X509.Lint(
      "attribute-twice", .warning, "\(baseline) 7.1.4.1",
      "the subject name of a server's certificate should not repeat an attribute type"
    ) { subject in
      guard subject.isServer else { return nil }
      let repeatable: [OID] = [.domainComponent, .streetAddress, .organizationalUnitName]
      let types = subject.name.attributes.map(\.type).filter { !repeatable.contains($0) }
      return firstTwice(types)?.shown
    },
  ]
}
