import ApusBytes
import ApusNet
import ApusX509

/// The command `apus cert matches`, which compares a private key with the public key of a
/// certificate.
struct MatchesCommand: Command {
  static let name = "matches"
  static let path = "cert matches"
  static let operands = "KEY CERT"
  static let summary = "checks whether a key and a certificate have the same public key"
  static let details =
    [
      "KEY is the file of a private key, a public key, a certificate request or PKCS #12.",
      "CERT is the file of a certificate or a certificate request, or a server. The command",
      "uses the first object of each file. The exit status is 0 if KEY and CERT have the same",
      "public key, otherwise 1. Secrets are never shown.",
    ] + CertificateSources.details
  static let examples = [
    "apus cert matches server.key server.pem", "apus cert matches server.key example.com:443",
  ]
  static let failure = "the key and the certificate have different public keys"
  static let statuses: [ExitStatus] = [.failure] + CertificateSources.statuses
  static let options =
    [OutputFormat.option] + KeyOptions.options
    + CertificateSources.connectionOptions.filter { $0.name != "starttls" }

  private let key: CertificateSources
  private let certificate: CertificateSources
  private let keys: KeyOptions
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.operands.count >= 2 else { throw .missingOperand(Self.operands) }
    guard arguments.operands.count == 2 else { throw .extraOperand("\(arguments.operands[2])") }
    key = try CertificateSources(arguments, operands: [arguments.operands[0]], needsServer: false)
    certificate = try CertificateSources(
      arguments, operands: [arguments.operands[1]], needsServer: false)
    keys = try KeyOptions(arguments)
    format = try arguments.choice("format", default: .text)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    let wanted = CertificateInput.Reading(wantsObjects: true)
    guard let reading = keys.reading(console, wanted) else { return .unreadable }
    var keys: [X509.PublicKey] = []
    for (source, prefersKeys) in [(key, true), (certificate, false)] {
      let input = await source.read(console, reading)
      let certificate = input.findings.first?.certificate.publicKey
      let object = input.objects.compactMap(\.facts.publicKey).first
      guard let found = prefersKeys ? object ?? certificate : certificate ?? object else {
        let status = input.report(to: &console)
        if input.problems.isEmpty { explain(source, input, &console) }
        return status == .success ? .unreadable : status
      }
      keys.append(found)
    }
    let isSame = keys[0].isSameKey(as: keys[1])
    switch format {
    case .text:
      console.printLines(
        isSame ? "the key belongs to the certificate" : "the key does not belong to the certificate"
      )
      for (label, key) in zip(["key ", "cert"], keys) {
        console.printLines("  \(label)  \(X509.KeySummary(key)), \(X509.Pin(key))")
      }
    case .json:
      console.print(
        X509.Document.members([
          X509.Document.Member("schema", "apus.match/1"),
          X509.Document.Member("matches", .bool(isSame)),
          X509.Document.Member("keyPin", .text("\(X509.Pin(keys[0]))")),
          X509.Document.Member("certificatePin", .text("\(X509.Pin(keys[1]))")),
        ]).json)
    }
    return isSame ? .success : .failure
  }

  /// Prints the reason that a file contains no usable key, unless the file is malformed.
  private func explain(
    _ source: CertificateSources, _ input: CertificateInput, _ console: inout Console
  ) {
    let isLocked = input.objects.contains { $0.facts.kind == .privateKey }
    let name = source.paths.first.map { Console.shown($0) } ?? "the server"
    let reason =
      isLocked
      ? "the private key is encrypted: type --password-file FILE" : "the file contains no key"
    console.complain("\(name): \(reason)")
  }
}
