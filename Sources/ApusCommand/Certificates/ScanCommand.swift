import ApusASN1
import ApusX509

/// `apus cert scan`: which certificates of folders expire soon.
struct ScanCommand: Command {
  static let name = "scan"
  static let path = "cert scan"
  static let operands = "DIR…"
  static let summary = "finds the certificates that expire soon, or have expired"
  static let details = ["One that expires within the time ends the command with 1."]
  static let options = [
    Option("expires-within", takes: "30d", "how soon is soon: 12h, 30d, 4w; 30d by default"),
    Option("time", takes: "RFC3339", "the time from which it is counted; now by default"),
    OutputFormat.option,
  ]

  private let paths: [String]
  private let seconds: Int64
  private let moment: X509.Moment?
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(UsageError) {
    paths = try arguments.someOperands(Self.operands)
    seconds =
      try arguments.value("expires-within", expected: "a number and s, m, h, d or w, as in 30d") {
        Self.seconds($0)
      } ?? 30 * 86_400
    moment = try arguments.value("time", expected: "a time as in 2026-11-21T19:30:00Z") {
      X509.Moment(rfc3339: $0)
    }
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

  func run(_ console: inout Console) -> ExitStatus {
    let input = CertificateInput(paths, console)
    let now = (moment ?? console.now).secondsSinceEpoch
    // A moment is a year of four digits or the clock's, the span below 10^15 seconds.
    let expiring = input.findings.filter {
      $0.certificate.validity.notAfter.secondsSinceEpoch <= now + seconds
    }.sorted {
      $0.certificate.validity.notAfter.secondsSinceEpoch
        < $1.certificate.validity.notAfter.secondsSinceEpoch
    }
    switch format {
    case .text:
      for finding in expiring { console.print(line(for: finding, now)) }
      console.print("\(expiring.count) of \(input.findings.count) certificates")
    case .json: console.print(document(of: expiring, input, now).json)
    }
    return input.report(to: &console, otherwise: expiring.isEmpty ? .success : .failure)
  }

  private func line(for finding: CertificateInput.Finding, _ now: Int64) -> String {
    let end = finding.certificate.validity.notAfter.secondsSinceEpoch
    let days = (end - now) / 86_400
    let when = end < now ? "expired \(-days) days ago" : "expires in \(days) days"
    return "\(when) (\(Self.shown(end))): \(finding.certificate.subject) (\(finding.place))"
  }

  private static func shown(_ seconds: Int64) -> String {
    X509.Moment(secondsSinceEpoch: seconds).description
  }

  private func document(
    of expiring: [CertificateInput.Finding], _ input: CertificateInput, _ now: Int64
  ) -> X509.Document {
    [
      "schema": "apus.scan/1",
      "time": .text(Self.shown(now)),
      "certificateCount": .number(Int64(input.findings.count)),
      "expiring": .list(
        expiring.map { finding in
          let end = finding.certificate.validity.notAfter.secondsSinceEpoch
          return [
            "source": finding.place.document, "subject": .text("\(finding.certificate.subject)"),
            "notAfter": .text(Self.shown(end)), "hasExpired": .bool(end < now),
            "secondsLeft": .number(end - now),
          ]
        }),
      "problems": input.problemDocument,
    ]
  }
}
