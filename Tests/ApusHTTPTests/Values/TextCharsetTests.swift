import ApusSerialization
import Testing

/// Text in the charsets that it is sent in.
struct TextCharsetTests {
  @Test(arguments: TextCharset.allCases)
  func `text that is encoded in each charset is decoded unchanged`(_ charset: TextCharset) throws {
    let text =
      switch charset {
      case .ascii: "plain ~"
      case .latin1: "café ÿ\u{80}"
      case .windows1252: "café €œ\u{81}"
      case .utf8, .utf16, .utf16BigEndian, .utf16LittleEndian: "日本 😀 é"
      }
    let bytes = try #require(charset.encode(text))
    #expect(charset.decode(bytes.span) == text)
  }

  @Test func `each charset is found by its name and aliases in any letter case`() {
    #expect(TextCharset(name: "UTF-8") == .utf8)
    #expect(TextCharset(name: "ISO-8859-1") == .latin1)
    #expect(TextCharset(name: "Latin1") == .latin1)
    #expect(TextCharset(name: "Windows-1252") == .windows1252)
    #expect(TextCharset(name: "utf-16LE") == .utf16LittleEndian)
    #expect(TextCharset(name: "koi8-r") == nil)
    #expect(TextCharset(name: "") == nil)
  }

  @Test func `decoding malformed bytes in a charset returns nil`() {
    let cases: [(TextCharset, [UInt8])] = [
      (.utf8, [0xff]), (.utf8, [0xc3]), (.utf8, [0xed, 0xa0, 0x80]), (.ascii, [0x80]),
      (.utf16BigEndian, [0x00]), (.utf16BigEndian, [0xd8, 0x00]),
      (.utf16LittleEndian, [0x00, 0xdc]), (.utf16, [0x00, 0x41, 0x00]),
    ]
    for (charset, bytes) in cases { #expect(charset.decode(bytes.span) == nil, "\(charset)") }
  }

  @Test func `decoding text removes a byte order mark at the start`() {
    #expect(TextCharset.utf8.decode([0xef, 0xbb, 0xbf, 0x41].span) == "A")
    #expect(TextCharset.utf16.decode([0xfe, 0xff, 0x00, 0x41].span) == "A")
    #expect(TextCharset.utf16.decode([0xff, 0xfe, 0x41, 0x00].span) == "A")
    #expect(TextCharset.utf16.decode([0x00, 0x41].span) == "A")
    #expect(TextCharset.utf16LittleEndian.decode([0xff, 0xfe, 0x41, 0x00].span) == "A")
  }

  @Test func `every Windows-1252 byte is decoded to one character and encoded unchanged`() {
    for byte in UInt8.min...(.max) {
      let text = TextCharset.windows1252.decode([byte].span) ?? ""
      #expect(text.unicodeScalars.count == 1)
      #expect(TextCharset.windows1252.encode(text) == [byte])
    }
    #expect(TextCharset.windows1252.encode("\u{80}") == nil)
  }
}
