import ApusNet
import ApusTLS
import ApusX509

/// The command `apus tls`, which shows the TLS parameters that a server accepts.
struct ProbeCommand: Command {
  static let name = "tls"
  static let operands = "HOST:PORT"
  static let summary =
    "shows the TLS versions, cipher suites, groups and signature schemes that a server "
    + "accepts"
  static let details = [
    "The command offers each value in a separate handshake, about thirty in all, with a pause",
    "between two handshakes. The command offers only the values that apus supports, so TLS",
    "versions before 1.2 are not detected. For each accepted version a second connection offers",
    "the session ticket of a first connection: the session is resumed, is not resumed, or the",
    "server sends no ticket within two seconds. The server's certificates are shown but not",
    "verified: use apus cert verify.",
  ]
  static let examples = [
    "apus tls example.com:443", "apus tls mail.example.com:25 --starttls smtp",
  ]
  static let statuses: [ExitStatus] = [.unreadable, .name, .connection, .tls, .timeout]
  static let options =
    [
      Option("pause", takes: "TIME", "the pause between two handshakes; 100ms by default"),
      OutputFormat.option,
    ] + CertificateSources.options.filter { $0.name != "connect" } + [Password.option]

  private let sources: CertificateSources
  private let keys: KeyOptions
  private let pause: Duration
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(UsageError) {
    let operand = try arguments.onlyOperand(Self.operands)
    sources = try CertificateSources(arguments, needsServer: false)
    guard !sources.servers.isEmpty else {
      throw .invalidValue("\(operand)", option: "connect", expected: ServerAddress.expected)
    }
    keys = try KeyOptions(arguments)
    pause =
      try arguments.value("pause", expected: TimeLimit.expected) { TimeLimit.read($0) }
      ?? .milliseconds(100)
    format = try arguments.choice("format", default: .text)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    guard let reading = keys.reading(console) else { return .unreadable }
    let input = await sources.read(console, reading)
    guard let visit = input.visits.first, let server = sources.servers.first else {
      return input.report(to: &console)
    }
    if format == .text {
      for line in visit.lines + visit.chainLines { console.printLines(line) }
      do throws(SystemError) { try console.flush() } catch {
        console.complain("\(error)")
        return .unreadable
      }
    }
    let probe = ServerProbe(server: server, name: visit.name, route: visit.route, pause: pause)
    do throws(ServerVisit.Failure) {
      let sections = try await probe.run()
      switch format {
      case .text: for line in Self.lines(of: sections) { console.printLines(line) }
      case .json: console.print(Self.document(of: sections, visit).json)
      }
      return .success
    } catch {
      var failed = input
      failed.add(error, of: server)
      return failed.report(to: &console)
    }
  }

  private static func lines(of sections: [ServerProbe.Section]) -> [String] {
    let width = sections.flatMap(\.findings).map(\.name.utf8.count).max() ?? 0
    return sections.flatMap { section in
      [section.title]
        + section.findings.map { finding in
          let space = String(repeating: " ", count: width - finding.name.utf8.count + 2)
          return "  \(finding.name)\(space)\(finding.words)"
        }
    }
  }

  private static func document(
    of sections: [ServerProbe.Section], _ visit: ServerVisit
  ) -> X509.Document {
    .members(
      [
        X509.Document.Member("schema", "apus.tls/1"),
        X509.Document.Member("connection", visit.document),
        X509.Document.Member(
          "chain",
          .list(
            visit.presented.encoded.map { der in
              .text((try? X509.Certificate(der)).map { "\($0.subject)" } ?? "")
            })),
      ]
        + sections.map { section in
          X509.Document.Member(
            section.key,
            .list(
              section.findings.map { finding in
                var members = [
                  X509.Document.Member("name", .text(finding.name)),
                  X509.Document.Member("isAccepted", .bool(finding.isAccepted)),
                ]
                if let use = finding.ticketUse {
                  members.append(X509.Document.Member("result", .text(use.rawValue)))
                }
                if let refusal = finding.refusal {
                  members.append(X509.Document.Member("reason", .text(refusal)))
                }
                return .members(members)
              }))
        })
  }
}
