import ApusBytes
import Testing

@testable import ApusSerialization

/// RFC 8259 section 7: the layout and the escapes of text.
struct JSONWriterTests {
  private func text(
    _ value: JSON.Value, _ change: (inout JSON.WritingOptions) -> Void = { _ in }
  ) throws -> String {
    var options = JSON.WritingOptions()
    change(&options)
    return try value.text(options)
  }

  @Test func `the compact layout writes JSON without white space`() throws {
    let value: JSON.Value = ["b": [1, -2.5, 1e300], "a": [:], "c": [nil, true, false, []]]
    #expect(try text(value) == #"{"b":[1,-2.5,1e+300],"a":{},"c":[null,true,false,[]]}"#)
    var writer = ByteWriter()
    try value.write(to: &writer)
    #expect(try writer.bytes == value.bytes())
    #expect(value.description == (try text(value)))
  }

  @Test func `the multi-line layout is indented, and its names are sorted by bytes`() throws {
    let value: JSON.Value = ["b": [1, []], "é": 2, "a\n": [:], "a": nil, "B": ["x": "y"]]
    let expected = """
      {
         "B": {
            "x": "y"
         },
         "a": null,
         "a\\n": {},
         "b": [
            1,
            []
         ],
         "é": 2
      }
      """
    let written = try text(value) {
      $0.layout = .lines(indent: 3)
      $0.sortsKeys = true
    }
    #expect(written == expected)
  }

  @Test func `the JSON coder and the JSON value sort names in the same order`() throws {
    let names = ["b", "a\n", "a", "a\\", "é", "\u{1}", "z\"", "a/", "Z", ""]
    let value = JSON.Value.object(JSON.Object(names.map { ($0, 1) }))
    struct Names: Encodable {
      let names: [String]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PathKey.self)
        for name in names { try container.encode(1, forKey: PathKey(stringValue: name)) }
      }
    }
    var coder = JSONCoder()
    coder.writing.sortsKeys = true
    #expect(try coder.encode(Names(names: names)) == value.bytes(coder.writing))
  }

  @Test func `quotation marks and control characters are escaped at every position`() throws {
    for length in 0..<40 {
      let head = String(repeating: "x", count: length)
      for byte in UInt8(0)..<0x80 {
        let content = head + String(decoding: [byte], as: UTF8.self) + "é"
        let written = try text(.string(content))
        #expect(try JSON.Value(parsing: written).string == content)
        let isEscaped = byte < 0x20 || byte == 0x22 || byte == 0x5c
        #expect((written.utf8.count > content.utf8.count + 2) == isEscaped)
      }
    }
    #expect(try text("\u{8}\u{c}\n\r\t\u{1}\u{1f}") == #""\b\f\n\r\t\u0001\u001f""#)
  }

  @Test(
    arguments: [
      ([], "</a>&'é\u{2028}\u{1f426}\""), (.slashes, #"<\/a>&'é"# + "\u{2028}\u{1f426}\\\""),
      (.html, #"\u003c/a\u003e\u0026\u0027é"# + "\u{2028}\u{1f426}\\\""),
      (.lineSeparators, #"</a>&'é\u2028"# + "\u{1f426}\\\""),
      (.nonASCII, #"</a>&'\u00e9\u2028\ud83d\udc26\""#),
      ([.slashes, .html, .nonASCII], #"\u003c\/a\u003e\u0026\u0027\u00e9\u2028\ud83d\udc26\""#),
    ] as [(JSON.WritingOptions.Escapes, String)])
  func `slashes, HTML and non-ASCII characters are escaped if requested`(
    escapes: JSON.WritingOptions.Escapes, content: String
  ) throws {
    let plain = "</a>&'é\u{2028}\u{1f426}\""
    let expected = escapes.isEmpty ? #"</a>&'é"# + "\u{2028}\u{1f426}\\\"" : content
    let written = try text(.string(plain)) { $0.escapes = escapes }
    #expect(written == "\"\(expected)\"")
    #expect(try JSON.Value(parsing: written) == .string(plain))
  }

  @Test func `JSON numbers are written with the digits with which they were read`() throws {
    for number in [
      "0", "-1", "9223372036854775807", "18446744073709551615", "340282366920938463463374607431",
      "0.1", "1e400", "1.000000000000000005", "-0",
    ] {
      #expect(try text(JSON.Value(parsing: number)) == number)
    }
    #expect(try text([1.0, 100, 1e16, 1e-7]) == "[1,100,1e+16,1e-07]")
  }

  @Test func `a random Double that is written is parsed to the same bits`() throws {
    var bits: UInt64 = 88_172_645_463_325_252
    for _ in 0..<2_000 {
      bits ^= bits << 13
      bits ^= bits >> 7
      bits ^= bits << 17
      guard let number = JSON.Number(Double(bitPattern: bits)) else { continue }
      let back = try JSON.Value(parsing: text(.number(number))).double
      #expect(back?.bitPattern == bits)
    }
  }

  @Test func `a Double is written with the same digits as in the standard library`() throws {
    var bits: UInt64 = 88_172_645_463_325_252
    for round in 0..<4_000 {
      bits ^= bits << 13
      bits ^= bits >> 7
      bits ^= bits << 17
      // From 2^-10 to 2^55; every fourth has few digits, and every fourth few bits.
      let exponent = UInt64(1013 + round % 66) << 52
      let double: Double =
        switch round % 4 {
        case 0: Double(bits % 1_000_000) / 10_000
        case 1: Double(bitPattern: exponent | bits >> 12 & 0xfff0_0000_0000)
        default: Double(bitPattern: bits & 1 << 63 | exponent | bits >> 12)
        }
      let spelled = double.description
      let expected = spelled.hasSuffix(".0") ? String(spelled.dropLast(2)) : spelled
      #expect(try text(.number(#require(JSON.Number(double)))) == expected)
    }
  }

  @Test func `writing JSON nested to the depth limit succeeds, and one more level fails`() throws {
    var value: JSON.Value = 1
    for _ in 0..<512 { value = [value] }
    #expect(try text(value).utf8.count == 1025)
    #expect(throws: JSON.EncodingError(.tooDeep(limit: 512))) { try text(["a": value]) }
  }
}
