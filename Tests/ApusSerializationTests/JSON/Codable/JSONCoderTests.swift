import ApusBytes
import Testing

@testable import ApusSerialization

/// Types read and written by options that hold for both ways.
struct JSONCoderTests {
  struct Bird: Codable, Equatable {
    enum Diet: String, Codable { case insects, seeds }

    var name: String
    var grams: Double
    var eggs: Int
    var flies: Bool
    var diet: Diet
    var nest: [String: Int]?
    var songs: [[UInt8]]
    var mate: [Bird]
  }

  static let bird = Bird(
    name: "swift \"é\"\n", grams: 41.5, eggs: -3, flies: true, diet: .insects,
    nest: ["a": 1, "b": 2], songs: [[1, 2], []],
    mate: [Bird(name: "", grams: 0, eggs: 0, flies: false, diet: .seeds, songs: [], mate: [])])

  @Test func `a Codable value is encoded as JSON and decoded unchanged in every layout`() throws {
    var coder = JSONCoder()
    for options in [JSON.WritingOptions(), .pretty] {
      coder.writing = options
      let bytes = try coder.encode(Self.bird)
      #expect(try coder.decode(Bird.self, from: bytes) == Self.bird)
    }
  }

  @Test func `JSON names are written in declaration order, or sorted if requested`() throws {
    struct Three: Encodable { var b = 1, a = 2.0, c = ["z": nil, "y": 1] as JSON.Value }
    var coder = JSONCoder()
    #expect(try text(coder.encode(Three())) == #"{"b":1,"a":2,"c":{"z":null,"y":1}}"#)
    coder.writing.sortsKeys = true
    #expect(try text(coder.encode(Three())) == #"{"a":2,"b":1,"c":{"y":1,"z":null}}"#)
    coder.writing.layout = .lines(indent: 2)
    let lines = "{\n  \"a\": 2,\n  \"b\": 1,\n  \"c\": {\n    \"y\": 1,\n    \"z\": null\n  }\n}"
    #expect(try text(coder.encode(Three())) == lines)
  }

  @Test func `members are decoded in any order, with escaped names and among 100 members`() throws {
    struct Two: Decodable, Equatable { var first: Int, second: String? }
    let coder = JSONCoder()
    let many = (0..<100).map { #""k\#($0)": {"x": [\#($0)]}, "#.utf8 }.joined()
    let around = String(decoding: Array(many), as: UTF8.self)
    for body in [
      #""first": 1, "second": "b""#, #""second": "b", "first": 1"#,
      #""s\u0065cond": "b", "\u0066irst": 1"#, #""first": 9, "second": "b", "first": 1"#,
      around + #""second": "b", "first": 1"#, #""first": 1, \#(around)"second": "b""#,
    ] {
      #expect(try coder.decode(Two.self, from: "{\(body)}") == Two(first: 1, second: "b"))
    }
    #expect(try coder.decode(Two.self, from: #"{"first": 2}"#) == Two(first: 2, second: nil))
    #expect(
      try coder.decode(Two.self, from: #"{"second": null, "first": 2}"#)
        == Two(first: 2, second: nil))
  }

  @Test func `integers of every width are decoded only if the JSON number is in range`() throws {
    let coder = JSONCoder()
    func check<Integer: FixedWidthInteger & Codable>(_ type: Integer.Type) throws {
      for value in [Integer.min, Integer.max, 0, 1] {
        #expect(try coder.decode(type, from: "\(value)") == value)
        #expect(try text(coder.encode(value)) == "\(value)")
        #expect(try coder.decode([Integer].self, from: "[\(value)]") == [value])
      }
      let beyond = "\(Integer.max)0"
      let error = JSON.DecodingError(
        .unfitNumber(beyond, expected: "\(type)"), path: ["0"],
        at: JSON.Position(offset: 1, line: 1, column: 2))
      #expect(throws: error) { try coder.decode([Integer].self, from: "[\(beyond)]") }
    }
    try check(Int8.self)
    try check(UInt8.self)
    try check(Int16.self)
    try check(UInt16.self)
    try check(Int32.self)
    try check(UInt32.self)
    try check(Int64.self)
    try check(UInt64.self)
    try check(Int.self)
    try check(UInt.self)
    try check(Int128.self)
    try check(UInt128.self)
    #expect(try coder.decode(Int.self, from: "3e2") == 300)
    #expect(throws: JSON.DecodingError.self) { try coder.decode(Int.self, from: "1.5") }
  }

  @Test func `JSON numbers are decoded to the nearest Double and Float`() throws {
    let coder = JSONCoder()
    #expect(try coder.decode(Double.self, from: "0.1") == 0.1)
    #expect(try coder.decode(Float.self, from: "0.1") == 0.1)
    #expect(try coder.decode(Float.self, from: "1.00000017881393432617187499") == 1.0000001)
    #expect(try coder.decode(Double.self, from: "12345678901234567890123") == 1.2345678901234568e22)
    #expect(
      try text(coder.encode([0.1, 1, 1e21, -0.0, .leastNonzeroMagnitude]))
        == "[0.1,1,1e+21,-0,5e-324]")
    #expect(try text(coder.encode([Float(0.1)])) == "[0.1]")
    #expect(throws: JSON.DecodingError.self) { try coder.decode(Double.self, from: "1e400") }
    #expect(throws: JSON.DecodingError.self) { try coder.decode(Float.self, from: "1e39") }
  }

