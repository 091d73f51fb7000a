import ApusNet
import ApusX509

/// The command `apus cert authority`, which makes a certificate authority for the servers of a
/// development machine.
struct AuthorityCommand: Command {
  static let name = "authority"
  static let path = "cert authority"
  static let operands = "DIR [NAME…]"
  static let summary =
    "makes a local certificate authority for development, and server certificates"
  static let details = [
    "If DIR has no authority, the command makes the files authority.pem and authority-key.pem",
    "in DIR. With names, the command also makes a new key and a certificate for these names:",
    "NAME-key.pem and NAME.pem. Only their owner can read the files of keys (0600), and no",
    "file is replaced. The authority can only issue certificates for \(LocalNames.summary).",
    "The command adds the authority to no trust store: give authority.pem to clients, as in",
    "apus get --cacert DIR/authority.pem.",
  ]
  static let examples = [
    "apus cert authority ~/.local/authority", "apus cert authority dev localhost 127.0.0.1 ::1",
  ]
  static let failure = "the local authority may not issue a certificate for a given name"
  static let statuses: [ExitStatus] = [.failure, .unreadable]
  static let options =
    [
      Option("days", takes: "N", "the number of days that the certificate is valid; 397 by default")
    ] + SubjectOptions.options

  private let folder: FilePath
  private let subject: SubjectOptions?
  private let days: Int64

  init(_ arguments: Arguments) throws(UsageError) {
    guard let first = arguments.operands.first, !first.bytes.isEmpty else {
      throw .missingOperand(Self.operands)
    }
    folder = first.path
    let names = Array(arguments.operands.dropFirst())
    let hasSubject = ["common-name", "template"].contains { arguments.has($0) }
    subject =
      names.isEmpty && !hasSubject ? nil : try SubjectOptions(arguments, names: names)
    days = try ValidityDays.read(arguments, default: 397)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    do {
      try await FileAccess(on: .shared()).makeFolders(
        to: folder.appending("authority.pem"), until: .after(.seconds(30)))
      let authority = try LocalAuthority.open(folder, console)
      var files = authority.files
      if let subject {
        files += try authority.issue(
          try subject.content(console), days, in: folder, at: console.now)
      }
      try await NewFiles.make(files)
      for file in files { console.print("made \(Console.shown(file.path))") }
      if files.isEmpty { console.print("\(authority.certificate.subject)") }
      return .success
    } catch let error as MakingProblem {
      console.complain("\(error)")
      if case .rejected = error { return .failure }
      return .unreadable
    } catch {
      console.complain("\(error)")
      return .unreadable
    }
  }
}
