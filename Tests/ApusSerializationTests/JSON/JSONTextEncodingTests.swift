import Testing

@testable import ApusSerialization

/// RFC 4627 section 3.
struct JSONTextEncodingTests {
  static let text = #"{"é":["\#u{1f426}",1]}"#

  static func encoded(_ text: String, _ encoding: JSON.TextEncoding, mark: Bool) -> [UInt8] {
    let marked = (mark ? "\u{feff}" : "") + text
    func bytes(_ unit: some FixedWidthInteger, _ isLittle: Bool) -> [UInt8] {
      let count = unit.bitWidth / 8
      return (0..<count).map {
        UInt8(truncatingIfNeeded: unit >> (8 * (isLittle ? $0 : count - 1 - $0)))
      }
    }
    return switch encoding {
    case .utf8: Array(marked.utf8)
    case .utf16BigEndian: marked.utf16.flatMap { bytes($0, false) }
    case .utf16LittleEndian: marked.utf16.flatMap { bytes($0, true) }
    case .utf32BigEndian: marked.unicodeScalars.flatMap { bytes($0.value, false) }
    case .utf32LittleEndian: marked.unicodeScalars.flatMap { bytes($0.value, true) }
    }
  }

  static let encodings: [JSON.TextEncoding] = [
    .utf8, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
  ]

  @Test(arguments: encodings, [false, true])
  func `JSON text in UTF-8, UTF-16 and UTF-32 is read with and without a mark`(
    encoding: JSON.TextEncoding, mark: Bool
  ) throws {
    var coder = JSONCoder()
    coder.reading.detectsEncoding = true
    for text in [Self.text, "[]", "1", "{}"] {
      let bytes = Self.encoded(text, encoding, mark: mark)
      #expect(JSON.TextEncoding(of: bytes.span) == encoding)
      #expect(try JSON.Value(parsing: bytes, coder.reading) == JSON.Value(parsing: text))
      #expect(try coder.decode(JSON.Value.self, from: bytes) == JSON.Value(parsing: text))
    }
  }

  @Test func `JSON text in UTF-16 or UTF-32 is rejected by default`() {
    #expect(throws: JSON.ParsingError.self) {
      try JSON.Value(parsing: Self.encoded("[1]", .utf16BigEndian, mark: false))
    }
  }

  @Test(
    arguments: [
      ([0, 0x5b, 0xd8, 0], .utf16BigEndian), ([0, 0x5b, 0xdc, 0, 0, 0x5d], .utf16BigEndian),
      ([0, 0x5b, 0xd8, 0, 0, 0x5d], .utf16BigEndian), ([0, 0x5b, 0x5d], .utf16BigEndian),
      ([0, 0, 0, 0x5b, 0, 0x11, 0, 0], .utf32BigEndian),
      ([0x5b, 0, 0, 0, 0x5d], .utf32LittleEndian),
    ] as [([UInt8], JSON.TextEncoding)])
  func `JSON text that is malformed UTF-16 or UTF-32 is rejected`(
    bytes: [UInt8], encoding: JSON.TextEncoding
  ) {
    var options = JSON.ReadingOptions()
    options.detectsEncoding = true
    #expect(throws: JSON.ParsingError.malformedEncoding(encoding)) {
      try JSON.Value(parsing: bytes, options)
    }
  }
}
