import Testing

@testable import ApusSerialization

/// Names in a document and in a type.
struct SnakeCaseTests {
  @Test(arguments: [
    ("firstName", "first_name"), ("myURLString", "my_url_string"), ("a", "a"), ("", ""),
    ("URL", "url"), ("aB", "a_b"), ("version2Name", "version2_name"), ("_id", "_id"),
    ("already_snake", "already_snake"), ("éÉa", "éÉa"),
  ])
  func `myURLString is converted to my_url_string in snake case`(name: String, split: String) {
    #expect(SnakeCase.split(name) == split)
  }

  @Test(arguments: [
    ("first_name", "firstName"), ("my_url_string", "myUrlString"), ("plain", "plain"),
    ("URL", "URL"), ("__a_b__", "__aB__"), ("_id", "_id"), ("a__b", "aB"), ("ONE_TWO", "oneTwo"),
    ("", ""), ("___", "___"), ("a_2b", "a2b"),
  ])
  func `my_url_string is converted to myUrlString in camel case`(
    name: String, joined: String
  ) {
    #expect(SnakeCase.join(name) == joined)
  }

  @Test func `snake case conversion changes property names but not dictionary keys`() throws {
    struct Person: Codable, Equatable {
      var firstName: String
      var shoeSize: [String: Int]
      var bestFriend: [Person]
    }
    let person = Person(
      firstName: "Ada", shoeSize: ["left_foot": 37, "rightFoot": 38],
      bestFriend: [Person(firstName: "Bo", shoeSize: [:], bestFriend: [])])
    var coder = JSONCoder()
    coder.keys = .snakeCase
    coder.writing.sortsKeys = true
    let bytes = try coder.encode(person)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"best_friend":[{"best_friend":[],"first_name":"Bo","shoe_size":{}}],"#
        + #""first_name":"Ada","shoe_size":{"left_foot":37,"rightFoot":38}}"#)
    #expect(try coder.decode(Person.self, from: bytes) == person)
    let error = #expect(throws: JSON.DecodingError.self) {
      try coder.decode(Person.self, from: #"{"first_name": 1}"#)
    }
    #expect(error?.path == ["firstName"])
  }

  @Test func `if two names are equal after conversion, the first value is used`() throws {
    struct One: Decodable { var aB: Int }
    var coder = JSONCoder()
    coder.keys = .snakeCase
    #expect(try coder.decode(One.self, from: #"{"a_b": 1, "aB": 2}"#).aB == 1)
    #expect(try coder.decode(One.self, from: #"{"aB": 2, "a_b": 1}"#).aB == 2)
  }

  @Test func `custom closures convert property names in both directions`() throws {
    struct One: Codable, Equatable { var x: Int }
    var coder = JSONCoder()
    coder.keys = .custom(reading: { String($0.utf8.dropFirst()) ?? "" }, writing: { "$" + $0 })
    #expect(try coder.encode(One(x: 1)) == Array(#"{"$x":1}"#.utf8))
    #expect(try coder.decode(One.self, from: #"{"$x":1}"#) == One(x: 1))
  }
}
