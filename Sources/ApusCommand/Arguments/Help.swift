/// What `--help` prints.
enum Help {
  /// Every command in a line.
  static func overview(of commands: [any Command.Type]) -> String {
    let lines = columns(commands.map { ("\($0.name) \($0.operands)", $0.summary) })
    return """
      usage: apus cert COMMAND [OPTION…] [FILE…]
             apus --version | --help

      Certificates are read as PEM or DER, from files, folders and, by the name -, standard input.

      \(lines.joined(separator: "\n"))

      `apus cert COMMAND --help` says more of one.

      \(statuses)
      """
  }

  /// One command with its options.
  static func text(of command: any Command.Type) -> String {
    let options = command.options + [Option("help", "prints this")]
    let paragraphs = [
      "usage: apus cert \(command.name) [OPTION…] \(command.operands)",
      ([command.summary] + command.details).joined(separator: "\n"),
      columns(options.map { ($0.usage, $0.summary) }).joined(separator: "\n"), statuses,
    ]
    return paragraphs.joined(separator: "\n\n")
  }

  private static var statuses: String {
    "exit status:\n"
      + ExitStatus.allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n")
  }

  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { $0.0.unicodeScalars.count }.max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.unicodeScalars.count + 2) + right
    }
  }
}
