import Testing

@testable import ApusSerialization

/// RFC 8259 section 2, and the text around it that is rejected.
struct JSONValueParsingTests {
  static let sample = """
    {"name": "swift \\u00e9\\ud83e\\udebb\\n", "wings": 2,
     "grams": [-1.5e1, 0, 18446744073709551615],
     "lands": false, "nest": null, "égal": {"": [[], {}, true]}}
    """

  @Test func `a document with every JSON type is parsed completely`() throws {
    let expected: JSON.Value = [
      "name": "swift é\u{1fabb}\n", "wings": 2,
      "grams": [-15, 0, .number(JSON.Number(UInt64.max))],
      "lands": false, "nest": nil, "égal": ["": [[], [:], true]],
    ]
    #expect(try JSON.Value(parsing: Self.sample) == expected)
    #expect(try JSON.Value(parsing: "\u{feff} \t\r\n" + Self.sample + " \n") == expected)
  }

  @Test(arguments: [
    ("", JSON.ParsingError.unexpectedEnd(at: at(0))),
    (" \n ", .unexpectedEnd(at: at(3, line: 2, column: 2))),
    ("[1,\n 2,]", .unexpectedByte(0x5d, at: at(7, line: 2, column: 4))),
    ("[1 2]", .unexpectedByte(0x32, at: at(3))),
    ("{\"a\" 1}", .unexpectedByte(0x31, at: at(5))),
    ("{a: 1}", .unexpectedByte(0x61, at: at(1))),
    ("trux", .unexpectedByte(0x78, at: at(3))),
    ("nul", .unexpectedEnd(at: at(3))),
    ("[] []", .trailingBytes(at: at(3))),
    ("-01", .malformedNumber(at: at(1))),
    ("-a", .malformedNumber(at: at(1))),
    ("1.", .unexpectedEnd(at: at(2))),
    ("1e+]", .malformedNumber(at: at(3))),
    ("\"a\tb\"", .controlCharacter(9, at: at(2))),
    ("\"a", .unexpectedEnd(at: at(2))),
    ("\"a\\\"", .unexpectedEnd(at: at(4))),
    ("\"a\\x\"", .malformedEscape(at: at(2))),
    ("\"\\u00g0\"", .malformedEscape(at: at(1))),
    ("\"\\u00\"", .malformedEscape(at: at(1))),
    ("\"-\\udc00\"", .loneSurrogate(0xdc00, at: at(2))),
    ("\"\\ud800\"", .loneSurrogate(0xd800, at: at(1))),
    ("\"\\ud800\\u0041\"", .loneSurrogate(0xd800, at: at(1))),
    ("\"\\ud800\\n\"", .loneSurrogate(0xd800, at: at(1))),
    ("\u{feff}\u{feff}1", .unexpectedByte(0xef, at: at(3))),
  ])
  func `each violation of the JSON grammar throws its own error with a position`(
    text: String, error: JSON.ParsingError
  ) {
    #expect(throws: error) { try JSON.Value(parsing: text) }
  }

  @Test(arguments: [
    [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82],
  ])
  func `a JSON string with invalid UTF-8 is rejected at the invalid bytes`(
    bytes: [UInt8]
  ) {
    let text = [0x5b, 0x22, 0x61] + bytes + [0x22, 0x5d]
    #expect(throws: JSON.ParsingError.malformedUTF8(at: at(3))) { try JSON.Value(parsing: text) }
  }

  @Test func `every escape sequence in a JSON string is decoded to its character`() throws {
    let text = #""\"\\\/\b\f\n\r\tü\u0000\u007F\u20ac\uD834\udd1E and the rest""#
    let expected = "\"\\/\u{8}\u{c}\n\r\tü\u{0}\u{7f}€\u{1d11e} and the rest"
    #expect(try JSON.Value(parsing: text).string == expected)
  }

