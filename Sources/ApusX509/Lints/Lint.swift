extension X509 {
  /// A rule for certificates that a reader does not enforce.
  public struct Lint: Sendable {
    /// The severity of breaking a rule.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
      /// The standard uses *must*.
      case error
      /// The standard uses *should*, or clients will reject such certificates soon.
      case warning
      /// A fact worth knowing.
      case note
    }

    /// The name of the rule, which does not change.
    public let code: String
    /// The severity of breaking the rule.
    public let severity: Severity
    /// The section of the standard that defines the rule.
    public let section: String
    /// The rule in one sentence.
    public let summary: String
    /// Returns the detail that breaks the rule; nil if the certificate complies.
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

    /// Creates a rule without details.
    init(
      _ code: String, _ severity: Severity, _ section: String, _ summary: String,
      brokenIf isBroken: @escaping @Sendable (Subject) -> Bool
    ) {
      self.init(code, severity, section, summary) { isBroken($0) ? "" : nil }
    }
  }
}

extension X509.Lint {
  /// Every rule, grouped by subject.
  public static let all: [X509.Lint] =
    form + serialNumber + names + subjectText + alternativeNames + hostNames + authorities + uses
    + criticality + keys + services

  /// A rule that a certificate breaks.
  public struct Finding: Sendable {
    /// The rule.
    public let lint: X509.Lint
    /// The detail that breaks the rule, in one line; empty if the rule needs none.
    public let detail: String
  }

  /// Returns the findings about a certificate, in the order of the rules.
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
  /// The severity, the code, the rule, the detail, and the section of the standard.
  public var description: String {
    let detail = detail.utf8.isEmpty ? "" : ": \(detail)"
    return "\(lint.severity.rawValue) \(lint.code): \(lint.summary)\(detail) (\(lint.section))"
  }
}
