import ApusASN1
import Testing

/// RFC 5280 section 4.1.2.4, X.680 section 41.
@Suite struct TextTests {
  static let texts: [(kind: ASN1.Text.Kind, text: String, hex: String)] = [
    (.utf8, "Zoë", "0c045a6fc3ab"), (.utf8, "", "0c00"), (.utf8, "\u{1F426}", "0c04f09f90a6"),
    (.printable, "A-b (1)", "1307412d6220283129"), (.ia5, "a@b\n", "16046140620a"),
    (.visible, "a~ !", "1a04617e2021"), (.numeric, "12 34", "12053132203334"),
    (.bmp, "Zoë€", "1e08005a006f00eb20ac"), (.teletex, "Zoë", "14035a6feb"),
    (.universal, "a\u{1F426}", "1c08000000610001f426"), (.utf8, "a\0b", "0c03610062"),
  ]

  @Test(arguments: texts.indices)
  func `a text of each ASN.1 string type is read and written unchanged`(_ index: Int) throws {
    let (kind, string, hex) = Self.texts[index]
    let (text, decoded) = try read(hex) { reader, bytes in
      let text = try reader.readText(in: bytes)
      return (text, text.string(in: bytes))
    }
    #expect(text.kind == kind)
    #expect(Array(decoded.utf8) == Array(string.utf8))
    #expect(try written { try $0.writeText(string, as: kind) } == hex)
  }

  @Test(arguments: [
    ("0c 03 61 ff 62", 3), ("0c 02 c0 80", 2), ("0c 03 ed a0 80", 2), ("0c 04 f4 90 80 80", 2),
    ("0c 02 61 c3", 3), ("13 02 61 2a", 3), ("13 01 40", 2), ("13 01 5f", 2), ("13 01 26", 2),
    ("13 01 00", 2), ("16 02 61 80", 3), ("1a 01 1f", 2), ("1a 01 7f", 2), ("12 01 61", 2),
    ("1e 01 00", 2), ("1e 03 00 61 00", 4), ("1e 02 d8 00", 2), ("1e 04 00 61 df ff", 4),
    ("1c 03 00 00 61", 2), ("1c 04 00 11 00 00", 2), ("1c 04 00 00 d8 00", 2),
    ("1c 04 ff ff ff ff", 2),
  ])
  func `a byte that its string type forbids is rejected at its offset`(
    _ hex: String, _ offset: Int
  ) throws {
    let tag = try ASN1.Tag(.universal, UInt32(der(hex)[0]))
    #expect(throws: ASN1Error.invalidCharacter(at: offset, in: tag)) {
      try read(hex) { try $0.readText(in: $1) }
    }
  }

  @Test func `a TeletexString with any byte is read as ISO 8859-1`() throws {
    let bytes = Array(UInt8.min...UInt8.max)
    var writer = DERWriter()
    writer.write(.teletexString, content: bytes)
    let written = writer.bytes
    var reader = DERReader(written.span)
    let string = try reader.readText(in: written.span).string(in: written.span)
    #expect(string.unicodeScalars.map(\.value) == bytes.map(UInt32.init))
  }

  @Test func `each string type allows exactly its own ASCII characters`() {
    let printable = Set(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 '()+,-./:=?".utf8)
    for byte in UInt8(0)..<0x80 {
      let text = String(UnicodeScalar(byte))
      func isOf(_ kind: ASN1.Text.Kind) -> Bool {
        var writer = DERWriter()
        return (try? writer.writeText(text, as: kind)) != nil
      }
      #expect(isOf(.printable) == printable.contains(byte))
      #expect(isOf(.visible) == (0x20...0x7e ~= byte))
      #expect(isOf(.numeric) == (0x30...0x39 ~= byte || byte == 0x20))
      #expect(isOf(.ia5) && isOf(.utf8))
    }
  }

  @Test func `a text with characters that its string type forbids is not written`() {
    #expect(throws: ASN1Error.invalidCharacter(at: 2, in: .printableString)) {
      try written { try $0.writeText("ab*", as: .printable) }
    }
    #expect(throws: ASN1Error.invalidCharacter(at: 1, in: .ia5String)) {
      try written { try $0.writeText("aë", as: .ia5) }
    }
    #expect(throws: ASN1Error.invalidCharacter(at: 2, in: .teletexString)) {
      try written { try $0.writeText("ë€", as: .teletex) }
    }
    #expect(throws: ASN1Error.invalidCharacter(at: 3, in: .bmpString)) {
      try written { try $0.writeText("€\u{1F426}", as: .bmp) }
    }
  }

  @Test func `a string of an unsupported ASN.1 type is rejected`() throws {
    let error = ASN1Error.unexpectedTag(
      at: 0, expected: .utf8String, found: ASN1.Tag(.universal, 27))
    #expect(throws: error) { try read("1b 01 61") { try $0.readText(in: $1) } }
  }
}
