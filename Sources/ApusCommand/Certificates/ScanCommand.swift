import ApusASN1
import ApusNet
import ApusX509

/// The command `apus cert scan`, which reports the certificates of folders and servers that expire
/// soon.
struct ScanCommand: Command {
  static let name = "scan"
  static let path = "cert scan"
  static let operands = "[30d] DIR|FILE|HOST:PORT…"
  static let summary = "finds certificates that have expired or will expire soon"
  static let details =
    [
      "The exit status is 1 if a certificate expires within the time limit. Otherwise the",
      "exit status is 11 if a file was skipped, such as an encrypted file. A file that",
      "several links point to is counted once. The formats json and openmetrics list every",
      "certificate. With --watch the command prints the result of each scan.",
    ] + CertificateSources.details
  static let examples = [
    "apus cert scan 14d /etc/ssl/private", "apus cert scan 30d example.com:443 --format json",
  ]
  static let failure = "a certificate has expired, or expires within the time limit"
  static let statuses: [ExitStatus] =
    [.failure] + CertificateSources.statuses + [.interrupted]
  static let options =
    [
      Option(
        "expires-within", takes: "30d",
        "the remaining time that a certificate must have, as in 12h, 30d or 4w; 30d by "
          + "default"),
      Option(
        "time", takes: "RFC3339",
        "the date from which the remaining time is counted; now by default"),
      Option("verbose", "also reports the skipped files"),
      Option(
        "format", takes: "text|json|openmetrics",
        "the output format of the scan; text by default; openmetrics is for Prometheus"),
      Option(
        "watch", takes: "5m", "repeats the scan at this interval until a signal ends the command"),
    ] + KeyOptions.options + CertificateSources.options

  enum Format: String, CaseIterable {
    case text, json, openmetrics
  }

  private let sources: CertificateSources
  private let seconds: Int64
  private let interval: Int64?
  private let moment: UnixTime?
  private let isVerbose: Bool
  private let keys: KeyOptions
  private let format: Format

  init(_ arguments: Arguments) throws(UsageError) {
    var operands = arguments.operands
    // The first operand is a time span if it has the form of a time span and no file has the same
    // name.
    let span = operands.first.flatMap { word in
      Files.exists(word.path) ? nil : word.text.flatMap { Self.seconds($0) }
    }
    if span != nil {
      guard !arguments.has("expires-within") else { throw .extraOperand("\(operands[0])") }
      operands.removeFirst()
    }
    sources = try CertificateSources(arguments, operands: operands)
    guard !sources.isEmpty else { throw .missingOperand(Self.operands) }
    let expected = "a number with the unit s, m, h, d or w, as in 30d"
    let given = try arguments.value("expires-within", expected: expected) { Self.seconds($0) }
    interval = try arguments.value("watch", expected: expected) {
      Self.seconds($0).flatMap { $0 > 0 ? $0 : nil }
    }
    guard interval == nil || !arguments.has("time") else { throw .contradiction("watch", "time") }
    seconds = span ?? given ?? 30 * 86_400
    moment = try arguments.value("time", expected: "a date and time, as in 2026-11-21T19:30:00Z") {
      UnixTime(rfc3339: $0)
    }
    isVerbose = arguments.has("verbose")
    keys = try KeyOptions(arguments)
    format = try arguments.choice("format", default: .text)
  }

  /// Returns the number of seconds of a time span, which has up to nine digits and a letter for the
  /// unit.
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
    guard let interval else { return await scan(&console, reading, at: moment ?? console.now) }
    Interruption.begin()
    while true {
      let now = UnixTime(secondsSinceEpoch: WallClock.secondsSinceEpoch)
      if format == .text { console.print("\(now)") }
      _ = await scan(&console, reading, at: now)
      do throws(SystemError) { try console.flush() } catch {
        console.complain("\(error)")
        return .unreadable
      }
      do {
        try await EventLoop.shared().sleep(until: .after(.seconds(interval)))
      } catch {
        return .interrupted
      }
    }
  }

  /// Reads all certificate sources once and prints the result of the scan.
  private func scan(
    _ console: inout Console, _ reading: CertificateInput.Reading, at now: UnixTime
  ) async -> ExitStatus {
    let input = await sources.read(console, reading)
    let report = X509.ExpiryReport(
      input.findings.map { ($0.place.source, $0.certificate) }, at: now, within: .seconds(seconds))
    let expiring = report.expiring
    switch format {
    case .text:
      for one in expiring { console.printLines(line(for: one, now)) }
      console.printLines(summary(of: report))
    case .json: console.print(document(of: report, input).json)
    case .openmetrics: console.print(report.openMetrics(problemCount: input.problems.count))
    }
    return input.report(
      to: &console, otherwise: expiring.isEmpty ? .success : .failure, withNotes: isVerbose)
  }

  /// Returns the numbers of expired certificates and of certificates that expire soon.
  private func summary(of report: X509.ExpiryReport) -> String {
    let (expired, soon) = (report.count(of: .expired), report.count(of: .expiring))
    let total = "of \(report.certificates.count) certificates"
    let rest = "\(soon == 1 ? "expires" : "expire") within the time limit"
    guard expired > 0 else { return "\(soon) \(total) \(rest)" }
    let first = "\(expired) \(total) \(expired == 1 ? "has" : "have") expired"
    return soon > 0 ? "\(first), and \(soon) \(rest)" : first
  }

  private func line(for found: X509.ScannedCertificate, _ now: UnixTime) -> String {
    let end = found.certificate.validity.notAfter
    let left = X509.TimeLeft(until: end.secondsSinceEpoch, from: now)
    let when = left.isOver ? "\(left)" : "expires in \(left.span)"
    let place = found.source.name == "-" ? "standard input" : "\(found.source)"
    return "\(when) (\(end)): \(found.certificate.subject) (\(place))"
  }

  private func document(
    of report: X509.ExpiryReport, _ input: CertificateInput
  ) -> X509.Document {
    guard case .members(let facts) = report.document else { return report.document }
    return .members(
      [X509.Document.Member("schema", "apus.scan/1")] + facts + [
        X509.Document.Member("isComplete", .bool(input.problems.isEmpty)),
        X509.Document.Member("problems", input.problemDocument),
      ])
  }
}
