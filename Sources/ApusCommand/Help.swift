/// The help texts that the option `--help` prints.
enum Help {
  /// The help text that lists each command of the tool on one line.
  static var overview: String {
    """
    usage: apus COMMAND [OPTION…] …
           apus URL [OPTION…] …
           apus --version | --help

    \(lines(of: Tool.requests, and: ("cert COMMAND …", "inspects, checks and makes certificates")))

    examples:
      apus get https://api.example.com/users/7
      apus -L -o today.tar https://example.com/today.tar
      apus cert inspect example.com:443

    `apus help COMMAND` shows a command's help, and `apus help cert` lists certificate commands.

    \(statuses(ExitStatus.allCases))
    """
  }

  /// The help text that lists each certificate command on one line.
  static var certificates: String {
    """
    usage: apus cert COMMAND [OPTION…] [FILE…]

    Certificates are read as PEM or DER from files and folders. The name - is standard input.

    \(lines(of: Tool.commands))

    examples:
      apus cert verify example.com:443
      apus cert scan 30d /etc/ssl/private

    `apus cert COMMAND --help` shows the help of a certificate command.

    \(statuses(ExitStatus.allCases.filter { status in
      Tool.commands.contains { self.statuses(of: $0).contains(status) }
    }))
    """
  }

  /// Returns the help text of a command with its options, two examples and its exit statuses.
  static func text(of command: any Command.Type) -> String {
    let options = command.options + [Option("help", "prints the help of the command")]
    let paragraphs = [
      "usage: apus \(command.path) [OPTION…] \(command.operands)",
      command.summary + "\n" + command.details.joined(separator: " "),
      columns(options.map { ($0.usage, $0.summary) }).joined(separator: "\n"),
      "examples:\n" + command.examples.map { "  \($0)" }.joined(separator: "\n"),
      statuses(statuses(of: command), failure: command.failure),
    ]
    return paragraphs.joined(separator: "\n\n")
  }

  /// Returns the possible exit statuses of a command in ascending order.
  static func statuses(of command: any Command.Type) -> [ExitStatus] {
    let own = Set(command.statuses).union([.success, .usage])
    return ExitStatus.allCases.filter { own.contains($0) }
  }

  private static func lines(
    of commands: [any Command.Type], and others: (String, String)...
  ) -> String {
    columns(commands.map { ("\($0.name) \($0.operands)", $0.summary) } + others)
      .joined(separator: "\n")
  }

  private static func statuses(
    _ statuses: [ExitStatus], failure: String = ExitStatus.failure.meaning
  ) -> String {
    let rows = statuses.map { ("\($0.rawValue)", $0 == .failure ? failure : $0.meaning) }
    return "exit status:\n" + columns(rows).joined(separator: "\n")
  }

  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { $0.0.unicodeScalars.count }.max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.unicodeScalars.count + 2) + right
    }
  }
}
