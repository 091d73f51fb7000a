import ApusBytes
import ApusX509

/// The command `apus cert chain`, which sorts certificates into a chain and reports certificates
/// outside of the chain.
struct ChainCommand: Command {
  static let name = "chain"
  static let path = "cert chain"
  static let operands = "FILE|HOST:PORT…"
  static let summary = "puts the certificates of a chain in order, from the leaf to the root"
  static let details =
    [
      "The command does not verify the certificate chain: use apus cert verify. The root",
      "certificate may be missing, because servers do not send roots. --format pem writes the",
      "ordered chain. If a certificate is not part of the chain, the command ends with status",
      "1.",
    ] + CertificateSources.details
  static let examples = [
    "apus cert chain bundle.pem --format pem", "apus cert chain example.com:443",
  ]
  static let failure = "an input certificate is not part of the chain"
  static let statuses: [ExitStatus] = [.failure] + CertificateSources.statuses
  static let options =
    [
      Option("format", takes: "text|json|pem", "the output format of the chain; text by default")
    ] + KeyOptions.options + CertificateSources.options

  enum Format: String, CaseIterable {
    case text, json, pem
  }

  private let sources: CertificateSources
  private let keys: KeyOptions
  private let format: Format

  init(_ arguments: Arguments) throws(UsageError) {
    sources = try CertificateSources(arguments)
    keys = try KeyOptions(arguments)
    guard !sources.isEmpty else { throw .missingOperand(Self.operands) }
    format = try arguments.choice("format", default: .text)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    guard let reading = keys.reading(console) else { return .unreadable }
    let input = await sources.read(console, reading)
    let chain = X509.Chain(ordering: input.certificates)
    switch format {
    case .text: console.printLines(lines(of: chain, input).joined(separator: "\n"))
    case .json: console.print(document(of: chain, input).json)
    case .pem: for certificate in chain.certificates { console.print(certificate.pem) }
    }
    let hasStranger = chain.leftovers.contains { $0.reason == .stranger }
    return input.report(to: &console, otherwise: hasStranger ? .failure : .success)
  }

  private func lines(of chain: X509.Chain, _ input: CertificateInput) -> [String] {
    var lines = input.visits.flatMap(\.lines)
    for (place, certificate) in chain.certificates.enumerated() {
      lines.append("\(place)  \(certificate.subject)")
      lines.append("   by \(certificate.issuer)")
    }
    if let missing = chain.missing {
      lines.append("missing: \(missing.name)")
      if let key = missing.keyIdentifier { lines.append("   key \(Hex.encode(key))") }
      for url in missing.urls { lines.append("   may be at \(url)") }
    } else if !chain.certificates.isEmpty {
      lines.append("complete: the last certificate is a root")
    }
    for leftover in chain.leftovers {
      let place = input.findings[leftover.index].place
      lines.append(
        "left over: \(leftover.certificate.subject) (\(place)): \(leftover.reason.words)")
    }
    return lines
  }

  private func document(of chain: X509.Chain, _ input: CertificateInput) -> X509.Document {
    func summary(_ certificate: X509.Certificate) -> X509.Document {
      [
        "subject": .text("\(certificate.subject)"), "issuer": .text("\(certificate.issuer)"),
        "sha256": .text("\(certificate.fingerprint)"),
      ]
    }
    var members: [X509.Document.Member] = [
      X509.Document.Member("schema", "apus.chain/1"),
      X509.Document.Member("isComplete", .bool(chain.isComplete)),
      X509.Document.Member("certificates", .list(chain.certificates.map(summary))),
      X509.Document.Member(
        "leftovers",
        .list(
          chain.leftovers.map { leftover in
            [
              "source": input.findings[leftover.index].place.document,
              "certificate": summary(leftover.certificate), "reason": .text(leftover.reason.words),
            ]
          })),
    ]
    if let missing = chain.missing {
      members.append(
        X509.Document.Member(
          "missing",
          [
            "subject": .text("\(missing.name)"),
            "keyIdentifier": .text(missing.keyIdentifier.map { Hex.encode($0) } ?? ""),
            "urls": .list(missing.urls.map { .text($0.string) }),
          ]))
    }
    return .members(
      members + input.connectionMembers
        + [X509.Document.Member("problems", input.problemDocument)])
  }
}

extension X509.Chain.Leftover.Reason {
  fileprivate var words: String {
    switch self {
    case .duplicate: "is a repeated certificate"
    case .alternative(let place): "is another candidate for certificate \(place) of the chain"
    case .stranger: "is not part of the chain"
    }
  }
}
