import Testing

@testable import ApusSerialization

/// The requests of a type to the decoder, and the results.
struct ValueDecoderTests {
  let coder = JSONCoder()

  struct User: Decodable {
    var name: String
    var ages: [Int]
  }

  @Test(
    arguments: [
      (
        #"[{"name": "a", "ages": [1]}, {"name": 2, "ages": []}]"#,
        .mismatch(expected: "String", found: "a number"), ["1", "name"], 38
      ),
      (
        #"[{"name": "a", "ages": [1, "x"]}]"#, .mismatch(expected: "Int", found: "a string"),
        ["0", "ages", "1"], 27
      ),
      (
        #"[{"name": "a", "ages": [null]}]"#, .missingValue(expected: "Int"), ["0", "ages", "0"], 24
      ),
      (#"[{"ages": []}]"#, .missingKey("name"), ["0"], 1),
      (
        #"[{"name": "a", "ages": {}}]"#, .mismatch(expected: "an array", found: "an object"),
        ["0", "ages"], 23
      ),
      (#"{}"#, .mismatch(expected: "an array", found: "an object"), [], 0),
      (#"[[]]"#, .mismatch(expected: "an object", found: "an array"), ["0"], 1),
      (
        #"[{"name": "a", "ages": [1.5]}]"#, .unfitNumber("1.5", expected: "Int"),
        ["0", "ages", "0"], 24
      ),
    ] as [(String, JSON.DecodingError.Cause, [String], Int)])
  func `a decoding error contains its cause, path and position`(
    text: String, cause: JSON.DecodingError.Cause, path: [String], offset: Int
  ) {
    let position = JSON.Position(offset: offset, line: 1, column: offset + 1)
    #expect(throws: JSON.DecodingError(cause, path: path, at: position)) {
      try coder.decode([User].self, from: text)
    }
  }

  @Test func `the description of a decoding error contains its path, line and cause`() {
    let text = "[\n  {\"name\": \"a\",\n   \"ages\": [true]}]"
    let error = #expect(throws: JSON.DecodingError.self) {
      try coder.decode([User].self, from: text)
    }
    #expect(
      error?.description
        == "0.ages.0, line 3, column 13 (byte 30): the value is a boolean, but Int is expected")
  }

