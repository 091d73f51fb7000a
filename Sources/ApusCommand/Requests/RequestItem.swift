import ApusBytes
import ApusNet

/// A request item after the URL, which is a header field, a query parameter, a JSON member or a
/// file.
///
///     item   = name ":" value  /  name ";"
///            / name "==" value
///            / path "=" content  /  path ":=" content
///            / name "@" file *( ";type=" media-type / ";filename=" text )
///     path   = [ key ] *( "[" [ key / 1*DIGIT ] "]" )
///     content = value / "@" file
///
/// The first separator in the word determines the kind of the item. A backslash in front of a
/// separator, a bracket, or an `@` at the start of a value makes the character literal, as in
/// HTTPie.
struct RequestItem {
  /// The kind of a request item, which its separator determines.
  enum Kind {
    case header, parameter, text, json, file
  }

  /// A byte of a request item's name, with a flag for a backslash in front of the byte.
  struct Letter {
    let byte: UInt8
    let isLiteral: Bool

    /// Returns whether the byte equals a separator and has no backslash in front.
    func isSign(_ sign: UInt8) -> Bool { byte == sign && !isLiteral }
  }

  /// The value of a request item, which is a text or a file that contains the value.
  enum Value {
    case bytes([UInt8])
    case file(FilePath)
  }

  static let expected =
    "NAME=TEXT, NAME:=JSON, NAME==PARAMETER, NAME:FIELD or NAME@FILE"

  /// The request item exactly as the user typed it.
  let word: Word
  let kind: Kind
  let name: [Letter]
  let value: Value

  /// Parses a request item on the command line.
  init(_ word: Word) throws(UsageError) {
    var name: [Letter] = []
    var rest = word.bytes[...]
    while let byte = rest.first {
      if byte == 0x5c, let next = rest.dropFirst().first, Self.signs.contains(next) {
        name.append(Letter(byte: next, isLiteral: true))
        rest = rest.dropFirst(2)
        continue
      }
      if let (kind, length) = Self.sign(rest) {
        self.word = word
        self.kind = kind
        self.name = name
        value = try Self.value(rest.dropFirst(length), of: kind, in: word)
        return
      }
      name.append(Letter(byte: byte, isLiteral: false))
      rest = rest.dropFirst()
    }
    throw .invalidItem("\(word)", "type \(Self.expected)")
  }

  /// The characters that a backslash makes literal.
  private static let signs = ByteSet(":=@;[]\\")

  /// Returns the item kind of a separator at the start of the bytes, and the length of the
  /// separator.
  private static func sign(_ bytes: ArraySlice<UInt8>) -> (Kind, Int)? {
    let next = bytes.dropFirst().first
    return switch (bytes.first, next) {
    case (0x3a, 0x3d): (.json, 2)
    case (0x3a, _): (.header, 1)
    case (0x3d, 0x3d): (.parameter, 2)
    case (0x3d, _): (.text, 1)
    case (0x40, _): (.file, 1)
    // An empty header field is written with a semicolon, as in curl.
    case (0x3b, nil): (.header, 1)
    default: nil
    }
  }

  private static func value(
    _ bytes: ArraySlice<UInt8>, of kind: Kind, in word: Word
  ) throws(UsageError) -> Value {
    if kind == .file { return .bytes(Array(bytes)) }
    guard bytes.first == 0x40 else {
      let isEscaped = bytes.starts(with: [0x5c, 0x40])
      return .bytes(Array(isEscaped ? bytes.dropFirst() : bytes))
    }
    guard kind != .header, kind != .parameter else {
      throw .invalidItem(
        "\(word)",
        "the value of this item cannot be read from a file: type \\@ for a value that "
          + "begins with @")
    }
    return .file(FilePath(bytes: Array(bytes.dropFirst())))
  }
}

extension RequestItem {
  /// A step of the path to a value in a JSON document.
  enum Step: Equatable {
    case key(String)
    case index(Int)
    /// The position after the last element of a JSON array.
    case next
  }

  /// The maximum number of steps of a JSON path.
  static let stepLimit = 32
  /// The maximum index of a JSON array element.
  static let indexLimit = 999

  /// The bytes of the item name without the backslash flags.
  var plainName: [UInt8] { name.map(\.byte) }

  /// Returns the name of the request item as text.
  func text() throws(UsageError) -> String { try Arguments.text(of: Word(bytes: plainName)) }

  /// Returns the JSON path in the name of a request item, which contains brackets.
  func steps() throws(UsageError) -> [Step] {
    let end = name.firstIndex { $0.isSign(0x5b) } ?? name.endIndex
    var steps: [Step] = []
    if end > 0 { steps.append(.key(try Self.key(name[..<end]))) }
    var rest = name[end...]
    while let open = rest.first {
      guard open.isSign(0x5b) else {
        throw .invalidItem(
          "\(word)", "another [ or the sign of the item, as =, must follow after ]")
      }
      guard let close = rest.firstIndex(where: { $0.isSign(0x5d) }) else {
        throw .invalidItem("\(word)", "the bracket [ has no closing ]")
      }
      steps.append(try step(rest[(rest.startIndex + 1)..<close]))
      rest = rest[(close + 1)...]
    }
    guard !steps.isEmpty else { throw .invalidItem("\(word)", "type \(Self.expected)") }
    guard steps.count <= Self.stepLimit else {
      throw .invalidItem("\(word)", "the name has more than \(Self.stepLimit) brackets")
    }
    return steps
  }

  private func step(_ letters: ArraySlice<Letter>) throws(UsageError) -> Step {
    if letters.isEmpty { return .next }
    guard letters.allSatisfy({ !$0.isLiteral && $0.byte &- 0x30 < 10 }) else {
      return .key(try Self.key(letters))
    }
    let digits = String(decoding: letters.map(\.byte), as: UTF8.self)
    guard letters.count <= 4, let index = Int(digits), index <= Self.indexLimit else {
      throw .invalidItem(
        "\(word)", "the index is too large: the largest index is \(Self.indexLimit)")
    }
    return .index(index)
  }

  private static func key(_ letters: ArraySlice<Letter>) throws(UsageError) -> String {
    try Arguments.text(of: Word(bytes: letters.map(\.byte)))
  }
}