  @Test func `infinity and NaN are rejected unless the coder converts them to strings`() throws {
    var coder = JSONCoder()
    #expect(throws: JSON.EncodingError(.nonFinite("inf"), path: ["1"])) {
      try coder.encode([1, Double.infinity])
    }
    #expect(throws: JSON.DecodingError.self) { try coder.decode(Double.self, from: "\"inf\"") }
    coder.nonFinite = .text(infinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let bytes = try coder.encode([Double.infinity, -.infinity, .nan, 1])
    #expect(text(bytes) == #"["inf","-inf","nan",1]"#)
    let back = try coder.decode([Float].self, from: bytes)
    #expect(back[0] == .infinity && back[1] == -.infinity && back[2].isNaN && back[3] == 1)
    #expect(throws: JSON.DecodingError.self) { try coder.decode(Double.self, from: "\"in\"") }
  }

  @Test func `a JSON document can be a single string, number or literal`() throws {
    let coder = JSONCoder()
    #expect(try coder.decode(String.self, from: #""a""#) == "a")
    #expect(try coder.decode(Bool?.self, from: "null") == nil)
    #expect(try text(coder.encode("a")) == #""a""#)
    #expect(try text(coder.encode(Int?.none)) == "null")
    struct Silent: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(throws: JSON.EncodingError(.nothingWritten(type: "Silent"))) {
      try coder.encode(Silent())
    }
    #expect(try text(coder.encode([Silent()])) == "[{}]")
  }

  @Test func `a single JSON number is rejected if the options require an array or object`() throws {
    var coder = JSONCoder()
    coder.reading.requiresContainer = true
    #expect(try coder.decode([Int].self, from: " [1]") == [1])
    let place = JSON.Position(offset: 1, line: 1, column: 2)
    #expect(throws: JSON.DecodingError(.malformed(.loneValue(at: place)), at: place)) {
      try coder.decode(Int.self, from: " 1")
    }
  }

  @Test func `a JSON coder encodes and decodes through the JSONCoding protocol`() throws {
    let coder: any JSONCoding = JSONCoder()
    #expect(try coder.decode([Int].self, from: coder.encode([1, 2])) == [1, 2])
  }

  @Test func `Codable types can read the user info of the JSON coder`() throws {
    struct Told: Codable {
      static let key = CodingUserInfoKey(rawValue: "told")
      init(from decoder: any Decoder) throws {
        if Self.key.flatMap({ decoder.userInfo[$0] }) == nil {
          throw JSON.ParsingError.malformedEncoding(.utf8)
        }
      }
      func encode(to encoder: any Encoder) throws {
        try (Self.key.flatMap { encoder.userInfo[$0] } as? Int).encode(to: encoder)
      }
    }
    var coder = JSONCoder()
    #expect(throws: JSON.DecodingError.self) { try coder.decode(Told.self, from: "0") }
    coder.userInfo[try #require(Told.key)] = 7
    #expect(try text(coder.encode(coder.decode(Told.self, from: "0"))) == "7")
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
