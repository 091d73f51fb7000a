import ApusNet
import ApusX509
import CApusSystem

/// The command-line tool `apus`, which sends requests and inspects, verifies and makes
/// certificates.
@main
enum Tool {
  /// The commands that send requests, test routes or run the demo.
  static let requests: [any Command.Type] = [
    RequestCommand<Get>.self, RequestCommand<Head>.self, RequestCommand<Post>.self,
    RequestCommand<Put>.self, RequestCommand<Patch>.self, RequestCommand<Delete>.self,
    RequestCommand<Options>.self, RequestCommand<AnyMethod>.self,
    ReachCommand.self, ProbeCommand.self, DemoCommand.self, CompletionsCommand.self,
    ManualCommand.self,
  ]

  /// The subcommands of `apus cert`.
  static let commands: [any Command.Type] = [
    InspectCommand.self, ChainCommand.self, PinsCommand.self, DumpCommand.self, DiffCommand.self,
    LintCommand.self, ScanCommand.self, VerifyCommand.self, MatchesCommand.self,
    ConvertCommand.self, SigningRequestCommand.self, SelfSignedCommand.self,
    AuthorityCommand.self,
  ]

  static func main() {
    apus_reserve_standard()
    if let complaint = DescriptorLimit.complaint {
      Console(now: UnixTime(secondsSinceEpoch: 0), isLive: true).complain(complaint)
      apus_exit(ExitStatus.unreadable.rawValue)
    }
    // The main thread is parked, so the main actor runs no code.
    let work = Task.detached { await runProcess() }
    Interruption.prepare { work.cancel() }
    Task.detached {
      let status = await work.value
      apus_exit(Interruption.signal.map { 128 + $0 } ?? status.rawValue)
    }
    // The tool does not use the main queue, because the main queue needs a file descriptor of its
    // own.
    apus_park()
  }

  private static func runProcess() async -> ExitStatus {
    let terminals = Console.Terminals(
      output: apus_is_terminal(1) == 1, errors: apus_is_terminal(2) == 1,
      columnCount: Int(apus_terminal_columns()))
    let now = UnixTime(secondsSinceEpoch: apus_wall_clock_seconds())
    var console = Console(terminals: terminals, now: now, isLive: true)
    let status = await run(Word.ofProcess, &console)
    do throws(SystemError) { try console.flush() } catch {
      console.complain("\(error)")
      return status == .success ? .unreadable : status
    }
    return status
  }

  /// Runs the command that the words of the command line name, and returns the exit status.
  static func run(_ words: [Word], _ console: inout Console) async -> ExitStatus {
    do throws(UsageError) {
      return try await obey(words, &console)
    } catch {
      console.complain("\(error)")
      return .usage
    }
  }

  private static func obey(
    _ words: [Word], _ console: inout Console
  ) async throws(UsageError) -> ExitStatus {
    switch words.first {
    case "--version":
      console.print("apus, unreleased")
      return .success
    case nil, "--help", "-h":
      console.printWrapped(Help.overview)
      return .success
    case "help": return try help(words.dropFirst(), &console)
    case "cert":
      guard let name = words.dropFirst().first, name != "--help", name != "-h" else {
        console.printWrapped(Help.certificates)
        return words.count > 1 ? .success : .usage
      }
      return try await obey(name, among: commands, Array(words.dropFirst(2)), &console)
    case let word? where isUnnamed(word):
      return try await obey(RequestCommand<UnnamedCommand>.self, words, &console)
    case let word?:
      return try await obey(
        word, among: requests, Array(words.dropFirst()), others: ["cert"], &console)
    }
  }

  /// Prints the help text for `apus help COMMAND` and for `apus COMMAND --help`.
  private static func help(
    _ words: ArraySlice<Word>, _ console: inout Console
  ) throws(UsageError) -> ExitStatus {
    let isOfCertificates = words.first == "cert"
    let known = isOfCertificates ? commands : requests
    guard let name = isOfCertificates ? words.dropFirst().first : words.first else {
      console.printWrapped(isOfCertificates ? Help.certificates : Help.overview)
      return .success
    }
    guard let command = known.first(where: { name == Word($0.name) }) else {
      throw .unknownCommand("\(name)", known: known.map { $0.name })
    }
    console.printWrapped(Help.text(of: command))
    return .success
  }

  private static func obey(
    _ name: Word, among commands: [any Command.Type], _ words: [Word],
    others: [String] = [], _ console: inout Console
  ) async throws(UsageError) -> ExitStatus {
    guard let command = commands.first(where: { name == Word($0.name) }) else {
      throw .unknownCommand("\(name)", known: commands.map { $0.name } + others)
    }
    return try await obey(command, words, &console)
  }

  /// Returns whether the first word of the command line is a URL or an option in front of a URL.
  private static func isUnnamed(_ word: Word) -> Bool {
    word.bytes.count > 1 && word.bytes.first == 0x2d || UsageError.isURL("\(word)")
  }

  private static func obey(
    _ command: any Command.Type, _ words: [Word], _ console: inout Console
  ) async throws(UsageError) -> ExitStatus {
    let arguments = try Arguments(words, command.options)
    guard !arguments.asksForHelp else {
      console.printWrapped(Help.text(of: command))
      return .success
    }
    return await (try command.init(arguments)).run(&console)
  }
}

/// The check of the process's limit for open files.
///
/// Without free file descriptors libdispatch ends the process by a signal when the first task
/// begins, so the tool checks the limit before.
enum DescriptorLimit {
  /// The error for a process that may open too few files to start, or `nil` for a sufficient limit.
  static var complaint: String? {
    let needed = Int(APUS_RESERVED_DESCRIPTORS)
    let free = (0...needed).last { apus_has_free_descriptors(Int32($0)) != 0 } ?? 0
    guard free < needed else { return nil }
    return complaint(limit: Int(apus_descriptor_limit()), missing: needed - free)
  }

  static func complaint(limit: Int, missing: Int) -> String {
    "too few file descriptors: the limit is \(limit), and apus needs at least \(limit + missing); "
      + "raise the limit (ulimit -n)"
  }
}
