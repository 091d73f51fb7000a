/// One command of the tool: made of its arguments, and then run.
protocol Command: Sendable {
  /// The word that calls it.
  static var name: String { get }
  /// The word or words by which it is typed behind `apus`.
  static var path: String { get }
  /// What its operands are, as the help shows them.
  static var operands: String { get }
  /// What it does, in a line.
  static var summary: String { get }
  /// What else is to be known, in lines.
  static var details: [String] { get }
  /// How it is typed, in two lines to begin with.
  static var examples: [String] { get }
  /// How it may end, beside well and with a mistake of usage.
  static var statuses: [ExitStatus] { get }
  /// What the status 1 means of it, if it may end so.
  static var failure: String { get }
  /// What it may be told.
  static var options: [Option] { get }

  init(_ arguments: Arguments) throws(UsageError)

  /// Does it, and tells how it ended.
  func run(_ console: inout Console) async -> ExitStatus
}

extension Command {
  static var path: String { name }
  static var failure: String { ExitStatus.failure.meaning }
}

/// How results are shown by most commands.
enum OutputFormat: String, CaseIterable {
  case text, json

  static let option = Option(
    "format", takes: "text|json", "how the result is shown; text by default")
}