  @Test func `an unescaped control character is rejected at every position of a string`() {
    for length in 0..<20 {
      for control in UInt8(0)..<0x20 {
        var text = [0x22] + [UInt8](repeating: 0xe9, count: 2 * length) + [control, 0x22]
        for index in 0..<length {
          text[1 + 2 * index] = 0xc3
          text[2 + 2 * index] = 0xa9
        }
        let error = JSON.ParsingError.controlCharacter(control, at: at(1 + 2 * length))
        #expect(throws: error) { try JSON.Value(parsing: text) }
      }
    }
  }

  @Test func `every truncated JSON document is rejected`() throws {
    let bytes = Array(Self.sample.utf8)
    for count in 0..<bytes.count {
      #expect(throws: JSON.ParsingError.self) { try JSON.Value(parsing: Array(bytes[..<count])) }
    }
  }

  @Test func `parsing a JSON document with one changed byte never crashes`() {
    let bytes = Array(Self.sample.utf8)
    var refused = 0
    for index in bytes.indices {
      for byte: UInt8 in [0, 0x22, 0x2d, 0x30, 0x5c, 0x5d, 0x75, 0x7d, 0x80, 0xff] {
        var changed = bytes
        changed[index] = byte
        if (try? JSON.Value(parsing: changed)) == nil { refused += 1 }
      }
    }
    #expect(refused > bytes.count * 5)
  }
}

/// Valid JSON that is rejected. RFC 8259 section 9.
struct JSONLimitTests {
  @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
  func `JSON nested to the depth limit is accepted, and one more level is rejected`(
    open: String, close: String
  ) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
    }
    #expect(try JSON.Value(parsing: nested(512)) != .null)
    let offset = 512 * open.utf8.count
    #expect(throws: JSON.ParsingError.tooDeep(limit: 512, at: at(offset))) {
      try JSON.Value(parsing: nested(513))
    }
    var options = JSON.ReadingOptions()
    options.depthLimit = JSON.ReadingOptions.greatestDepthLimit
    #expect(try JSON.Value(parsing: nested(options.depthLimit), options) != .null)
    options.depthLimit = 0
    #expect(try JSON.Value(parsing: "7", options) == 7)
    #expect(throws: JSON.ParsingError.tooDeep(limit: 0, at: at(0))) {
      try JSON.Value(parsing: "[]", options)
    }
  }

  @Test func `a JSON document at the byte limit is accepted, and one more byte is rejected`() throws
  {
    var options = JSON.ReadingOptions()
    options.byteCountLimit = 4
    #expect(try JSON.Value(parsing: "[12]", options) == [12])
    #expect(throws: JSON.ParsingError.tooLarge(byteCount: 5, limit: 4)) {
      try JSON.Value(parsing: "[123]", options)
    }
  }

  @Test func `the first or last value of a duplicate name is used, or the name is rejected`() throws
  {
    let text = #"{"a": 1, "b": 2, "\u0061": 3}"#
    var options = JSON.ReadingOptions()
    #expect(try JSON.Value(parsing: text, options) == ["a": 3, "b": 2])
    #expect(try JSON.Value(parsing: text, options).object?.keys == ["a", "b"])
    options.duplicateKeys = .useFirst
    #expect(try JSON.Value(parsing: text, options) == ["a": 1, "b": 2])
    options.duplicateKeys = .refuse
    #expect(throws: JSON.ParsingError.duplicateKey("a", at: at(17))) {
      try JSON.Value(parsing: text, options)
    }
  }

  @Test func `the description of a JSON parsing error contains its position and reason`() {
    let error = #expect(throws: JSON.ParsingError.self) { try JSON.Value(parsing: "[1,\n  x]") }
    #expect(
      error?.description
        == "line 2, column 3 (byte 6): the byte 0x78 is not allowed in this place of the JSON "
        + "text")
    let tooLarge = JSON.ParsingError.tooLarge(byteCount: 5, limit: 4)
    #expect(tooLarge.description == "the JSON text has 5 bytes, but at most 4 bytes are allowed")
  }
}

/// The position of an offset; by default in one line.
private func at(_ offset: Int, line: Int = 1, column: Int? = nil) -> JSON.Position {
  JSON.Position(offset: offset, line: line, column: column ?? offset + 1)
}
