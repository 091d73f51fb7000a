import ApusX509

/// The command `apus cert pins`, which prints the hashes of public keys for pinning.
struct PinsCommand: Command {
  static let name = "pins"
  static let path = "cert pins"
  static let operands = "FILE|HOST:PORT…"
  static let summary = "prints the pin of the public key of each certificate"
  static let details =
    [
      "A pin is the text sha256/ and the base64 of the SHA-256 digest of a public key",
      "(SubjectPublicKeyInfo).",
    ] + CertificateSources.details
  static let examples = [
    "apus cert pins example.com:443", "apus cert pins server.pem --swift",
  ]
  static let statuses: [ExitStatus] = CertificateSources.statuses
  static let options =
    [
      OutputFormat.option, Option("swift", "prints the pins as lines of Swift code"),
    ] + KeyOptions.options + CertificateSources.options

  private let sources: CertificateSources
  private let keys: KeyOptions
  private let format: OutputFormat
  private let isSwift: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    sources = try CertificateSources(arguments)
    keys = try KeyOptions(arguments)
    guard !sources.isEmpty else { throw .missingOperand(Self.operands) }
    format = try arguments.choice("format", default: .text)
    isSwift = arguments.has("swift")
  }

  func run(_ console: inout Console) async -> ExitStatus {
    guard let reading = keys.reading(console) else { return .unreadable }
    let input = await sources.read(console, reading)
    if format == .json {
      console.print(document(of: input).json)
    } else {
      for certificate in input.certificates { console.printLines(line(for: certificate)) }
    }
    return input.report(to: &console)
  }

  private func line(for certificate: X509.Certificate) -> String {
    guard isSwift else { return "\(certificate.pin)  \(certificate.subject)" }
    return "try X509.Pin(\"\(certificate.pin)\"),  // \(certificate.subject)"
  }

  private func document(of input: CertificateInput) -> X509.Document {
    [
      "schema": "apus.pins/1",
      "pins": .list(
        input.findings.map { finding in
          [
            "source": finding.place.document, "pin": .text("\(finding.certificate.pin)"),
            "subject": .text("\(finding.certificate.subject)"),
          ]
        }),
      "problems": input.problemDocument,
    ]
  }
}
