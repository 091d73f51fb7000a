import ApusASN1
import Testing

/// X.690 sections 8.1 and 10.1, which RFC 5280 section 4.1 requires.
@Suite struct DERReaderTests {
  @Test func `a DER element has its tag, its content range and its complete range`() throws {
    let bytes = try der("02 01 05 04 03 aa bb cc")
    var reader = DERReader(bytes.span)
    let number = try reader.readElement(in: bytes.span)
    #expect(number.tag == .integer)
    #expect(number.range == 0..<3)
    #expect(number.content == 2..<3)
    let string = try reader.readElement(in: bytes.span)
    #expect(string.tag == .octetString)
    #expect(string.range == 3..<8)
    #expect(string.content == 5..<8)
    #expect(reader.isAtEnd)
  }

  @Test(arguments: [0, 1, 127, 128, 129, 255, 256, 65_535, 65_536, 70_000])
  func `a written DER length is read back unchanged`(_ count: Int) throws {
    var writer = DERWriter()
    writer.writeOctetString([UInt8](repeating: 0x5a, count: count))
    let bytes = writer.bytes
    var reader = DERReader(bytes.span)
    #expect(try reader.readOctetString(in: bytes.span).count == count)
    try reader.finish()
  }

  @Test(arguments: [
    ("30 80 00 00", ASN1Error.indefiniteLength(at: 1)),
    ("04 81 7f" + String(repeating: "00", count: 127), .lengthNotMinimal(at: 1)),
    ("04 81 01 00", .lengthNotMinimal(at: 1)),
    ("04 82 00 80" + String(repeating: "00", count: 128), .lengthNotMinimal(at: 1)),
    ("04 83 00 01 00" + String(repeating: "00", count: 256), .lengthNotMinimal(at: 1)),
    ("04 85 01 00 00 00 00", .lengthTooLarge(at: 1, octetCount: 5)),
    ("04 88 ff ff ff ff ff ff ff ff", .lengthTooLarge(at: 1, octetCount: 8)),
    ("04 84 ff ff ff ff", .truncated(at: 6, needed: 0xffff_ffff, available: 0)),
    ("04 84 ff ff", .truncated(at: 2, needed: 4, available: 2)),
    ("04 ff", .truncated(at: 2, needed: 127, available: 0)),
    ("04 03 01 02", .truncated(at: 2, needed: 3, available: 2)),
    ("04", .truncated(at: 1, needed: 1, available: 0)),
    ("", .truncated(at: 0, needed: 2, available: 0)),
  ])
  func `a length that is not in DER form is rejected at its offset`(
    _ hex: String, _ error: ASN1Error
  ) throws {
    #expect(throws: error) { try read(hex) { try $0.readElement(in: $1) } }
  }

  @Test(arguments: [
    ("1f 1f 00", 31), ("1f 7f 00", 127), ("1f 81 00 00", 128), ("1f ff 7f 00", 16_383),
    ("1f ff ff ff 7f 00", Int(ASN1.Tag.numberLimit)),
  ])
  func `a DER tag with a number of more than one octet is read`(_ hex: String, _ number: Int) throws
  {
    let tag = try read(hex) { try $0.readElement(in: $1).tag }
    #expect(tag == ASN1.Tag(.universal, UInt32(number)))
    #expect(try written { $0.write(tag, content: []) } == Hex.encode(der(hex)))
  }

  @Test(arguments: ["1f 1e 00", "1f 00 00", "1f 80 1f 00", "1f 81 80 80 80 00 00"])
  func `a DER tag that is not minimal or is too large is rejected`(_ hex: String) throws {
    #expect(throws: ASN1Error.malformedTag(at: 0)) {
      try read(hex) { try $0.readElement(in: $1) }
    }
  }

  @Test func `a truncated DER tag is rejected`() throws {
    #expect(throws: ASN1Error.truncated(at: 1, needed: 1, available: 0)) {
      try read("bf") { try $0.readElement(in: $1) }
    }
    #expect(throws: ASN1Error.truncated(at: 2, needed: 1, available: 0)) {
      try read("bf 81") { try $0.readElement(in: $1) }
    }
  }

  @Test func `two high-number tags with the same first octet are different`() throws {
    let high = ASN1.Tag.context(31)
    let bytes = try der("9f 1f 00 9f 20 00")
    var reader = DERReader(bytes.span)
    let isNext = reader.isNext(high, in: bytes.span)
    #expect(isNext)
    let isOther = reader.isNext(.context(32), in: bytes.span)
    #expect(!isOther)
    _ = try reader.read(high, in: bytes.span)
    #expect(try reader.nextTag(in: bytes.span) == .context(32))
  }

  @Test func `the error for an unexpected DER value names the found and expected tags`() throws {
    let found = ASN1Error.unexpectedTag(at: 0, expected: .sequence, found: .octetString)
    #expect(throws: found) { try read("04 00") { try $0.readSequence(in: $1) } }
    #expect(throws: ASN1Error.missing(at: 0, expected: .sequence)) {
      try read("") { try $0.readSequence(in: $1) }
    }
    #expect(throws: ASN1Error.malformedTag(at: 0)) {
      try read("1f 00 00") { try $0.readSequence(in: $1) }
    }
  }

  @Test func `a primitive type in constructed form is rejected in DER`() throws {
    let constructed = ASN1.Tag(.universal, 4, isConstructed: true)
    #expect(throws: ASN1Error.unexpectedTag(at: 0, expected: .octetString, found: constructed)) {
      try read("24 03 04 01 00") { try $0.readOctetString(in: $1) }
    }
  }

  @Test func `trailing bytes after a DER value are rejected`() throws {
    #expect(throws: ASN1Error.trailingBytes(at: 2, count: 3)) {
      try read("05 00 01 02 03") { try $0.readNull(in: $1) }
    }
  }

  @Test func `a DER reader does not move if a read fails`() throws {
    let bytes = try der("04 05 00")
    var reader = DERReader(bytes.span)
    #expect(throws: ASN1Error.self) { try reader.readElement(in: bytes.span) }
    #expect(throws: ASN1Error.self) { try reader.readSequence(in: bytes.span) }
    #expect(reader.position == 0)
  }

  @Test func `DER values can be nested up to the depth limit and not deeper`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      var der: [UInt8] = []
      for _ in 0..<depth { der = [0x30, UInt8(der.count)] + der }
      return der
    }
    func depth(_ der: [UInt8]) throws -> Int {
      var reader = DERReader(der.span)
      var depth = 0
      while !reader.isAtEnd {
        reader = try reader.readSequence(in: der.span)
        depth += 1
      }
      return depth
    }
    #expect(try depth(nested(ASN1.depthLimit)) == ASN1.depthLimit)
    let error = ASN1Error.nestedTooDeep(at: 2 * ASN1.depthLimit, limit: ASN1.depthLimit)
    #expect(throws: error) { try depth(nested(ASN1.depthLimit + 1)) }
  }

  @Test func `a DER reader of a range reports offsets within the complete bytes`() throws {
    let bytes = try der("ff ff 02 01 07 ff")
    var reader = DERReader(2..<5)
    #expect(try reader.readInteger(in: bytes.span) == 7)
    try reader.finish()
    var short = DERReader(2..<4)
    #expect(throws: ASN1Error.truncated(at: 4, needed: 1, available: 0)) {
      try short.readInteger(in: bytes.span)
    }
  }
}
