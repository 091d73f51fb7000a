import ApusNet
import ApusX509

/// The command `apus cert lint`, which reports the rules that certificates break.
struct LintCommand: Command {
  static let name = "lint"
  static let path = "cert lint"
  static let operands = "FILE|DIR|HOST:PORT…"
  static let summary = "checks certificates against the rules of RFC 5280 and of public authorities"
  static let details =
    [
      "Each finding has a severity, a code, and the section of the broken rule. The format",
      "sarif is SARIF 2.1.0.",
      "The profile private skips the rules for public authorities; web and baseline "
        + "include them all, even those that \"apus cert verify --profile web\" skips.",
      "Files without a certificate are named only with --verbose.",
    ] + CertificateSources.details
  static let examples = [
    "apus cert lint server.pem", "apus cert lint internal.pem --profile private --fail-on warning",
  ]
  static let failure = "a certificate breaks a rule"
  static let statuses: [ExitStatus] = [.failure] + CertificateSources.statuses
  static let options =
    [
      Option("format", takes: "text|json|sarif", "the output format; text by default"),
      Option("profile", takes: "web|baseline|private", "the set of checked rules; web by default"),
      Option(
        "fail-on", takes: "error|warning|note",
        "the lowest severity of a finding that ends the command with status 1; error by default"),
      Option("verbose", "also reports the skipped files"),
    ] + KeyOptions.options + CertificateSources.options

  enum Format: String, CaseIterable {
    case text, json, sarif
  }

  /// The set of lint rules for one kind of certificates.
  enum Rules: String, CaseIterable {
    case web, baseline, `private`

    /// Returns whether the rule set contains a lint rule. A rule set may omit the rules for public
    /// authorities and their logs.
    func contains(_ lint: X509.Lint) -> Bool {
      switch self {
      case .web, .baseline: true
      case .private:
        !lint.section.utf8.starts(with: "CA/Browser Forum".utf8)
          && !lint.section.utf8.starts(with: "RFC 6962 section 3.3".utf8)
      }
    }
  }

  /// A certificate and the lint rules that the certificate violates.
  struct Verdict {
    let place: CertificateInput.Place
    let certificate: X509.Certificate
    let findings: [X509.Lint.Finding]
  }

  private let sources: CertificateSources
  private let keys: KeyOptions
  private let isVerbose: Bool
  private let format: Format
  private let threshold: X509.Lint.Severity
  private let rules: Rules

  init(_ arguments: Arguments) throws(UsageError) {
    sources = try CertificateSources(arguments)
    guard !sources.isEmpty else { throw .missingOperand(Self.operands) }
    keys = try KeyOptions(arguments)
    isVerbose = arguments.has("verbose")
    format = try arguments.choice("format", default: .text)
    threshold = try arguments.choice("fail-on", default: .error)
    rules = try arguments.choice("profile", default: .web)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    guard let reading = keys.reading(console) else { return .unreadable }
    let input = await sources.read(console, reading)
    let verdicts = input.findings.map { finding in
      Verdict(
        place: finding.place, certificate: finding.certificate,
        findings: X509.Lint.findings(in: finding.certificate).filter { rules.contains($0.lint) })
    }
    switch format {
    case .text:
      for verdict in verdicts {
        console.printLines("\(verdict.place): \(verdict.certificate.subject)")
        for finding in verdict.findings { console.printLines("  \(finding)") }
      }
    case .json: console.print(document(of: verdicts, input).json)
    case .sarif: console.print(SARIF.document(of: verdicts).json)
    }
    let failures = verdicts.flatMap(\.findings).filter { fails($0.lint.severity) }
    return input.report(
      to: &console, otherwise: failures.isEmpty ? .success : .failure, withNotes: isVerbose)
  }

  /// Returns whether a severity is at least the severity of the option `--fail-on`. The severities
  /// are listed from the worst to the least.
  private func fails(_ severity: X509.Lint.Severity) -> Bool {
    let order = X509.Lint.Severity.allCases
    guard let place = order.firstIndex(of: severity), let limit = order.firstIndex(of: threshold)
    else { return true }
    return place <= limit
  }

  private func document(of verdicts: [Verdict], _ input: CertificateInput) -> X509.Document {
    [
      "schema": "apus.lint/1",
      "certificates": .list(
        verdicts.map { verdict in
          [
            "source": verdict.place.document, "subject": .text("\(verdict.certificate.subject)"),
            "findings": .list(
              verdict.findings.map { finding in
                [
                  "code": .text(finding.lint.code),
                  "severity": .text(finding.lint.severity.rawValue),
                  "section": .text(finding.lint.section), "summary": .text(finding.lint.summary),
                  "detail": .text(finding.detail),
                ]
              }),
          ]
        }),
      "problems": input.problemDocument,
    ]
  }
}
