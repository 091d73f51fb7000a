/// What stands behind the name of a command, sorted into options and operands.
///
///     --name  --name value  --name=value
///
/// Behind `--` everything is an operand; `-` alone is one too. What is not known is refused.
struct Arguments {
  /// The operands in their order.
  let operands: [String]
  /// Whether `--help` stands among the options.
  let asksForHelp: Bool
  private let values: [String: [String]]
  private let options: [Option]

  init(_ words: [String], _ options: [Option]) throws(UsageError) {
    var rest = words[...]
    var operands: [String] = []
    var values: [String: [String]] = [:]
    var asksForHelp = false
    while let word = rest.popFirst() {
      guard word.utf8.first == 0x2d, word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" { break }
      if word == "--help" || word == "-h" {
        asksForHelp = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = options.first(where: { "--" + $0.name == parts[0] }) else {
        throw .unknownOption(String(parts[0]), known: options.map(\.name))
      }
      guard option.isRepeatable || values[option.name] == nil else {
        throw .repeatedOption(option.name)
      }
      let value = try Self.value(of: option, parts.count > 1 ? String(parts[1]) : nil, &rest)
      values[option.name, default: []].append(value)
    }
    self.operands = operands + rest
    self.values = values
    self.options = options
    self.asksForHelp = asksForHelp
  }

  private static func value(
    of option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let placeholder = option.placeholder else {
      guard attached == nil else { throw .unexpectedValue(option: option.name) }
      return ""
    }
    if let attached { return attached }
    guard let next = rest.first, next == "-" || !next.utf8.starts(with: "-".utf8) else {
      throw .missingValue(option: option.name, placeholder: placeholder)
    }
    rest.removeFirst()
    return next
  }
}

extension Arguments {
  /// Whether an option stands there.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// Every value of an option.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// The value of an option that must be there.
  func required(_ option: String) throws(UsageError) -> String {
    if let value = values[option]?.last { return value }
    let placeholder = options.first { $0.name == option }?.placeholder
    throw .missingOption(option, placeholder: placeholder ?? "")
  }

  /// The value of an option as something else, or nil if it does not stand there.
  func value<Value>(
    _ option: String, expected: String, _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = values[option]?.last else { return nil }
    guard let value = read(text) else {
      throw .invalidValue(text, option: option, expected: expected)
    }
    return value
  }

  /// The value of an option as one of a few words, the first of them by default.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, default usual: Choice
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    let expected = Choice.allCases.map(\.rawValue).joined(separator: " or ")
    return try value(option, expected: expected) { Choice(rawValue: $0) } ?? usual
  }

  /// The only operand, which must be there.
  func onlyOperand(_ name: String) throws(UsageError) -> String {
    guard let first = operands.first else { throw .missingOperand(name) }
    guard operands.count == 1 else { throw .extraOperand(operands[1]) }
    return first
  }

  /// The operands, of which there must be one.
  func someOperands(_ name: String) throws(UsageError) -> [String] {
    guard !operands.isEmpty else { throw .missingOperand(name) }
    return operands
  }
}

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
