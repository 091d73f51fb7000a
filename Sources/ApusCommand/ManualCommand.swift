/// The command `apus manual`, which prints the manual page of the tool from the table of commands
/// and options.
struct ManualCommand: Command {
  static let name = "manual"
  static let operands = ""
  static let summary = "prints the manual page of apus"
  static let details = ["The manual page lists every command with its options, in the roff format."]
  static let examples = [
    "apus manual >/usr/share/man/man1/apus.1", "apus manual | man -l -",
  ]
  static let statuses: [ExitStatus] = [.unreadable]
  static let options: [Option] = []

  init(_ arguments: Arguments) throws(UsageError) {
    if let word = arguments.operands.first { throw .extraOperand("\(word)") }
  }

  func run(_ console: inout Console) async -> ExitStatus {
    var lines = [
      ".TH APUS 1", ".SH NAME", "apus \\- sends HTTP requests, and works with certificates",
      ".SH SYNOPSIS", ".B apus", "COMMAND [OPTION...] ...", ".br", ".B apus", "URL [OPTION...] ...",
    ]
    let groups: [(String, [any Command.Type])] = [
      ("COMMANDS", Tool.requests), ("CERTIFICATES", Tool.commands),
    ]
    for (title, commands) in groups {
      lines.append(".SH \(title)")
      for command in commands { lines += Self.lines(of: command) }
    }
    lines += [".SH EXIT STATUS"]
    for status in ExitStatus.allCases {
      lines += [".TP", "\(status.rawValue)", Self.escaped(status.meaning)]
    }
    console.print(lines.joined(separator: "\n"))
    return .success
  }

  private static func lines(of command: any Command.Type) -> [String] {
    var lines = [
      ".SS apus \(escaped("\(command.path) \(command.operands)"))",
      escaped(command.summary + "."), ".PP", escaped(command.details.joined(separator: " ")),
    ]
    for option in command.options {
      lines += [".TP", ".B \(escaped(option.usage))", escaped(option.summary)]
    }
    lines += [".PP", "Examples:"]
    for example in command.examples { lines += [".br", escaped(example)] }
    return lines
  }

  /// Returns a text without characters that have a special meaning for roff.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "…": escaped += "..."
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.utf8.first == 0x2e || escaped.utf8.first == 0x27 ? "\\&" + escaped : escaped
  }
}
