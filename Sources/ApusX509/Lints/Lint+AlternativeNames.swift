internal import ApusASN1
internal import ApusBytes
internal import ApusNames

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

/// The lint rules for host names among the alternative names.
extension X509.Lint {
  static let hostNames: [X509.Lint] = [
    X509.Lint(
      "host-empty", .error, "RFC 5280 section 4.2.1.6",
      "a host name in a certificate must not be empty",
      brokenIf: { subject in
        subject.hostNames.contains { $0.utf8.allSatisfy { $0 == 0x20 || $0 == 0x2e } }
      }),
    X509.Lint(
      "host-syntax", .error, "RFC 5280 section 4.2.1.6",
      "a label of a host name must be letters, digits and hyphens, without a hyphen at its ends"
    ) { subject in
      first(subject.hostNames) { name in
        labels(of: name).contains { label in
          label.utf8.first == 0x2d || label.utf8.last == 0x2d
            || !label.utf8.allSatisfy { isLabelByte($0) || $0 == 0x2a || $0 == 0x5f }
        }
      }
    },
    X509.Lint(
      "host-underscore", .error, "\(baseline) 7.1.2.7.12",
      "a host name in a server's certificate must have no underscore"
    ) { subject in
      subject.isServer ? first(subject.hostNames) { $0.utf8.contains(0x5f) } : nil
    },
    X509.Lint(
      "host-wildcard", .error, "\(baseline) 3.2.2.6",
      "a wildcard must be the whole left-most label of a host name"
    ) { subject in
      first(subject.hostNames) { name in
        let rest = name.utf8.starts(with: "*.".utf8) ? name.utf8.dropFirst(2) : name.utf8[...]
        return rest.contains(0x2a)
      }
    },
    X509.Lint(
      "host-trailing-dot", .warning, "RFC 5280 section 4.2.1.6",
      "a host name in a certificate should not end with a dot"
    ) { subject in
      first(subject.hostNames) { $0.utf8.count > 1 && $0.utf8.last == 0x2e }
    },
    X509.Lint(
      "host-too-long", .error, "RFC 5280 section 4.2.1.6",
      "a host name must have at most 253 bytes, and each label at most 63"
    ) { subject in
      first(subject.hostNames) { name in
        name.utf8.count > 253 || labels(of: name).contains { $0.utf8.count > 63 }
      }
    },
    X509.Lint(
      "host-internal", .error, "\(baseline) 4.2.2",
      "a host name in a server's certificate must be in the public DNS"
    ) { subject in
      guard subject.isServer else { return nil }
      return first(subject.hostNames) { name in
        !name.utf8.isEmpty && labels(of: name).filter { !$0.utf8.isEmpty }.count < 2
      }
    },
    X509.Lint(
      "host-a-label", .error, "RFC 5280 section 7.2",
      "a label that begins with xn-- must be a valid internationalized name (IDNA)"
    ) { subject in
      first(subject.hostNames) { name in
        let bare = name.utf8.starts(with: "*.".utf8) ? String(name.dropFirst(2)) : name
        let isEncoded = labels(of: bare).contains { label in
          label.utf8.prefix(4).map { ASCII.lowercased($0) }.elementsEqual("xn--".utf8)
        }
        return isEncoded && (try? CanonicalHost(bare)) == nil
      }
    },
  ]

  private static func labels(of name: String) -> [Substring] {
    name.split(separator: ".", omittingEmptySubsequences: false)
  }

  private static func isLabelByte(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x7a ~= byte | 0x20 || byte == 0x2d
  }
}
