internal import ApusASN1

/// The lint rules for policies, and for the addresses of issuers, responders and revocation lists.
extension X509.Lint {
  static let services: [X509.Lint] = [
    X509.Lint(
      "policies-missing", .error, "\(baseline) 7.1.2.7.6",
      "a server's certificate must have certificate policies",
      brokenIf: { $0.isServer && !$0.has(.certificatePolicies) }),
    X509.Lint(
      "policies-unreserved", .warning, "\(baseline) 7.1.2.7.9",
      "the policies of a server's certificate must state the kind of validation of the owner",
      brokenIf: { subject in
        guard subject.isServer, let policies = (try? subject.certificate.certificatePolicies) ?? nil
        else { return false }
        let reserved: [OID] = [
          .domainValidated, .organizationValidated, .individualValidated, .extendedValidation,
        ]
        return !reserved.contains { policies.contains($0) }
      }),
    X509.Lint(
      "notice-too-long", .warning, "RFC 5280 section 4.2.1.4",
      "the text of a policy's user notice should have at most 200 characters"
    ) { subject in
      let policies = (try? subject.certificate.certificatePolicies)??.policies ?? []
      let counts = policies.flatMap(\.qualifiers).compactMap { qualifier -> Int? in
        guard case .notice(let notice) = qualifier else { return nil }
        return notice.text?.string.unicodeScalars.count
      }
      return counts.first { $0 > 200 }.map { "\($0)" }
    },
    X509.Lint(
      "access-missing", .warning, "\(baseline) 7.1.2.7.7",
      "a server's certificate must have the address of its issuer's certificate",
      brokenIf: { subject in
        guard subject.isServer, !subject.isSelfIssued else { return false }
        let access = (try? subject.certificate.authorityInformationAccess) ?? nil
        return access?.issuers.isEmpty ?? true
      }),
    X509.Lint(
      "access-scheme", .error, "\(baseline) 7.1.2.10.3",
      "the addresses of the issuer's certificate and the OCSP responder must have the scheme http"
    ) { subject in
      let access = (try? subject.certificate.authorityInformationAccess) ?? nil
      return firstNotHTTP(access?.descriptions.map(\.location) ?? [])
    },
    X509.Lint(
      "list-scheme", .error, "\(baseline) 7.1.2.11.2",
      "the addresses of revocation lists must have the scheme http"
    ) { subject in
      let points = (try? subject.certificate.crlDistributionPoints)??.points ?? []
      return firstNotHTTP(
        points.flatMap { point -> [X509.GeneralName] in
          if case .full(let names) = point.name { names } else { [] }
        })
    },
    X509.Lint(
      "staple-without-responder", .warning, "RFC 7633 section 4.2",
      "a certificate that requires stapling must name an OCSP responder",
      brokenIf: { subject in
        guard (try? subject.certificate.tlsFeature)??.requiresStapledResponse == true else {
          return false
        }
        let access = (try? subject.certificate.authorityInformationAccess) ?? nil
        return access?.ocspResponders.isEmpty ?? true
      }),
    X509.Lint(
      "timestamps-missing", .note, "RFC 6962 section 3.3",
      "a public server's certificate should have the signed certificate timestamps that "
        + "browsers require",
      brokenIf: { subject in
        subject.isServer && !subject.has(.signedCertificateTimestamps)
          && !subject.has(.precertificatePoison)
      }),
  ]

  private static func firstNotHTTP(_ names: [X509.GeneralName]) -> String? {
    names.first { name in
      guard case .uri(let uri) = name else { return true }
      return !uri.string.utf8.starts(with: "http://".utf8)
    }?.description
  }
}
