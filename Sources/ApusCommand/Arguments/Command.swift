/// One command of the tool: made of its arguments, and then run.
protocol Command: Sendable {
  /// The word that calls it.
  static var name: String { get }
  /// The word or words of the command line, after `apus`.
  static var path: String { get }
  /// The operands, in the form of the help.
  static var operands: String { get }
  /// Its purpose, in a line.
  static var summary: String { get }
  /// More explanations, in lines.
  static var details: [String] { get }
  /// The examples, two of which are lines of the help.
  static var examples: [String] { get }
  /// The exit statuses, in addition to success and a usage error.
  static var statuses: [ExitStatus] { get }
  /// The meaning of status 1, if the command can end with it.
  static var failure: String { get }
  /// The options.
  static var options: [Option] { get }

  init(_ arguments: Arguments) throws(UsageError)

  /// Runs the command, and returns its exit status.
  func run(_ console: inout Console) async -> ExitStatus
}

extension Command {
  static var path: String { name }
  static var failure: String { ExitStatus.failure.meaning }
}

/// The output format of most commands.
enum OutputFormat: String, CaseIterable {
  case text, json

  static let option = Option(
    "format", takes: "text|json", "the output format of the command; text by default")
}
