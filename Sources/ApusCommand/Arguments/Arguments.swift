import ApusNet

/// The words after the name of a command, sorted into options and operands.
///
///     --name  --name value  --name=value
///     -x  -x value  -xvalue  -xyz
///
/// After `--` each word is an operand, and so is `-`. An unknown option is rejected.
struct Arguments {
  /// The operands in their order.
  let operands: [Word]
  /// A Boolean value that indicates whether `--help` is one of the options.
  let asksForHelp: Bool
  private let values: [String: [Word]]
  /// The options that were typed as a letter.
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

  /// Reads a word of letters: the last one may take the rest of it or the next word.
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
  /// Returns whether an option is present.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// Returns whether an option was typed as its letter.
  func usesLetter(_ option: String) -> Bool { letters.contains(option) }

  /// Returns every value of an option, in its typed form.
  func words(_ option: String) -> [Word] { values[option] ?? [] }

  /// Returns every value of an option that takes text.
  func all(_ option: String) throws(UsageError) -> [String] {
    var texts: [String] = []
    for word in words(option) { texts.append(try Self.text(of: word)) }
    return texts
  }

  /// Returns every value of an option that takes the path of a file.
  func paths(_ option: String) throws(UsageError) -> [FilePath] {
    for word in words(option) where word.bytes.isEmpty {
      throw .invalidValue("", option: option, expected: "a path")
    }
    return words(option).map(\.path)
  }

  /// Returns the value of an option that takes the path of a file, or nil if it is absent.
  func path(_ option: String) throws(UsageError) -> FilePath? { try paths(option).last }

  /// Returns the text of a word that is not a path.
  static func text(of word: Word) throws(UsageError) -> String {
    guard let text = word.text else { throw .notText("\(word)") }
    return text
  }

  /// Returns the converted value of an option, or nil if it is absent.
  func value<Value>(
    _ option: String, expected: String, _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = try all(option).last else { return nil }
    guard let value = read(text) else {
      throw .invalidValue(text, option: option, expected: expected)
    }
    return value
  }

  /// Returns the value of an option as one of a few words, the first of which is the default.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, default usual: Choice
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    let expected = Choice.allCases.map(\.rawValue).joined(separator: " or ")
    return try value(option, expected: expected) { Choice(rawValue: $0) } ?? usual
  }

  /// Returns the only operand, which is required.
  func onlyOperand(_ name: String) throws(UsageError) -> Word {
    guard let first = operands.first else { throw .missingOperand(name) }
    guard operands.count == 1 else { throw .extraOperand("\(operands[1])") }
    return first
  }

  /// Returns the operands; there must be at least one.
  func someOperands(_ name: String) throws(UsageError) -> [Word] {
    guard !operands.isEmpty else { throw .missingOperand(name) }
    return operands
  }
}

/// An option of a command.
struct Option: Sendable {
  /// The name, which follows two hyphens.
  let name: String
  /// The letter, which follows one hyphen, if there is one; it is the letter of curl.
  let letter: String?
  /// The placeholder for its value in the help; nil if it takes none.
  let placeholder: String?
  /// Its purpose, in a line.
  let summary: String
  /// A Boolean value that indicates whether the option may be repeated.
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

  /// The option in its typed form.
  var usage: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}
