import Testing

/// The inputs for every parser of a value: the truncated text, and the text with one changed byte.
enum Mutation {
  /// Calls `body` with the text cut at every place.
  static func truncations(of text: String, _ body: ([UInt8]) -> Void) {
    let bytes = Array(text.utf8)
    for count in bytes.indices { body(Array(bytes[..<count])) }
  }

  /// Calls `body` with every text that differs from the given one in one byte.
  static func changes(of text: String, _ body: ([UInt8]) -> Void) {
    var bytes = Array(text.utf8)
    for index in bytes.indices {
      let original = bytes[index]
      for value in UInt8.min...UInt8.max where value != original {
        bytes[index] = value
        body(bytes)
      }
      bytes[index] = original
    }
  }
}
