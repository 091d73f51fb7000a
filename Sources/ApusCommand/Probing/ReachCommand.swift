import ApusBytes
import ApusNames
import ApusNet
import ApusSession
import ApusX509

/// The command `apus reach`, which checks that this machine has a route to a host.
struct ReachCommand: Command {
  static let name = "reach"
  static let operands = "[HOST]"
  static let summary = "checks whether this machine has a route to a host or a default route"
  static let details = [
    "The command looks up the host name, and reads the route to the host from the kernel's",
    "routing table. The host itself receives no packet, so a host that is switched off is",
    "reported as reachable. Without HOST the command checks the default route. The exit",
    "status is 0 if there is a route.",
  ]
  static let examples = ["apus reach api.example.com", "apus reach --watch --format json"]
  static let statuses: [ExitStatus] = [.failure, .unreadable, .interrupted]
  static let options = [
    Option("watch", "prints each change of the reachability until a signal ends the command"),
    Option(
      "format", takes: "text|json",
      "the output format of the command; text by default; json has one object per line"),
  ]

  private let host: String?
  private let reachability: Reachability
  private let isWatch: Bool
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(UsageError) {
    if arguments.operands.count > 1 { throw .extraOperand("\(arguments.operands[1])") }
    host = try arguments.operands.first.map(Arguments.text)
    isWatch = arguments.has("watch")
    format = try arguments.choice("format", default: .text)
    reachability =
      if let host { try Self.reachability(of: host) } else { Reachability.ofDefaultRoute() }
  }

  /// Returns the reachability of a host name or of an IP address. An address may have the brackets
  /// of URLs.
  private static func reachability(of host: String) throws(UsageError) -> Reachability {
    if let found = try? Reachability(address: host) { return found }
    do throws(NameError) { return try Reachability(host: host) } catch {
      throw .invalidHost(host, error)
    }
  }

  func run(_ console: inout Console) async -> ExitStatus {
    var ending = ExitStatus.interrupted
    let changes = reachability.changes
    reachability.startMonitoring()
    for await status in changes {
      console.print(line(of: status))
      do { try console.flush() } catch {
        console.complain("\(error)")
        return .unreadable
      }
      guard isWatch else {
        ending = status.isReachable ? .success : .failure
        if (reachability.failure as? NetError)?.isOutOfDescriptors == true { ending = .unreadable }
        break
      }
    }
    reachability.stopMonitoring()
    return ending
  }

  private func line(of status: Reachability.Status) -> String {
    let interface = reachability.interface.map { ForeignText.escaped($0.utf8) }
    switch format {
    case .text:
      let over = interface.map { " over \($0)" } ?? ""
      let target = host.map { ForeignText.escaped($0.utf8) } ?? "the default route"
      return switch status {
      case .viaLocal: "\(target): reachable\(over)"
      case .viaCellular: "\(target): reachable by modem\(over)"
      case .notReachable: "\(target): not reachable"
      case .unknown:
        "\(target): unknown" + (reachability.failure.map { "; \($0)" } ?? "")
      }
    case .json: return Self.document(host, status, interface)
    }
  }

  /// Returns the reachability as a JSON object in one line, because the option `--watch` prints
  /// several objects.
  private static func document(
    _ host: String?, _ status: Reachability.Status, _ interface: String?
  ) -> String {
    let word =
      switch status {
      case .unknown: "unknown"
      case .notReachable: "notReachable"
      case .viaCellular: "viaCellular"
      case .viaLocal: "viaLocal"
      }
    let members: [(String, X509.Document)] =
      [("schema", "apus.reach/1")] + (host.map { [("host", .text($0))] } ?? [])
      + [("status", .text(word)), ("isReachable", .bool(status.isReachable))]
      + (interface.map { [("interface", .text($0))] } ?? [])
    let inside = members.map { "\(X509.Document.text($0).json): \($1.json)" }
    return "{" + inside.joined(separator: ", ") + "}"
  }
}
