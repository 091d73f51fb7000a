import ApusX509

/// `apus cert inspect`: everything that certificates say.
struct InspectCommand: Command {
  static let name = "inspect"
  static let path = "cert inspect"
  static let operands = "[FILE|HOST:PORT…]"
  static let summary = "shows all that certificates say"
  static let details =
    [
      "Every certificate of every file is shown, in order; without a file, standard input is read.",
      "JSON is of the schema apus.certificates/1, in which each certificate is apus.certificate/1.",
    ] + CertificateSources.details
  static let options =
    [
      Option("format", takes: "text|json|pem|openssl", "how they are shown; text by default"),
      Option("color", takes: "auto|always|never", "colour in text; auto: only on a terminal"),
    ] + CertificateSources.options

  enum Format: String, CaseIterable {
    case text, json, pem, openssl
  }

  enum Colour: String, CaseIterable {
    case auto, always, never
  }

  private let sources: CertificateSources
  private let readsStandardInput: Bool
  private let format: Format
  private let colour: Colour

  init(_ arguments: Arguments) throws(UsageError) {
    sources = try CertificateSources(arguments)
    readsStandardInput = sources.isEmpty
    format = try arguments.choice("format", default: .text)
    colour = try arguments.choice("color", default: .auto)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    let input =
      readsStandardInput ? CertificateInput(["-"], console) : await sources.read(console)
    switch format {
    case .json: console.print(document(of: input).json)
    case .pem: for finding in input.findings { console.print(finding.certificate.pem) }
    case .openssl:
      for finding in input.findings {
        console.print(X509.Inspection(finding.certificate).openSSLText)
      }
    case .text: printText(input, &console)
    }
    return input.report(to: &console)
  }

  private func printText(_ input: CertificateInput, _ console: inout Console) {
    let isColoured = colour == .always || colour == .auto && console.isTerminal
    for visit in input.visits { console.print(visit.lines.joined(separator: "\n") + "\n\n") }
    for (index, finding) in input.findings.enumerated() {
      if input.findings.count > 1 {
        let blank = index > 0 ? "\n" : ""
        console.print("\(blank)\(finding.place) (\(index + 1) of \(input.findings.count)):")
      }
      console.print(X509.Inspection(finding.certificate).text(inColour: isColoured))
    }
  }

  private func document(of input: CertificateInput) -> X509.Document {
    let certificates = input.findings.map { finding -> X509.Document in
      [
        "source": finding.place.document,
        "certificate": X509.Inspection(finding.certificate).document,
      ]
    }
    return .members(
      [
        X509.Document.Member("schema", "apus.certificates/1"),
        X509.Document.Member("certificates", .list(certificates)),
      ] + input.connectionMembers
        + [X509.Document.Member("problems", input.problemDocument)])
  }
}
