internal import ApusASN1

/// The lint rules for alternative names of every form.
extension X509.Lint {
  static let alternativeNames: [X509.Lint] = [
    X509.Lint(
      "alternative-names-missing", .error, "\(baseline) 7.1.2.7.12",
      "a server's certificate must have subject alternative names",
      brokenIf: { $0.isServer && !$0.has(.subjectAlternativeName) }),
    X509.Lint(
      "alternative-names-form", .error, "\(baseline) 7.1.2.7.12",
      "the alternative names of a server's certificate must be host names and IP addresses"
    ) { subject in
      guard subject.isServer else { return nil }
      return subject.names.first { name in
        switch name {
        case .dns, .ipv4, .ipv6: false
        case .other, .email, .x400, .directory, .ediParty, .uri, .registeredID: true
        }
      }?.description
    },
    X509.Lint(
      "alternative-names-twice", .warning, "RFC 5280 section 4.2.1.6",
      "a certificate should not repeat a subject alternative name"
    ) { subject in
      firstTwice(subject.names)?.description
    },
    X509.Lint(
      "alternative-names-critical", .warning, "RFC 5280 section 4.2.1.6",
      "the alternative names should not be critical if the certificate has a subject",
      brokenIf: { !$0.name.isEmpty && $0.isCritical(.subjectAlternativeName) }),
    X509.Lint(
      "email-syntax", .error, "RFC 5280 section 4.2.1.6",
      "a mail address in a certificate must have the form local@domain"
    ) { subject in
      let emails = subject.names.compactMap { name in
        if case .email(let text) = name { text.string } else { nil }
      }
      return first(emails) { text in
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count != 2 || parts.contains { $0.utf8.isEmpty }
          || text.utf8.contains { $0 <= 0x20 || $0 == 0x3c || $0 == 0x3e }
      }
    },
    X509.Lint(
      "uri-relative", .error, "RFC 5280 section 4.2.1.6",
      "a URI in a certificate must have a scheme"
    ) { subject in
      let uris = subject.names.compactMap { name in
        if case .uri(let text) = name { text.string } else { nil }
      }
      return first(uris) { text in
        let scheme = text.utf8.prefix { $0 != 0x3a }
        return scheme.isEmpty || scheme.count == text.utf8.count
          || !scheme.allSatisfy { 0x61...0x7a ~= $0 | 0x20 || 0x2b...0x39 ~= $0 }
      }
    },
    X509.Lint(
      "address-reserved", .error, "\(baseline) 4.2.2",
      "a server's certificate must not contain a reserved IP address"
    ) { subject in
      guard subject.isServer else { return nil }
      return subject.names.first { name in
        switch name {
        case .ipv4(let address): isReserved(Array(address.octets))
        case .ipv6(let address): isReserved(Array(address.octets))
        default: false
        }
      }?.description
    },
  ]

  /// The private networks of RFC 1918, and the networks of loopback, link-local and unique local
  /// addresses.
  private static let reserved: [X509.Network] = [
    ([10, 0, 0, 0], 8), ([127, 0, 0, 0], 8), ([169, 254, 0, 0], 16), ([172, 16, 0, 0], 12),
    ([192, 168, 0, 0], 16), ([0xfc] + [UInt8](repeating: 0, count: 15), 7),
    ([0xfe, 0x80] + [UInt8](repeating: 0, count: 14), 10),
    ([UInt8](repeating: 0, count: 15) + [1], 128),
  ].compactMap { try? X509.Network($0.0, prefixLength: $0.1) }

  private static func isReserved(_ octets: [UInt8]) -> Bool {
    reserved.contains { $0.contains(octets) }
  }
}
