internal import ApusBytes

/// `first_name` and `firstName`, each made from the other.
enum SnakeCase {
  /// A name of words with underscores between them, from one with capitals: `myURLString` becomes
  /// `my_url_string`.
  ///
  /// A word begins at a capital after another letter or digit, and at the last of several capitals
  /// if a small letter follows it. Only the case of ASCII letters counts.
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

  /// A name with capitals from one with underscores: `_my_url_` becomes `_myUrl_`.
  ///
  /// Underscores at both ends stay; a name without any inside stays as it is. In others each word
  /// but the first has one capital, and that is its first letter.
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
  /// The name of a document as a type calls it.
  func read(_ name: String) -> String {
    switch self {
    case .unchanged: name
    case .snakeCase: SnakeCase.join(name)
    case .custom(let reading, _): reading(name)
    }
  }

  /// The name of a type as a document has it.
  func written(_ name: String) -> String {
    switch self {
    case .unchanged: name
    case .snakeCase: SnakeCase.split(name)
    case .custom(_, let writing): writing(name)
    }
  }
}
