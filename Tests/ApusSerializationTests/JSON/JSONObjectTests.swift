import ApusSerialization
import Testing

/// RFC 8259 section 4.
struct JSONObjectTests {
  @Test(arguments: [3, 16, 17, 100])
  func `a JSON object preserves the order of its names through all changes`(count: Int) {
    var object = JSON.Object(
      (0..<count).map { ("key \($0)", JSON.Value(integerLiteral: Int64($0))) })
    #expect(object.keys == (0..<count).map { "key \($0)" })
    object["key 1"] = "other"
    object["key 0"] = nil
    object["new"] = true
    object["none"] = nil
    #expect(object.keys == (1..<count).map { "key \($0)" } + ["new"])
    #expect(object["key 0"] == nil)
    #expect(object["key 1"] == "other")
    #expect(object["key \(count - 1)"] == JSON.Value(integerLiteral: Int64(count - 1)))
    #expect(object["new"] == true)
    #expect(object.map(\.key) == object.keys)
  }

  @Test func `canonically equivalent names are different names of a JSON object`() {
    let object: JSON.Object = ["\u{e9}": 1, "e\u{301}": 2]
    #expect(object.count == 2)
    #expect(object["\u{e9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(JSON.Value.string("\u{e9}") != .string("e\u{301}"))
  }

  /// Spellings that Unicode holds to be the same would all hash alike as Strings.
  @Test(.timeLimit(.minutes(3)))
  func `thousands of canonically equivalent names do not make JSON parsing slow`() throws {
    var text = "{"
    for bits in 0..<(1 << 13) {
      let key = (0..<13).map { bits >> $0 & 1 == 0 ? "\u{e9}" : "e\u{301}" }.joined()
      text += "\"\(key)\":\(bits),"
    }
    text += "\"\":0}"
    #expect(try JSON.Value(parsing: text).object?.count == 1 << 13 + 1)
  }

  @Test func `two JSON objects with the same members in different order are equal`() {
    let object: JSON.Object = ["a": 1, "b": [2]]
    #expect(object == ["b": [2], "a": 1])
    #expect(object.hashValue == (["b": [2], "a": 1] as JSON.Object).hashValue)
    #expect(object != ["a": 1])
    #expect(object != ["a": 1, "b": [2], "c": nil])
    #expect(object != ["a": 1, "c": [2]])
    #expect(object != ["a": 1, "b": [3]])
  }
}
