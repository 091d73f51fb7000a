/// A command of the tool. The tool creates a command from its arguments and then runs the command.
protocol Command: Sendable {
  /// The name of the command, without a preceding word such as `cert`.
  static var name: String { get }
  /// The word or words after `apus` that select the command.
  static var path: String { get }
  /// The operands of the command in the form of the help text.
  static var operands: String { get }
  /// The purpose of the command in one line of the help text.
  static var summary: String { get }
  /// The further explanations of the command in the help text, line by line.
  static var details: [String] { get }
  /// The example command lines. The help text shows two of them.
  static var examples: [String] { get }
  /// The possible exit statuses of the command in addition to success and a usage error.
  static var statuses: [ExitStatus] { get }
  /// The meaning of the exit status 1 for the command.
  static var failure: String { get }
  /// The options that the command accepts.
  static var options: [Option] { get }

  init(_ arguments: Arguments) throws(UsageError)

  /// Runs the command and returns the exit status.
  func run(_ console: inout Console) async -> ExitStatus
}

extension Command {
  static var path: String { name }
  static var failure: String { ExitStatus.failure.meaning }
}

/// The output format that most commands accept.
enum OutputFormat: String, CaseIterable {
  case text, json

  static let option = Option(
    "format", takes: "text|json", "the output format of the command; text by default")
}
