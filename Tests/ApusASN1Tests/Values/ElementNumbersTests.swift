import ApusASN1
import Testing

/// X.690 sections 8.2, 8.3, 8.8 and 11.1, which RFC 5280 section 4.1 requires.
@Suite struct ElementNumbersTests {
  @Test(arguments: [
    ("02 01 00", 0), ("02 01 7f", 127), ("02 02 00 80", 128), ("02 02 01 00", 256),
    ("02 01 80", -128), ("02 02 ff 7f", -129), ("02 01 ff", -1),
    ("02 08 7f ff ff ff ff ff ff ff", Int.max), ("02 08 80 00 00 00 00 00 00 00", Int.min),
  ])
  func `an INTEGER is read and written unchanged`(_ hex: String, _ value: Int) throws {
    #expect(try read(hex) { try $0.readInteger(in: $1) } == value)
    #expect(try written { $0.writeInteger(value) } == Hex.encode(der(hex)))
  }

  @Test(arguments: ["02 02 00 00", "02 02 00 7f", "02 02 ff 80", "02 02 ff ff", "02 03 00 00 80"])
  func `an INTEGER that is not in its shortest form is rejected`(_ hex: String) throws {
    #expect(throws: ASN1Error.integerNotMinimal(at: 0)) {
      try read(hex) { try $0.readInteger(in: $1) }
    }
    #expect(throws: ASN1Error.integerNotMinimal(at: 0)) {
      try read(hex) { try $0.readWideInteger(in: $1) }
    }
  }

  @Test func `an INTEGER with empty content is rejected`() throws {
    #expect(throws: ASN1Error.wrongByteCount(at: 0, found: 0, allowed: 1...Int.max)) {
      try read("02 00") { try $0.readInteger(in: $1) }
    }
  }

  @Test func `an INTEGER of nine bytes is read only as an INTEGER of any size`() throws {
    let hex = "02 09 00 ff ff ff ff ff ff ff ff"
    #expect(throws: ASN1Error.integerTooLarge(at: 0, byteCount: 9, limit: 8)) {
      try read(hex) { try $0.readInteger(in: $1) }
    }
    let integer = try read(hex) { try $0.readWideInteger(in: $1) }
    #expect(integer.bytes == 2..<11)
    #expect(integer.magnitude == 3..<11)
    #expect(!integer.isNegative)
  }

  @Test func `the magnitude of an INTEGER omits the leading zero byte`() throws {
    #expect(try read("02 01 00") { try $0.readMagnitude(in: $1) } == 2..<3)
    #expect(try read("02 01 7f") { try $0.readMagnitude(in: $1) } == 2..<3)
    #expect(try read("02 02 00 80") { try $0.readMagnitude(in: $1) } == 3..<4)
    #expect(throws: ASN1Error.integerNegative(at: 0)) {
      try read("02 01 80") { try $0.readMagnitude(in: $1) }
    }
    #expect(try read("02 01 80") { try $0.readWideInteger(in: $1) }.magnitude == nil)
  }

  @Test(
    arguments: [
      ([], "020100"), ([0], "020100"), ([0, 0, 5], "020105"), ([0x80], "02020080"),
      ([0, 0xff, 1], "020300ff01"),
    ] as [([UInt8], String)])
  func `a magnitude is written as an INTEGER in its shortest form`(_ bytes: [UInt8], _ hex: String)
  {
    #expect(written { $0.writeInteger(magnitude: bytes) } == hex)
  }

  @Test func `a BOOLEAN other than 0x00 or 0xff is rejected`() throws {
    #expect(try read("01 01 ff") { try $0.readBoolean(in: $1) })
    #expect(try !read("01 01 00") { try $0.readBoolean(in: $1) })
    #expect(written { $0.writeBoolean(true) } == "0101ff")
    #expect(written { $0.writeBoolean(false) } == "010100")
    for byte in UInt8(1)..<255 {
      #expect(throws: ASN1Error.booleanNotCanonical(at: 2, byte: byte)) {
        try read("01 01 \(Hex.encode(byte))") { try $0.readBoolean(in: $1) }
      }
    }
  }

  @Test(arguments: [("01 00", 0), ("01 02 ff ff", 2)])
  func `a BOOLEAN without exactly one byte is rejected`(_ hex: String, _ count: Int) throws {
    let error = #expect(throws: ASN1Error.self) { try read(hex) { try $0.readBoolean(in: $1) } }
    let words = "the byte count of the value's content is \(count), but must be 1"
    #expect(error?.description.hasSuffix(words) == true)
  }

  @Test func `a NULL with content is rejected`() throws {
    #expect(throws: Never.self) { try read("05 00") { try $0.readNull(in: $1) } }
    #expect(throws: ASN1Error.wrongByteCount(at: 0, found: 1, allowed: 0...0)) {
      try read("05 01 00") { try $0.readNull(in: $1) }
    }
    #expect(written { $0.writeNull() } == "0500")
  }

  @Test func `an ENUMERATED value is read and written with its own tag`() throws {
    #expect(try read("0a 01 06") { try $0.readEnumerated(in: $1) } == 6)
    #expect(written { $0.writeEnumerated(6) } == "0a0106")
  }

  @Test func `a default value is not written in DER`() {
    #expect(written { $0.writeBoolean(false, default: false) } == "")
    #expect(written { $0.writeBoolean(true, default: false) } == "0101ff")
    #expect(written { $0.writeInteger(20, default: 20) } == "")
    #expect(written { $0.writeInteger(32, default: 20) } == "020120")
  }
}
