import ApusASN1
import Testing

/// X.690 sections 8.6 and 11.2, which RFC 5280 section 4.1 requires.
@Suite struct ElementBitsTests {
  @Test func `the bit count of a BIT STRING excludes its unused bits`() throws {
    let bits = try read("03 03 04 aa b0") { try $0.readBitString(in: $1) }
    #expect(bits.bytes == 3..<5)
    #expect(bits.unusedBitCount == 4)
    #expect(bits.bitCount == 12)
    #expect(try read("03 01 00") { try $0.readBitString(in: $1) }.bitCount == 0)
  }

  @Test(arguments: [
    ("03 00", ASN1Error.wrongByteCount(at: 0, found: 0, allowed: 1...Int.max)),
    ("03 01 01", .wrongUnusedBitCount(at: 2, count: 1)),
    ("03 02 08 00", .wrongUnusedBitCount(at: 2, count: 8)),
    ("03 02 ff 00", .wrongUnusedBitCount(at: 2, count: 255)),
    ("03 02 01 01", .unusedBitsSet(at: 3)), ("03 02 07 c0", .unusedBitsSet(at: 3)),
    ("03 03 04 00 08", .unusedBitsSet(at: 4)),
  ])
  func `a malformed BIT STRING is rejected`(_ hex: String, _ error: ASN1Error) throws {
    #expect(throws: error) { try read(hex) { try $0.readBitString(in: $1) } }
  }

  @Test func `a key or a signature in a BIT STRING with unused bits is rejected`() throws {
    #expect(try read("03 03 00 01 02") { try $0.readWholeBitString(in: $1) } == 3..<5)
    #expect(throws: ASN1Error.wrongUnusedBitCount(at: 2, count: 1)) {
      try read("03 02 01 02") { try $0.readWholeBitString(in: $1) }
    }
  }

  @Test(
    arguments: [
      ("03 01 00", 0), ("03 02 07 80", 1), ("03 02 05 a0", 0b101), ("03 02 01 06", 0b110_0000),
      ("03 03 07 00 80", 0b1_0000_0000), ("03 02 00 01", 0b1000_0000),
      ("03 09 00 00 00 00 00 00 00 00 01", 1 << 63),
    ] as [(String, UInt64)])
  func `named bits are read and written unchanged`(_ hex: String, _ names: UInt64) throws {
    #expect(try read(hex) { try $0.readNamedBits(in: $1) } == names)
    #expect(try written { $0.writeNamedBits(names) } == Hex.encode(der(hex)))
  }

  @Test(arguments: ["03 02 00 80", "03 02 06 80", "03 02 07 00", "03 03 00 80 00"])
  func `named bits with a trailing zero are rejected in DER`(_ hex: String) throws {
    #expect(throws: ASN1Error.namedBitsNotMinimal(at: 0)) {
      try read(hex) { try $0.readNamedBits(in: $1) }
    }
  }

  @Test func `a tolerant reader accepts named bits with a trailing zero`() throws {
    let names = try read("03 02 00 a0") { try $0.readBitString(in: $1).names(in: $1) }
    #expect(names == 0b101)
  }

  @Test func `a list with more named bits than the limit is rejected`() throws {
    let hex = "03 0a 07" + String(repeating: "00", count: 8) + "80"
    #expect(throws: ASN1Error.tooManyNamedBits(at: 3, count: 65, limit: ASN1.namedBitLimit)) {
      try read(hex) { try $0.readNamedBits(in: $1) }
    }
  }

  @Test func `the unused bits of a BIT STRING are written as zeros`() {
    #expect(written { $0.writeBitString([0xff], unusedBitCount: 3) } == "030203f8")
    #expect(written { $0.writeBitString([]) } == "030100")
    #expect(written { $0.writeBitString { $0.writeInteger(5) } } == "030400020105")
  }
}
