import ApusASN1
import ApusCrypto
import ApusNet
import ApusX509

/// The command `apus cert self-signed`, which makes a certificate that is signed with its own key.
struct SelfSignedCommand: Command {
  static let name = "self-signed"
  static let path = "cert self-signed"
  static let operands = "NAME…"
  static let summary = "makes a self-signed certificate for host names and addresses"
  static let details =
    [
      "Each client must trust the self-signed certificate: apus get --cacert FILE. For",
      "several servers use apus cert authority.",
    ] + KeyChoice.details
  static let examples = [
    "apus cert self-signed localhost 127.0.0.1 --new-key key.pem --output server.pem",
    "apus cert self-signed db.internal --key key.pem --days 30",
  ]
  static let statuses: [ExitStatus] = [.unreadable]
  static let options =
    [
      Option("days", takes: "N", "the number of days that the certificate is valid; 90 by default"),
      Option(
        "output", takes: "FILE", "the file for the new certificate; standard output by default"),
    ] + SubjectOptions.options + KeyChoice.options

  private let subject: SubjectOptions
  private let key: KeyChoice
  private let days: Int64
  private let output: FilePath?

  init(_ arguments: Arguments) throws(UsageError) {
    subject = try SubjectOptions(arguments, names: arguments.operands)
    key = try KeyChoice(arguments)
    days = try ValidityDays.read(arguments, default: 90)
    output = try arguments.path("output")
  }

  func run(_ console: inout Console) async -> ExitStatus {
    do {
      let content = try subject.content(console)
      let made = try key.key(console)
      let builder = X509.CertificateBuilder(
        .endEntity(purposes: []), subject: content.subject, alternativeNames: content.names,
        validity: try ValidityDays.validity(of: days, from: console.now),
        extensions: content.extensions)
      let certificate = try builder.selfSigned(by: made.key, using: SystemRandom())
      try await NewFiles.make(certificate.pem, at: output, beside: made.file, &console)
      return .success
    } catch {
      if error as? MakingProblem != .noKey { console.complain("\(error)") }
      return .unreadable
    }
  }
}

/// The validity period of a new certificate in days.
enum ValidityDays {
  static func read(_ arguments: Arguments, default usual: Int64) throws(UsageError) -> Int64 {
    try arguments.value("days", expected: "a number from 1 to 3650") { text in
      guard 1...4 ~= text.utf8.count, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
      return Int64(text).flatMap { 1...3650 ~= $0 ? $0 : nil }
    } ?? usual
  }

  /// Returns a validity period of the given number of days that includes its first and its last
  /// second.
  static func validity(of days: Int64, from moment: UnixTime) throws(X509Error) -> X509.Validity {
    let start = moment.secondsSinceEpoch
    // The year of an X.509 time has four digits, so a later end is rejected.
    let (end, isOverflow) = start.addingReportingOverflow(days * 86_400 - 1)
    return try X509.Validity(from: start, through: isOverflow ? .max : end)
  }
}
