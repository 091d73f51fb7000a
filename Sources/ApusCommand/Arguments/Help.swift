/// What `--help` prints.
enum Help {
  /// Everything that the tool does, in a line each.
  static var overview: String {
    """
    usage: apus COMMAND [OPTION…] …
           apus --version | --help

    \(lines(of: Tool.requests, and: ("cert COMMAND …", "looks at certificates")))

    `apus COMMAND --help` says more of one, and `apus cert --help` lists those about certificates.

    \(statuses)
    """
  }

  /// Every command about certificates in a line.
  static var certificates: String {
    """
    usage: apus cert COMMAND [OPTION…] [FILE…]

    Certificates are read as PEM or DER, from files, folders and, by the name -, standard input.

    \(lines(of: Tool.commands))

    `apus cert COMMAND --help` says more of one.

    \(statuses)
    """
  }

  /// One command with its options.
  static func text(of command: any Command.Type) -> String {
    let options = command.options + [Option("help", "prints this")]
    let paragraphs = [
      "usage: apus \(command.path) [OPTION…] \(command.operands)",
      ([command.summary] + command.details).joined(separator: "\n"),
      columns(options.map { ($0.usage, $0.summary) }).joined(separator: "\n"), statuses,
    ]
    return paragraphs.joined(separator: "\n\n")
  }

  private static func lines(
    of commands: [any Command.Type], and others: (String, String)...
  ) -> String {
    columns(commands.map { ("\($0.name) \($0.operands)", $0.summary) } + others)
      .joined(separator: "\n")
  }

  private static var statuses: String {
    "exit status:\n"
      + columns(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
      .joined(separator: "\n")
  }

  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { $0.0.unicodeScalars.count }.max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.unicodeScalars.count + 2) + right
    }
  }
}