  @Test func `a custom error of a decoded type has the path and position of its value`() {
    struct Even: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard try container.decode(Int.self) % 2 == 0 else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "odd")
        }
      }
    }
    let error = #expect(throws: JSON.DecodingError.self) {
      try coder.decode([String: [Even]].self, from: #"{"a": [2, 3]}"#)
    }
    #expect(error?.cause == .refused("odd"))
    #expect(error?.path == ["a", "1"])
  }

  @Test func `a type that fails to decode a number can decode a string instead`() throws {
    enum Either: Decodable, Equatable {
      case number(Int)
      case text(String)
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }
    let read = try coder.decode([Either].self, from: #"[1, "a", 2]"#)
    #expect(read == [.number(1), .text("a"), .number(2)])
  }

  @Test func `nested containers and super decoders decode the nested JSON values`() throws {
    struct Odd: Decodable, Equatable {
      enum Key: String, CodingKey { case inner, list, list2, x }
      var values: [Int] = []
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
        values.append(try inner.decode(Int.self, forKey: .x))
        var list = try outer.nestedUnkeyedContainer(forKey: .list)
        #expect(list.count == 4)
        values.append(try list.decode(Int.self))
        let keyed = try list.nestedContainer(keyedBy: Key.self)
        values.append(try keyed.decode(Int.self, forKey: .x))
        var array = try list.nestedUnkeyedContainer()
        #expect(try array.decodeNil())
        values.append(try array.decode(Int.self))
        #expect(array.isAtEnd)
        #expect(throws: DecodingError.self) { _ = try array.decode(Int.self) }
        values.append(try Int(from: list.superDecoder()))
        #expect(list.isAtEnd && list.currentIndex == 4)
        values.append(try Int(from: outer.superDecoder()))
        values.append(try Int(from: outer.superDecoder(forKey: .x)))
        #expect(outer.contains(.list) && !outer.contains(.list2))
        #expect(outer.allKeys == [.inner, .list, .x])
      }
    }
    let text = #"{"inner": {"x": 1}, "list": [2, {"x": 3}, [null, 4], 5], "super": 6, "x": 7}"#
    #expect(try coder.decode(Odd.self, from: text).values == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `dictionaries with string, integer and enumeration keys are decoded`() throws {
    enum Colour: String, Codable, CodingKeyRepresentable { case red, green }
    enum Plain: String, Codable { case a }
    #expect(try coder.decode([Int: Int].self, from: #"{"1": 2, "-3": 4}"#) == [1: 2, -3: 4])
    #expect(try coder.decode([Colour: Int].self, from: #"{"red": 2}"#) == [.red: 2])
    #expect(try coder.decode([Plain: Int].self, from: #"["a", 2]"#) == [.a: 2])
    #expect(throws: JSON.DecodingError.self) {
      try coder.decode([Int: Int].self, from: #"{"x": 2}"#)
    }
    for value in [[1: 2], [:]] {
      #expect(try coder.decode([Int: Int].self, from: coder.encode(value)) == value)
    }
    #expect(try coder.encode([Colour.green: 1]) == Array(#"{"green":1}"#.utf8))
  }

  @Test func `a subclass decodes inherited properties from the same JSON object`() throws {
    class Animal: Codable {
      var legs = 0
    }
    final class Cat: Animal {
      enum Key: CodingKey { case lives }
      var lives = 9
      required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
        lives = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .lives)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(lives, forKey: .lives)
      }
    }
    let cat = try coder.decode(Cat.self, from: #"{"lives": 7, "legs": 4}"#)
    #expect(cat.legs == 4 && cat.lives == 7)
    #expect(try coder.encode(cat) == Array(#"{"legs":4,"lives":7}"#.utf8))
  }

  @Test func `a stored decoder still decodes its own value after other values`() throws {
    struct Kept: Decodable {
      var decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    enum Key: String, CodingKey { case x }
    struct Opened: Decodable {
      var container: KeyedDecodingContainer<Key>
      init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Key.self)
      }
    }
    let kept = try coder.decode([Kept].self, from: "[1, 2, 3]")
    #expect(try kept.map { try Int(from: $0.decoder) } == [1, 2, 3])
    #expect(kept.map { $0.decoder.codingPath.map(\.stringValue) } == [["0"], ["1"], ["2"]])
    let opened = try coder.decode([Opened].self, from: #"[{"x": 4}, {"x": 5}]"#)
    #expect(try opened.map { try $0.container.decode(Int.self, forKey: .x) } == [4, 5])
  }

  @Test func `a reused decoder does not return members of the previous object`() throws {
    struct Pair: Decodable, Equatable {
      var b: Int
      var a: Int?
    }
    // More names than are looked at one by one, so that an index is made for the first.
    let many = (0..<40).map { "\"k\($0)\": 0" }.joined(separator: ", ")
    let text = "[{\(many), \"a\": 1, \"b\": 2}, {\"b\": 3}, {\"a\": 4, \"b\": 5}]"
    let expected = [Pair(b: 2, a: 1), Pair(b: 3), Pair(b: 5, a: 4)]
    #expect(try coder.decode([Pair].self, from: text) == expected)
    let lists = try coder.decode([[[Int8]]].self, from: "[[[1, 2], [3]], [], [[4]]]")
    #expect(lists == [[[1, 2], [3]], [], [[4]]])
  }

  @Test func `arrays of strings and numbers are decoded from all spellings of the elements`() throws
  {
    #expect(try coder.decode([String].self, from: #"["a", "\u00e9", ""]"#) == ["a", "é", ""])
    #expect(try coder.decode([Int].self, from: "[1, 2.0, 1e2, -3]") == [1, 2, 100, -3])
    #expect(try coder.decode([Int].self, from: "[9223372036854775807]") == [.max])
    #expect(try coder.decode([Double].self, from: "[1, 0.1, 1e300]") == [1, 0.1, 1e300])
    #expect(try coder.decode([[Double]].self, from: "[[], [1.5]]") == [[], [1.5]])
    #expect(try coder.decode([Int?].self, from: "[1, null]") == [1, nil])
    let error = #expect(throws: JSON.DecodingError.self) {
      try coder.decode([String: [Double]].self, from: #"{"a": [1, 1e999]}"#)
    }
    #expect(error?.cause == .unfitNumber("1e999", expected: "Double"))
    #expect(error?.path == ["a", "1"])
  }

  @Test func `decoding a truncated or mutated JSON document never crashes`() throws {
    let bytes = try coder.encode(JSONCoderTests.bird)
    for count in 0..<bytes.count {
      #expect(throws: JSON.DecodingError.self) {
        try coder.decode(JSONCoderTests.Bird.self, from: Array(bytes[..<count]))
      }
    }
    var refused = 0
    for index in bytes.indices {
      for byte: UInt8 in [0, 0x22, 0x2d, 0x30, 0x5b, 0x5d, 0x7b, 0xff] {
        var changed = bytes
        changed[index] = byte
        if (try? coder.decode(JSONCoderTests.Bird.self, from: changed)) == nil { refused += 1 }
      }
    }
    #expect(refused > bytes.count * 4)
  }

  @Test func `a value nested to the depth limit is encoded and decoded, one more rejected`() throws
  {
    struct Chain: Codable {
      var next: [Chain]
      init(_ depth: Int) { next = depth > 1 ? [Chain(depth - 1)] : [] }
    }
    var coder = JSONCoder()
    coder.writing.depthLimit = 200
    coder.reading.depthLimit = 200
    let bytes = try coder.encode(Chain(100))
    _ = try coder.decode(Chain.self, from: bytes)
    let error = #expect(throws: JSON.EncodingError.self) { try coder.encode(Chain(101)) }
    #expect(error?.cause == .tooDeep(limit: 200))
    coder.writing.depthLimit = 202
    let deeper = try coder.encode(Chain(101))
    #expect(throws: JSON.DecodingError.self) { try coder.decode(Chain.self, from: deeper) }
  }
}
