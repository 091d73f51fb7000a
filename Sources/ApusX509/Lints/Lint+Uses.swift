internal import ApusASN1

/// The lint rules for key uses and key purposes.
extension X509.Lint {
  static let uses: [X509.Lint] = [
    X509.Lint(
      "key-usage-critical", .warning, "RFC 5280 section 4.2.1.3",
      "the key usage extension should be critical",
      brokenIf: { $0.isUncritical(.keyUsage) }),
    X509.Lint(
      "key-usage-padding", .error, "RFC 5280 appendix B",
      "the bits of the key usage must have no trailing zeros"
    ) { subject in
      guard let usage = subject.keyUsage else { return nil }
      let needed = 64 - usage.uses.rawValue.leadingZeroBitCount
      return usage.bitCount == needed
        ? nil : "the key usage has \(usage.bitCount - needed) trailing zeros"
    },
    X509.Lint(
      "key-usage-agreement", .warning, "RFC 5280 section 4.2.1.3",
      "the key usages encipherOnly and decipherOnly require the key usage keyAgreement",
      brokenIf: { subject in
        guard let uses = subject.keyUsage?.uses else { return false }
        return !uses.isDisjoint(with: [.encipherOnly, .decipherOnly])
          && !uses.contains(.keyAgreement)
      }),
    X509.Lint(
      "key-usage-curve", .error, "RFC 5480 section 3",
      "the key usage of an elliptic curve key must not allow encryption",
      brokenIf: { subject in
        guard subject.key.kind == "EC", let uses = subject.keyUsage?.uses else { return false }
        return !uses.isDisjoint(with: [.keyEncipherment, .dataEncipherment])
      }),
    X509.Lint(
      "key-usage-rsa", .error, "RFC 3279 section 2.3.1",
      "the key usage of an RSA key must not allow key agreement",
      brokenIf: { $0.key.kind == "RSA" && $0.keyUsage?.contains(.keyAgreement) == true }),
    X509.Lint(
      "server-key-usage", .error, "\(baseline) 7.1.2.7.11",
      "the key usage of a server's certificate must allow signatures or key encryption",
      brokenIf: { subject in
        guard subject.isServer, let uses = subject.keyUsage?.uses else { return false }
        return uses.isDisjoint(with: [.digitalSignature, .keyEncipherment, .keyAgreement])
      }),
    X509.Lint(
      "purposes-missing", .warning, "\(baseline) 7.1.2.7.10",
      "a server's certificate must have the extended key usage extension",
      brokenIf: { $0.isServer && $0.purposes == nil }),
    X509.Lint(
      "purposes-any", .error, "\(baseline) 7.1.2.7.10",
      "the extended key usage of a server's certificate must not allow every purpose",
      brokenIf: { $0.isServer && $0.purposes?.contains(.anyExtendedKeyUsage) == true }),
    X509.Lint(
      "purposes-any-critical", .warning, "RFC 5280 section 4.2.1.12",
      "the extended key usage should not be critical if it contains anyExtendedKeyUsage",
      brokenIf: {
        $0.isCritical(.extendedKeyUsage) && $0.purposes?.contains(.anyExtendedKeyUsage) == true
      }),
    X509.Lint(
      "purposes-twice", .warning, "RFC 5280 section 4.2.1.12",
      "the extended key usage should not repeat a purpose"
    ) { subject in
      firstTwice(subject.purposes ?? [])?.shown
    },
  ]
}
