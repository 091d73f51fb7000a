import ApusSerialization

/// A member of a JSON object, typed behind the URL.
///
///     name "=" text   /   name ":=" json
struct RequestItem {
  static let expected = "NAME=TEXT, or NAME:=JSON for what is no text"

  let name: String
  /// The value as JSON, digit for digit as it was typed.
  let json: [UInt8]

  /// Reads an item; nil where the word is none.
  init?(_ word: String) throws(UsageError) {
    let bytes = word.utf8
    guard let sign = bytes.firstIndex(of: 0x3d), sign != bytes.startIndex else { return nil }
    let value = String(word[bytes.index(after: sign)...])
    let last = bytes.index(before: sign)
    guard bytes[last] == 0x3a else {
      name = String(word[..<sign])
      json = try Self.json(of: value, in: word)
      return
    }
    guard last != bytes.startIndex else { return nil }
    name = String(word[..<last])
    json = Array(value.utf8)
    do throws(JSONError) { _ = try JSONValue(parsing: value) } catch {
      throw .invalidItem(word, "\(value.isEmpty ? "nothing" : "this") is no JSON: \(error)")
    }
  }

  private static func json(of text: String, in word: String) throws(UsageError) -> [UInt8] {
    do throws(JSONEncodingError) { return try JSONValue.string(text).bytes() } catch {
      throw .invalidItem(word, "\(error)")
    }
  }

  /// The object of all items: a name that stands twice is a slip.
  static func object(_ items: [Word]) throws(UsageError) -> [UInt8]? {
    guard !items.isEmpty else { return nil }
    var names: Set<String> = []
    var object: [UInt8] = []
    for item in items {
      let word = try Arguments.text(of: item)
      guard let item = try RequestItem(word) else { throw .invalidItem(word, "type \(expected)") }
      guard names.insert(item.name).inserted else {
        throw .invalidItem(word, "the name stands there twice")
      }
      object += object.isEmpty ? [0x7b] : [0x2c]
      object += try json(of: item.name, in: word) + [0x3a] + item.json
    }
    return object + [0x7d]
  }
}
