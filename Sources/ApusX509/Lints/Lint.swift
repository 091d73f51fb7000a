extension X509 {
  /// A rule that certificates should keep, and that a reader does not refuse them for breaking.
  public struct Lint: Sendable {
    /// How bad it is to break a rule.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
      /// The standard says must.
      case error
      /// The standard says should, or what is broken is about to be refused.
      case warning
      /// Worth knowing.
      case note
    }

    /// The name of the rule, which stays what it is.
    public let code: String
    /// How bad it is to break it.
    public let severity: Severity
    /// Where the rule stands.
    public let section: String
    /// What the rule says.
    public let summary: String
    /// What breaks the rule; nil where nothing does.
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

    /// A rule that is broken or not, with nothing to be said of how.
    init(
      _ code: String, _ severity: Severity, _ section: String, _ summary: String,
      brokenIf isBroken: @escaping @Sendable (Subject) -> Bool
    ) {
      self.init(code, severity, section, summary) { isBroken($0) ? "" : nil }
    }
  }
}

extension X509.Lint {
  /// Every rule, subject after subject.
  public static let all: [X509.Lint] =
    form + serialNumber + names + subjectText + alternativeNames + hostNames + authorities + uses
    + criticality + keys + services

  /// A rule that a certificate breaks.
  public struct Finding: Sendable {
    /// The rule.
    public let lint: X509.Lint
    /// What breaks it, in one line; empty where the rule says all.
    public let detail: String
  }

  /// Returns the findings about a certificate, in the order of the rules.
  public static func findings(in certificate: X509.Certificate) -> [Finding] {
    let subject = Subject(certificate)
    return all.compactMap { lint in
      lint.fault(subject).map { Finding(lint: lint, detail: $0) }
    }
  }
}

extension X509.Lint.Finding: CustomStringConvertible {
  /// Severity, code, what the rule says, what breaks it, and where the rule stands.
  public var description: String {
    let detail = detail.utf8.isEmpty ? "" : ": \(detail)"
    return "\(lint.severity.rawValue) \(lint.code): \(lint.summary)\(detail) (\(lint.section))"
  }
}
