import ApusX509

/// `apus cert inspect`: everything that certificates say.
struct InspectCommand: Command {
  static let name = "inspect"
  static let path = "cert inspect"
  static let operands = "[FILE…]"
  static let summary = "shows all that certificates say"
  static let details = [
    "Every certificate of every file is shown, in order; without a file, standard input is read.",
    "JSON is of the schema apus.certificates/1, in which each certificate is apus.certificate/1.",
  ]
  static let options = [
    Option("format", takes: "text|json|pem|openssl", "how they are shown; text by default"),
    Option("color", takes: "auto|always|never", "colour in text; auto: only on a terminal"),
  ]

  enum Format: String, CaseIterable {
    case text, json, pem, openssl
  }

  enum Colour: String, CaseIterable {
    case auto, always, never
  }

  private let paths: [String]
  private let format: Format
  private let colour: Colour

  init(_ arguments: Arguments) throws(UsageError) {
    paths = arguments.operands.isEmpty ? ["-"] : arguments.operands
    format = try arguments.choice("format", default: .text)
    colour = try arguments.choice("color", default: .auto)
  }

  func run(_ console: inout Console) -> ExitStatus {
    let input = CertificateInput(paths, console)
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
    for (index, finding) in input.findings.enumerated() {
      if input.findings.count > 1 {
        let blank = index > 0 ? "\n" : ""
        console.print("\(blank)\(finding.place) (\(index + 1) of \(input.findings.count)):")
      }
      console.print(X509.Inspection(finding.certificate).text(inColour: isColoured))
    }
  }

  private func document(of input: CertificateInput) -> X509.Document {
    [
      "schema": "apus.certificates/1",
      "certificates": .list(
        input.findings.map { finding in
          [
            "source": finding.place.document,
            "certificate": X509.Inspection(finding.certificate).document,
          ]
        }),
      "problems": input.problemDocument,
    ]
  }
}
