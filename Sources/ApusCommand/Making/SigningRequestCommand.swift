import ApusASN1
import ApusCrypto
import ApusNet
import ApusX509

/// The command `apus cert request`, which makes a certificate signing request.
struct SigningRequestCommand: Command {
  static let name = "request"
  static let path = "cert request"
  static let operands = "NAME…"
  static let summary = "makes a certificate request (CSR) with a new or an existing private key"
  static let details =
    [
      "A name is a host name, an IP address, a mail address or a URI. The certificate request",
      "is PKCS #10 in PEM, and is signed with the private key.",
    ] + KeyChoice.details
  static let examples = [
    "apus cert request shop.example.com --new-key shop-key.pem --output shop.csr",
    "apus cert request --template old.pem --key shop-key.pem",
  ]
  static let statuses: [ExitStatus] = [.unreadable]
  static let options =
    [
      Option(
        "output", takes: "FILE", "the file for the certificate request; standard output by default")
    ] + SubjectOptions.options + KeyChoice.options

  private let subject: SubjectOptions
  private let key: KeyChoice
  private let output: FilePath?

  init(_ arguments: Arguments) throws(UsageError) {
    subject = try SubjectOptions(arguments, names: arguments.operands)
    key = try KeyChoice(arguments)
    output = try arguments.path("output")
  }

  func run(_ console: inout Console) async -> ExitStatus {
    do {
      let content = try subject.content(console)
      let made = try key.key(console)
      let request = try X509.CertificationRequest(
        subject: content.subject, extensions: try content.allExtensions(), key: made.key,
        using: SystemRandom())
      let pem = PEM.encode(request.der, as: .certificateRequest)
      try await NewFiles.make(pem, at: output, beside: made.file, &console)
      return .success
    } catch {
      if error as? MakingProblem != .noKey { console.complain("\(error)") }
      return .unreadable
    }
  }
}
