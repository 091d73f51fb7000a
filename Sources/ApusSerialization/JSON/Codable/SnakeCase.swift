internal import ApusBytes

/// The conversion between names in snake case and names in camel case, such as `first_name` and
/// `firstName`.
enum SnakeCase {
  /// Returns the snake case form of a name in camel case: `myURLString` becomes `my_url_string`.
  ///
  /// A word begins at a capital letter after a lower-case letter or a digit. A word also begins at
  /// the last of several capital letters before a lower-case letter. The conversion ignores
  /// non-ASCII letters.
  static func split(_ name: String) -> String {
    let bytes = Array(name.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    for (index, byte) in bytes.enumerated() {
      if isCapital(byte), index > 0, bytes[index - 1] != 0x5f {
        let endsCapitals =
          isCapital(bytes[index - 1]) && index + 1 < bytes.count && isSmall(bytes[index + 1])
        if !isCapital(bytes[index - 1]) || endsCapitals { result.append(0x5f) }
      }
      result.append(ASCII.lowercased(byte))
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the camel case form of a name in snake case: `_my_url_` becomes `_myUrl_`.
  ///
  /// Underscores at the start and the end of a name are kept. A name without inner underscores is
  /// not changed. In any other name, the words after the first word begin with a capital letter.
  static func join(_ name: String) -> String {
    let octets = Array(name.utf8)
    let bytes = octets.span
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var start = 0
    while start < bytes.count, bytes[start] == 0x5f { start += 1 }
    var end = bytes.count
    while end > start, bytes[end - 1] == 0x5f { end -= 1 }
    var (beginsWord, hasJoined) = (false, false)
    for index in start..<end {
      if bytes[index] == 0x5f {
        (beginsWord, hasJoined) = (true, true)
        continue
      }
      let byte = ASCII.lowercased(bytes[index])
      result.append(beginsWord && isSmall(byte) ? byte & 0xdf : byte)
      beginsWord = false
    }
    guard hasJoined else { return name }
    let head = String(repeating: "_", count: start)
    let tail = String(repeating: "_", count: bytes.count - end)
    return head + String(decoding: result, as: UTF8.self) + tail
  }

  private static func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  private static func isSmall(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
}

extension JSONCoder.Keys {
  /// Converts a name in a JSON document to a Swift name.
  func read(_ name: String) -> String {
    switch self {
    case .unchanged: name
    case .snakeCase: SnakeCase.join(name)
    case .custom(let reading, _): reading(name)
    }
  }

  /// Converts a Swift name to a name in a JSON document.
  func written(_ name: String) -> String {
    switch self {
    case .unchanged: name
    case .snakeCase: SnakeCase.split(name)
    case .custom(_, let writing): writing(name)
    }
  }
}
