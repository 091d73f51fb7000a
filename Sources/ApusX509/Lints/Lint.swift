internal import ApusASN1

extension X509 {
  /// A lint rule: a rule for certificates that the certificate reader does not enforce.
  public struct Lint: Sendable {
    /// The severity of a violation of a lint rule.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
      /// A violation of a rule that the standard marks with *must*.
      case error
      /// A violation of a rule that the standard marks with *should*, or that clients will soon
      /// enforce.
      case warning
      /// A fact about the certificate that is worth knowing.
      case note
    }

    /// The stable name of the lint rule, which never changes.
    public let code: String
    /// The severity of a violation of the lint rule.
    public let severity: Severity
    /// The section of the standard that defines the lint rule.
    public let section: String
    /// The lint rule in one sentence.
    public let summary: String
    /// Returns the detail of a certificate that breaks the lint rule, or `nil` if the certificate
    /// complies.
    let fault: @Sendable (Subject) -> String?

    init(
      _ code: String, _ severity: Severity, _ section: String, _ summary: String,
      _ fault: @escaping @Sendable (Subject) -> String?
    ) {
      self.code = code
      self.severity = severity
      self.section = section
      self.summary = summary
      self.fault = fault
    }

    /// Creates a lint rule whose findings have no details.
    init(
      _ code: String, _ severity: Severity, _ section: String, _ summary: String,
      brokenIf isBroken: @escaping @Sendable (Subject) -> Bool
    ) {
      self.init(code, severity, section, summary) { isBroken($0) ? "" : nil }
    }
  }
}

extension X509.Lint {
  /// All lint rules for certificates, grouped by subject.
  public static let all: [X509.Lint] =
    form + serialNumber + names + subjectText + alternativeNames + hostNames + authorities + uses
    + criticality + keys + services

  /// A finding about a certificate: a lint rule that the certificate breaks.
  public struct Finding: Sendable {
    /// The lint rule that the certificate breaks.
    public let lint: X509.Lint
    /// The part of the certificate that breaks the lint rule, in one line. The text is empty if the
    /// lint rule needs no detail.
    public let detail: String
  }

  /// Returns the lint findings about a certificate, in the order of the lint rules.
  ///
  /// - Parameter certificate: The certificate, which can have flaws.
  public static func findings(in certificate: X509.Certificate) -> [Finding] {
    let subject = Subject(certificate)
    return all.compactMap { lint in
      lint.fault(subject).map { Finding(lint: lint, detail: $0) }
    }
  }
}

extension X509.Lint.Finding: CustomStringConvertible {
  /// The severity, the code, the rule, the detail and the section of the finding.
  public var description: String {
    let detail = detail.utf8.isEmpty ? "" : ": \(detail)"
    return "\(lint.severity.rawValue) \(lint.code): \(lint.summary)\(detail) (\(lint.section))"
  }
}

extension X509.Lint {
  /// A certificate that lint rules examine, decoded once for all rules.
  struct Subject: Sendable {
    let certificate: X509.Certificate
    let inspection: X509.Inspection
    let name: X509.Name
    /// The extensions of the certificate that can be read.
    let values: [X509.Extension.Value]
    /// The alternative names of the certificate's subject.
    let names: [X509.GeneralName]
    let keyUsage: X509.KeyUsage?
    let purposes: [OID]?
    let isAuthority: Bool
    /// A Boolean value that indicates whether the certificate is for a TLS server.
    ///
    /// A server's certificate has the purpose of server authentication, or has no purposes but a
    /// host name or an address.
    let isServer: Bool

    init(_ certificate: X509.Certificate) {
      self.certificate = certificate
      inspection = X509.Inspection(certificate)
      name = certificate.subject
      values = inspection.fields.compactMap { try? $0.value.get() }
      names = (try? certificate.subjectAlternativeName)?.names ?? []
      keyUsage = try? certificate.keyUsage
      purposes = (try? certificate.extendedKeyUsage)?.purposes
      isAuthority = (try? certificate.basicConstraints)?.isAuthority ?? false
      let namesHosts = names.contains { name in
        switch name {
        case .dns, .ipv4, .ipv6: true
        case .other, .email, .x400, .directory, .ediParty, .uri, .registeredID: false
        }
      }
      isServer = !isAuthority && (purposes?.contains(.serverAuthentication) ?? namesHosts)
    }

    var key: X509.KeySummary { inspection.key }
    var notBefore: Int64 { certificate.validity.notBefore.secondsSinceEpoch }
    var isSelfIssued: Bool { certificate.isSelfIssued }

    /// The host names among the certificate's alternative names.
    var hostNames: [String] {
      names.compactMap { if case .dns(let text) = $0 { text.string } else { nil } }
    }

    func has(_ kind: X509.Extension.Kind) -> Bool { certificate.has(kind) }

    func isCritical(_ kind: X509.Extension.Kind) -> Bool {
      certificate.encodedExtension(kind)?.isCritical == true
    }

    /// Returns a Boolean value that indicates whether an extension is present and not critical.
    func isUncritical(_ kind: X509.Extension.Kind) -> Bool {
      certificate.encodedExtension(kind)?.isCritical == false
    }
  }
}

extension X509.Lint {
  /// Returns the first text that breaks a rule, in a form to display, or `nil` if no text breaks
  /// the rule.
  static func first(_ texts: [String], where isBroken: (String) -> Bool) -> String? {
    texts.first(where: isBroken).map { X509.shown($0) }
  }

  /// Returns the first item that occurs twice in a list, or `nil` if the list has no duplicates.
  static func firstTwice<Item: Hashable>(_ items: [Item]) -> Item? {
    var seen: Set<Item> = []
    return items.first { !seen.insert($0).inserted }
  }

  static let baseline = "CA/Browser Forum Baseline Requirements"
}
