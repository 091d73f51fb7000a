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
