import Testing

@testable import ApusSerialization

/// The requests of a type to the encoder, in any order.
struct ValueEncoderTests {
  enum Key: String, CodingKey, CaseIterable { case a, b, c, d }

  struct Written: Encodable {
    var body: @Sendable (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private func text(
    _ coder: JSONCoder = JSONCoder(), _ body: @escaping @Sendable (any Encoder) throws -> Void
  ) throws -> String {
    String(decoding: try coder.encode(Written(body: body)), as: UTF8.self)
  }

  @Test func `nested containers can be encoded in any order`() throws {
    let body: @Sendable (any Encoder) throws -> Void = { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var second = outer.nestedContainer(keyedBy: Key.self, forKey: .d)
      try outer.encode(1, forKey: .a)
      var list = outer.nestedUnkeyedContainer(forKey: .c)
      try second.encode(2, forKey: .b)
      try list.encode("x")
      var inner = list.nestedContainer(keyedBy: Key.self)
      var innerList = list.nestedUnkeyedContainer()
      try list.encodeNil()
      try innerList.encode(3.5)
      try inner.encode(true, forKey: .a)
      try second.encode([4], forKey: .a)
      try Int8(5).encode(to: outer.superEncoder())
      try 6.encode(to: list.superEncoder())
      try 7.encode(to: outer.superEncoder(forKey: .b))
      #expect(list.count == 5)
    }
    #expect(
      try text(JSONCoder(), body)
        == #"{"d":{"b":2,"a":[4]},"a":1,"c":["x",{"a":true},[3.5],null,6],"super":5,"b":7}"#)
    var coder = JSONCoder()
    coder.writing.sortsKeys = true
    #expect(
      try text(coder, body)
        == #"{"a":1,"b":7,"c":["x",{"a":true},[3.5],null,6],"d":{"a":[4],"b":2},"super":5}"#)
  }

  @Test func `if a member is encoded twice, the last value is used`() throws {
    #expect(
      try text { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .a)
        try container.encode([2], forKey: .b)
        _ = container.nestedUnkeyedContainer(forKey: .c)
        try container.encode(3, forKey: .a)
        try container.encode(4, forKey: .b)
        try container.encode(5, forKey: .c)
      } == #"{"a":3,"b":4,"c":5}"#)
    // Past the number of names that are compared one by one.
    let written = try text { encoder in
      var container = encoder.container(keyedBy: PathKey.self)
      for round in 0..<2 {
        for name in 0..<40 where round == 0 || name % 13 == 0 {
          try container.encode(round, forKey: PathKey(stringValue: "k\(name)"))
        }
      }
    }
    var options = JSON.ReadingOptions()
    options.duplicateKeys = .refuse
    let value = try JSON.Value(parsing: written, options)
    let names = (0..<40).filter { $0 % 13 != 0 } + [0, 13, 26, 39]
    #expect(value.object?.keys == names.map { "k\($0)" })
    #expect(value["k13"] == 1 && value["k14"] == 0)
  }

  @Test func `a member whose encoding fails leaves no text in the JSON document`() throws {
    #expect(
      try text { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .a)
        #expect(throws: EncodingError.self) {
          try container.encode([[1], [.infinity]], forKey: .b)
        }
        #expect(throws: EncodingError.self) { try container.encode(Double.nan, forKey: .c) }
        var list = container.nestedUnkeyedContainer(forKey: .d)
        #expect(throws: EncodingError.self) { try list.encode(["x": Double.nan]) }
        #expect(throws: EncodingError.self) { try list.encode(Float.infinity) }
        try list.encode(2)
      } == #"{"a":1,"d":[2]}"#)
  }

  @Test func `a reused encoder does not write members of the previous value`() throws {
    let written = try text { encoder in
      var list = encoder.unkeyedContainer()
      for round in 0..<3 {
        try list.encode(
          Written { encoder in
            var container = encoder.container(keyedBy: PathKey.self)
            for name in 0..<(round == 0 ? 40 : 1) {
              try container.encode(round, forKey: PathKey(stringValue: "k\(name)"))
            }
            // The same name again, so that the first has an index.
            try container.encode(round, forKey: PathKey(stringValue: "k0"))
            _ = container.nestedUnkeyedContainer(forKey: PathKey(stringValue: "list"))
          })
      }
    }
    #expect(written.hasSuffix(#""k0":0,"list":[]},{"k0":1,"list":[]},{"k0":2,"list":[]}]"#))
  }

  @Test func `a stored encoder keeps its coding path after other values`() throws {
    final class Shelf: @unchecked Sendable {
      var encoder: (any Encoder)?
    }
    let shelf = Shelf()
    let written = try text { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(
        Written { encoder in
          shelf.encoder = encoder
          try 1.encode(to: encoder)
        })
      try list.encode(Written { try 2.encode(to: $0) })
      #expect(shelf.encoder?.codingPath.map(\.stringValue) == ["0"])
    }
    #expect(written == "[1,2]")
  }

  @Test func `the error for an unencodable value contains the path of the value`() {
    let value = ["a": [["b": Double.nan]]]
    let error = #expect(throws: JSON.EncodingError.self) { try JSONCoder().encode(value) }
    #expect(error == JSON.EncodingError(.nonFinite("nan"), path: ["a", "0", "b"]))
    #expect(
      error?.description
        == "a.0.b: the number nan cannot be written in JSON; set nonFinite of the JSONCoder")
  }
}
