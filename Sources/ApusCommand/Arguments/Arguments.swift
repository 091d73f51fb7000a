import ApusNet

/// The arguments of a command, sorted into options and operands.
///
///     --name  --name value  --name=value
///     -x  -x value  -xvalue  -xyz
///
/// Each word after `--` is an operand, and the word `-` is an operand too. An unknown option is
/// rejected.
struct Arguments {
  /// The operands of the command in the order of the command line.
  let operands: [Word]
  /// A Boolean value that indicates whether `--help` is one of the options.
  let asksForHelp: Bool
  private let values: [String: [Word]]
  /// The options that the user typed as a single letter.
  private let letters: Set<String>

  init(_ words: [Word], _ options: [Option]) throws(UsageError) {
    var rest = words[...]
    var operands: [Word] = []
    var values: [String: [Word]] = [:]
    var asksForHelp = false
    var letters: Set<String> = []
    func add(_ value: Word, to option: Option) throws(UsageError) {
      guard option.isRepeatable || values[option.name] == nil else {
        throw .repeatedOption(option.name)
      }
      values[option.name, default: []].append(value)
    }
    while let word = rest.popFirst() {
      guard word.bytes.first == 0x2d, word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" { break }
      if word == "--help" || word == "-h" {
        asksForHelp = true
        continue
      }
      if word.bytes[1] != 0x2d {
        for (option, value) in try Self.letters(of: word, options, &rest) {
          letters.insert(option.name)
          try add(value, to: option)
        }
        continue
      }
      let parts = word.bytes.split(separator: 0x3d, maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = options.first(where: { parts[0].elementsEqual("--\($0.name)".utf8) })
      else {
        throw .unknownOption("\(Word(bytes: parts[0]))", known: options.map(\.name))
      }
      let attached = parts.count > 1 ? Word(bytes: parts[1]) : nil
      try add(try Self.value(of: option, attached, &rest), to: option)
    }
    self.operands = operands + rest
    self.values = values
    self.letters = letters
    self.asksForHelp = asksForHelp
  }

  /// Parses a word of single-letter options. The last option may take the rest of the word or the
  /// next word as its value.
  private static func letters(
    of word: Word, _ options: [Option], _ rest: inout ArraySlice<Word>
  ) throws(UsageError) -> [(Option, Word)] {
    var found: [(Option, Word)] = []
    var bytes = word.bytes.dropFirst()
    while let letter = bytes.popFirst() {
      guard let option = options.first(where: { $0.letter?.utf8.first == letter }) else {
        throw .unknownOption("-\(Word(bytes: [letter]))", known: options.map(\.name))
      }
      let attached = option.placeholder == nil || bytes.isEmpty ? nil : Word(bytes: bytes)
      found.append((option, try value(of: option, attached, &rest)))
      if attached != nil { break }
    }
    return found
  }

  private static func value(
    of option: Option, _ attached: Word?, _ rest: inout ArraySlice<Word>
  ) throws(UsageError) -> Word {
    guard let placeholder = option.placeholder else {
      guard attached == nil else { throw .unexpectedValue(option: option.name) }
      return ""
    }
    if let attached { return attached }
    guard let next = rest.first, next == "-" || next.bytes.first != 0x2d else {
      throw .missingValue(option: option.name, placeholder: placeholder)
    }
    rest.removeFirst()
    return next
  }
}

extension Arguments {
  /// Returns whether the command line contains an option.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// Returns whether the user typed an option as a single letter.
  func usesLetter(_ option: String) -> Bool { letters.contains(option) }

  /// Returns each value of an option exactly as the user typed it.
  func words(_ option: String) -> [Word] { values[option] ?? [] }

  /// Returns each value of an option whose values are texts.
  func all(_ option: String) throws(UsageError) -> [String] {
    var texts: [String] = []
    for word in words(option) { texts.append(try Self.text(of: word)) }
    return texts
  }

  /// Returns each value of an option whose values are file paths.
  func paths(_ option: String) throws(UsageError) -> [FilePath] {
    for word in words(option) where word.bytes.isEmpty {
      throw .invalidValue("", option: option, expected: "a path")
    }
    return words(option).map(\.path)
  }

  /// Returns the value of an option whose value is a file path, or `nil` if the option is absent.
  func path(_ option: String) throws(UsageError) -> FilePath? { try paths(option).last }

  /// Returns a command-line word as text. The method rejects a word that is not valid UTF-8.
  static func text(of word: Word) throws(UsageError) -> String {
    guard let text = word.text else { throw .notText("\(word)") }
    return text
  }

  /// Returns the converted value of an option, or `nil` if the option is absent.
  func value<Value>(
    _ option: String, expected: String, _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = try all(option).last else { return nil }
    guard let value = read(text) else {
      throw .invalidValue(text, option: option, expected: expected)
    }
    return value
  }

  /// Returns the value of an option that accepts only a few words. The first of these words is the
  /// default.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, default usual: Choice
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    let expected = Choice.allCases.map(\.rawValue).joined(separator: " or ")
    return try value(option, expected: expected) { Choice(rawValue: $0) } ?? usual
  }

  /// Returns the only operand of a command that requires exactly one operand.
  func onlyOperand(_ name: String) throws(UsageError) -> Word {
    guard let first = operands.first else { throw .missingOperand(name) }
    guard operands.count == 1 else { throw .extraOperand("\(operands[1])") }
    return first
  }

  /// Returns the operands of a command that requires at least one operand.
  func someOperands(_ name: String) throws(UsageError) -> [Word] {
    guard !operands.isEmpty else { throw .missingOperand(name) }
    return operands
  }
}

/// An option that a command of the tool accepts.
struct Option: Sendable {
  /// The name of the option, which the user types after two hyphens.
  let name: String
  /// The letter of the option, which the user types after one hyphen. The letter is the same as for
  /// curl, and is `nil` if the option has no letter.
  let letter: String?
  /// The placeholder for the option's value in the help text. The placeholder is `nil` if the
  /// option takes no value.
  let placeholder: String?
  /// The purpose of the option in one line of the help text.
  let summary: String
  /// A Boolean value that indicates whether the user may repeat the option.
  let isRepeatable: Bool

  init(
    _ name: String, letter: String? = nil, takes placeholder: String? = nil,
    isRepeatable: Bool = false, _ summary: String
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.isRepeatable = isRepeatable
    self.summary = summary
  }

  /// The option with its letter and placeholder, as in the help text.
  var usage: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}
