import ApusBytes
import ApusSerialization

/// The path of the option `--select` to a value in a JSON document.
///
///     path  = ( name / index ) *( "." name / index )
///     name  = 1*<any byte but "." and "[">
///     index = "[" 1*DIGIT "]" / "[" JSON-string "]"
struct JSONSelection {
  enum Step: Equatable {
    case name(String)
    case index(Int)
  }

  static let option = Option(
    "select", takes: "PATH",
    "prints one value of the JSON response, as in user.mails[0]; a string without its quotes")
  static let expected = "member names and array indexes, as in user.mails[0] or [\"a.b\"]"

  /// The maximum number of names and indices in a JSON path.
  static let stepLimit = 64
  /// The maximum number of bytes of a response for the selection of a value.
  static let byteLimit = 64 << 20

  let steps: [Step]

  /// Parses a JSON path. The result is `nil` if the text is not a valid path.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    var steps: [Step] = []
    while let first = rest.first {
      guard steps.count < Self.stepLimit else { return nil }
      if first == 0x5b {
        guard let (step, length) = Self.bracket(rest) else { return nil }
        steps.append(step)
        rest = rest.dropFirst(length)
        continue
      }
      if !steps.isEmpty {
        guard first == 0x2e else { return nil }
        rest = rest.dropFirst()
      }
      let name = rest.prefix { $0 != 0x2e && $0 != 0x5b }
      guard !name.isEmpty else { return nil }
      steps.append(.name(String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(name.count)
    }
    guard !steps.isEmpty else { return nil }
    self.steps = steps
  }

  /// Parses a JSON path step in brackets, and returns the step and its length.
  private static func bracket(_ bytes: ArraySlice<UInt8>) -> (Step, Int)? {
    let inner = bytes.dropFirst()
    if inner.first == 0x22 {
      var end = inner.startIndex + 1
      while end < inner.endIndex, inner[end] != 0x22 { end += inner[end] == 0x5c ? 2 : 1 }
      guard end + 1 < inner.endIndex, inner[end + 1] == 0x5d,
        let value = try? JSON.Value(parsing: Array(inner[...end])), let name = value.string
      else { return nil }
      return (.name(name), end + 2 - bytes.startIndex)
    }
    let digits = inner.prefix { $0 &- 0x30 < 10 }
    guard 1...9 ~= digits.count, inner.dropFirst(digits.count).first == 0x5d,
      let index = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return (.index(index), digits.count + 2)
  }

  /// Returns the value at the path in a JSON document, or `nil` if the document has no such value.
  ///
  /// - Throws: A `JSON.ParsingError` if the bytes are not JSON.
  func value(in bytes: [UInt8]) throws(JSON.ParsingError) -> JSON.Value? {
    var value = try JSON.Value(parsing: bytes)
    for step in steps {
      switch step {
      case .name(let name):
        guard let member = value.object?[name] else { return nil }
        value = member
      case .index(let index):
        guard let elements = value.array, elements.indices ~= index else { return nil }
        value = elements[index]
      }
    }
    return value
  }
}
