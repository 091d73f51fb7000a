/// Something that a command may be told by name.
struct Option: Sendable {
  /// The name behind the two hyphens.
  let name: String
  /// What stands for its value in the help; nil where it takes none.
  let placeholder: String?
  /// What it does, in a line.
  let summary: String
  /// Whether it may stand there more than once.
  let isRepeatable: Bool

  init(
    _ name: String, takes placeholder: String? = nil, isRepeatable: Bool = false, _ summary: String
  ) {
    self.name = name
    self.placeholder = placeholder
    self.isRepeatable = isRepeatable
    self.summary = summary
  }

  /// The option as it is typed.
  var usage: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }
}
