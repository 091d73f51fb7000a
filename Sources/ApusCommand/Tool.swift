import ApusNet
import ApusX509
import CApus

/// `apus`: looks at certificates.
@main
enum Tool {
  /// The commands of `apus cert`.
  static let commands: [any Command.Type] = [
    InspectCommand.self, ChainCommand.self, PinsCommand.self, DumpCommand.self, DiffCommand.self,
    LintCommand.self, ScanCommand.self, VerifyCommand.self,
  ]

  static func main() {
    var console = Console(
      isTerminal: apus_prints_to_terminal() == 1,
      now: X509.Moment(secondsSinceEpoch: apus_wall_clock_seconds()))
    let status = run(Array(CommandLine.arguments.dropFirst()), &console)
    print(console.output, terminator: "")
    let bytes = Array(console.complaints.utf8).map { CChar(bitPattern: $0) }
    // SAFETY: C reads the bytes of the array within the call.
    unsafe apus_write_error(bytes, bytes.count)
    apus_exit(status.rawValue)
  }

  /// Does what the words say, and tells how it ended.
  static func run(_ words: [String], _ console: inout Console) -> ExitStatus {
    do throws(UsageError) {
      return try obey(words, &console)
    } catch {
      console.complain("\(error)")
      return .usage
    }
  }

  private static func obey(
    _ words: [String], _ console: inout Console
  ) throws(UsageError) -> ExitStatus {
    switch words.first {
    case "--version":
      console.print("apus, unreleased")
      return .success
    case nil, "--help", "-h":
      console.print(Help.overview(of: commands))
      return .success
    case "cert": break
    case let word?: throw .unknownCommand(word, known: ["cert"])
    }
    guard let name = words.dropFirst().first, name != "--help", name != "-h" else {
      console.print(Help.overview(of: commands))
      return words.count > 1 ? .success : .usage
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      throw .unknownCommand(name, known: commands.map { $0.name })
    }
    let arguments = try Arguments(Array(words.dropFirst(2)), command.options)
    guard !arguments.asksForHelp else {
      console.print(Help.text(of: command))
      return .success
    }
    return try command.init(arguments).run(&console)
  }
}
