import ApusNet
import ApusX509

/// The command `apus cert inspect`, which shows the contents of certificates, requests, revocation
/// lists and keys.
struct InspectCommand: Command {
  static let name = "inspect"
  static let path = "cert inspect"
  static let operands = "[FILE|HOST:PORT…]"
  static let summary = "shows the contents of certificates, requests, revocation lists and keys"
  static let details =
    [
      "The command shows every certificate of every file, in order. Without a file name, the",
      "command reads standard input. Certificate requests, revocation lists, PKCS #7, PKCS",
      "#12 and keys are shown too. Of a private key the command shows only the kind and the",
      "public key, never the secret. The JSON output has the schema apus.certificates/1, and",
      "each certificate apus.certificate/1. The formats pem and openssl show only",
      "certificates.",
    ] + CertificateSources.details
  static let examples = [
    "apus cert inspect server.pem", "apus cert inspect example.com:443 --format json",
  ]
  static let statuses = CertificateSources.statuses
  static let options =
    [
      Option(
        "format", takes: "text|json|pem|openssl",
        "the output format of the certificates; text by default"),
      Option(
        "color", takes: "auto|always|never",
        "selects coloured text; auto: colours only on a terminal"),
    ] + KeyOptions.options + CertificateSources.options

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
  private let keys: KeyOptions

  init(_ arguments: Arguments) throws(UsageError) {
    sources = try CertificateSources(arguments)
    readsStandardInput = sources.isEmpty
    format = try arguments.choice("format", default: .text)
    colour = try arguments.choice("color", default: .auto)
    keys = try KeyOptions(arguments)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    let wanted = CertificateInput.Reading(wantsObjects: true, toleratesFlaws: true)
    guard let reading = keys.reading(console, wanted) else { return .unreadable }
    let input =
      readsStandardInput
      ? CertificateInput(["-"], console, reading) : await sources.read(console, reading)
    switch format {
    case .json: console.print(document(of: input, console.now).json)
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
    let paint = Paint(isColoured: colour == .always || colour == .auto && console.showsColour)
    for visit in input.visits { console.printLines(visit.lines.joined(separator: "\n") + "\n\n") }
    let count = input.findings.count + input.objects.count
    var shownCount = 0
    func title(_ place: CertificateInput.Place) {
      guard count > 1 else { return }
      shownCount += 1
      console.printLines((shownCount > 1 ? "\n" : "") + "\(place) (\(shownCount) of \(count)):")
    }
    for finding in input.findings {
      title(finding.place)
      console.printLines(Self.text(of: finding.certificate, at: console.now, in: paint))
    }
    for object in input.objects {
      title(object.place)
      console.printLines(object.facts.text(in: paint))
    }
  }

  /// Returns the lines that describe a certificate. The remaining time follows the end of the
  /// validity period.
  private static func text(
    of certificate: X509.Certificate, at moment: UnixTime, in paint: Paint
  ) -> String {
    let end = certificate.validity.notAfter.secondsSinceEpoch
    let left = X509.TimeLeft(until: end, from: moment)
    let line =
      "  " + paint.label("time left       ") + (left.isOver ? paint.alarm(left.span) : left.span)
    let text = X509.Inspection(certificate).text(inColour: paint.isColoured)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let label = "  " + paint.label("valid through   ")
    let place = lines.firstIndex { $0.utf8.starts(with: label.utf8) }
    lines.insert(line, at: place.map { $0 + 1 } ?? min(1, lines.count))
    return lines.joined(separator: "\n")
  }

  private func document(of input: CertificateInput, _ moment: UnixTime) -> X509.Document {
    let certificates = input.findings.map { finding -> X509.Document in
      let end = finding.certificate.validity.notAfter.secondsSinceEpoch
      return [
        "source": finding.place.document,
        "secondsLeft": .number(X509.TimeLeft(until: end, from: moment).seconds),
        "certificate": X509.Inspection(finding.certificate).document,
      ]
    }
    let objects = input.objects.map { object -> X509.Document in
      ["source": object.place.document, "object": object.facts.printedDocument]
    }
    return .members(
      [
        X509.Document.Member("schema", "apus.certificates/1"),
        X509.Document.Member("certificates", .list(certificates)),
        X509.Document.Member("objects", .list(objects)),
      ] + input.connectionMembers
        + [X509.Document.Member("problems", input.problemDocument)])
  }
}
