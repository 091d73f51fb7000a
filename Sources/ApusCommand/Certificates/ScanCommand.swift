import ApusASN1
import ApusNet
import ApusX509

/// `apus cert scan`: which certificates of folders and servers expire soon.
struct ScanCommand: Command {
  static let name = "scan"
  static let path = "cert scan"
  static let operands = "[30d] DIR|FILE|HOST:PORT…"
  static let summary = "finds the certificates that expire soon, or have expired"
  static let details =
    [
      "One that expires within the time ends the command with 1, whatever else was found. What was",
      "not looked at, as a locked file, ends it with 11. Files that links lead to count once.",
    ] + CertificateSources.details
  static let examples = [
    "apus cert scan 14d /etc/ssl/private", "apus cert scan 30d example.com:443 --format json",
  ]
  static let failure = "a certificate expires within the time, or has expired"
  static let statuses: [ExitStatus] = [.failure] + CertificateSources.statuses
  static let options =
    [
      Option("expires-within", takes: "30d", "how soon is soon: 12h, 30d, 4w; 30d by default"),
      Option("time", takes: "RFC3339", "the time from which it is counted; now by default"),
      Option("verbose", "tells of what was passed over too"),
      OutputFormat.option,
    ] + KeyOptions.options + CertificateSources.options

  private let sources: CertificateSources
  private let seconds: Int64
  private let moment: UnixTime?
  private let isVerbose: Bool
  private let keys: KeyOptions
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(UsageError) {
    var operands = arguments.operands
    // A span in front of all is one, unless a file is called so.
    let span = operands.first.flatMap { word in
      Files.exists(word.path) ? nil : word.text.flatMap { Self.seconds($0) }
    }
    if span != nil {
      guard !arguments.has("expires-within") else { throw .extraOperand("\(operands[0])") }
      operands.removeFirst()
    }
    sources = try CertificateSources(arguments, operands: operands)
    guard !sources.isEmpty else { throw .missingOperand(Self.operands) }
    let given = try arguments.value(
      "expires-within", expected: "a number and s, m, h, d or w, as in 30d"
    ) {
      Self.seconds($0)
    }
    seconds = span ?? given ?? 30 * 86_400
    moment = try arguments.value("time", expected: "a time as in 2026-11-21T19:30:00Z") {
      UnixTime(rfc3339: $0)
    }
    isVerbose = arguments.has("verbose")
    keys = try KeyOptions(arguments)
    format = try arguments.choice("format", default: .text)
  }

  /// A length of time that people write: up to nine digits, and a letter for the unit.
  static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    let digits = bytes.dropLast()
    guard 1...9 ~= digits.count, digits.allSatisfy({ $0 &- 0x30 < 10 }),
      let number = Int64(String(decoding: digits, as: UTF8.self))
    else { return nil }
    switch bytes.last {
    case 0x73: return number
    case 0x6d: return number * 60
    case 0x68: return number * 3600
    case 0x64: return number * 86_400
    case 0x77: return number * 7 * 86_400
    default: return nil
    }
  }

  func run(_ console: inout Console) async -> ExitStatus {
    guard let reading = keys.reading(console) else { return .unreadable }
    let input = await sources.read(console, reading)
    let now = moment ?? console.now
    // A moment is a year of four digits or the clock's, the span below 10^15 seconds.
    let expiring = input.findings.filter {
      $0.certificate.validity.notAfter.secondsSinceEpoch <= now.secondsSinceEpoch + seconds
    }.sorted {
      $0.certificate.validity.notAfter.secondsSinceEpoch
        < $1.certificate.validity.notAfter.secondsSinceEpoch
    }
    switch format {
    case .text:
      for finding in expiring { console.printLines(line(for: finding, now)) }
      console.print("\(expiring.count) of \(input.findings.count) certificates")
    case .json: console.print(document(of: expiring, input, now).json)
    }
    return input.report(
      to: &console, otherwise: expiring.isEmpty ? .success : .failure, withNotes: isVerbose)
  }

  private func line(for finding: CertificateInput.Finding, _ now: UnixTime) -> String {
    let end = finding.certificate.validity.notAfter.secondsSinceEpoch
    let left = X509.TimeLeft(until: end, from: now)
    let when = left.isOver ? "\(left)" : "expires in \(left.span)"
    return "\(when) (\(Self.shown(end))): \(finding.certificate.subject) (\(finding.place))"
  }

  private static func shown(_ seconds: Int64) -> String {
    UnixTime(secondsSinceEpoch: seconds).description
  }

  private func document(
    of expiring: [CertificateInput.Finding], _ input: CertificateInput, _ now: UnixTime
  ) -> X509.Document {
    [
      "schema": "apus.scan/1",
      "time": .text("\(now)"),
      "certificateCount": .number(Int64(input.findings.count)),
      "expiring": .list(
        expiring.map { finding in
          let end = finding.certificate.validity.notAfter.secondsSinceEpoch
          let left = X509.TimeLeft(until: end, from: now)
          return [
            "source": finding.place.document, "subject": .text("\(finding.certificate.subject)"),
            "notAfter": .text(Self.shown(end)), "hasExpired": .bool(left.isOver),
            "secondsLeft": .number(left.seconds),
          ]
        }),
      "isComplete": .bool(input.problems.isEmpty),
      "problems": input.problemDocument,
    ]
  }
}
