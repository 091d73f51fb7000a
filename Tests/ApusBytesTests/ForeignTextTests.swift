import ApusBytes
import Testing

/// The form of a peer's bytes in descriptions.
struct ForeignTextTests {
  private func escaped(_ text: String) -> String { ForeignText.escaped(text.utf8) }

  @Test(arguments: Array(UInt8(0)...0x1f) + [0x7f])
  func `an ASCII control character in untrusted text is shown as an escape`(_ byte: UInt8) {
    let digits = Array("0123456789abcdef")
    let shown = "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    #expect(ForeignText.escaped([0x61, byte, 0x62]) == "a\(shown)b")
  }

  @Test(arguments: [0x80, 0x85, 0x9b, 0x9f, 0xad, 0x200b, 0x200f, 0x2028, 0x2029, 0x202e, 0x2066])
  func `a Unicode control character in untrusted text is shown as an escape`(_ value: UInt32) throws
  {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(escaped("a\(scalar)b") == "a\\u{\(String(value, radix: 16))}b")
  }

  @Test func `printable Unicode characters in untrusted text are shown unchanged`() {
    #expect(escaped("a caf\u{e9} \u{65e5}\u{672c} \u{1f426}~!") == "a caf\u{e9} 日本 🐦~!")
  }

  @Test func `invalid UTF-8 in untrusted text becomes replacement characters`() {
    #expect(ForeignText.escaped([0x61, 0xff, 0x62, 0xc3]) == "a\u{fffd}b\u{fffd}")
  }

  @Test func `untrusted text beyond the limit is cut and ends with an ellipsis`() {
    let full = String(repeating: "a", count: 128)
    #expect(escaped(full) == full)
    #expect(escaped(full + "b") == full + "…")
    #expect(ForeignText.escaped("abc".utf8, limit: 2) == "ab…")
    #expect(ForeignText.escaped("abc".utf8, limit: 0) == "…")
    #expect(ForeignText.escaped("".utf8, limit: 0) == "")
  }

  @Test func `every line break in untrusted text is escaped`() {
    let text = escaped("a\r\nSet-Cookie: b\r\n\u{2028}c\u{85}d")
    #expect(text == "a\\x0d\\x0aSet-Cookie: b\\x0d\\x0a\\u{2028}c\\u{85}d")
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f })
  }

  @Test func `the length limit counts an escape as its visible characters`() {
    #expect(ForeignText.escaped("a\nb".utf8, limit: 5) == "a\\x0a…")
    #expect(ForeignText.escaped("a\nb".utf8, limit: 4) == "a…")
    let turns = String(repeating: "\u{202e}", count: 100_000)
    #expect(escaped(turns).unicodeScalars.count <= ForeignText.nameLimit + 1)
    #expect(escaped(String(repeating: "🐦", count: 128)).unicodeScalars.count == 128)
    #expect(escaped(String(repeating: "🐦", count: 129)).hasSuffix("🐦…"))
  }

  @Test func `untrusted text is cut at 64 KiB between characters, with a note`() {
    let text = ForeignText.bounded(String(repeating: "é", count: ForeignText.byteLimit))
    #expect(ForeignText.byteLimit == 65_536 && text.utf8.count <= ForeignText.byteLimit)
    #expect(text.utf8.count > ForeignText.byteLimit - 4)
    #expect(text.hasSuffix("… and more, which is left out"))
    #expect(ForeignText.bounded("a") == "a")
  }
}
