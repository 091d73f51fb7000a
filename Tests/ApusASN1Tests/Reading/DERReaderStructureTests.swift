import ApusASN1
import Testing

/// X.690 sections 8.14, 11.5 and 11.6, which RFC 5280 section 4.1 requires.
@Suite struct DERReaderStructureTests {
  @Test func `a DER sequence that does not fill its range is rejected`() throws {
    let bytes = try der("ff 30 03 02 01 05 ff")
    var reader = try DERReader(sequenceFilling: 1..<6, in: bytes.span)
    #expect(try reader.readInteger(in: bytes.span) == 5)
    #expect(throws: ASN1Error.trailingBytes(at: 6, count: 1)) {
      try DERReader(sequenceFilling: 1..<7, in: bytes.span)
    }
    #expect(throws: ASN1Error.truncated(at: 3, needed: 3, available: 2)) {
      try DERReader(sequenceFilling: 1..<5, in: bytes.span)
    }
    #expect(throws: ASN1Error.unexpectedTag(at: 3, expected: .sequence, found: .integer)) {
      try DERReader(sequenceFilling: 3..<6, in: bytes.span)
    }
  }

  @Test func `an explicit DER tag with no value or with two values is rejected`() throws {
    let version = try read("a0 03 02 01 02") { reader, bytes in
      var inner = try reader.readExplicit(0, in: bytes)
      let version = try inner.readInteger(in: bytes)
      try inner.finish()
      return version
    }
    #expect(version == 2)
  }

  @Test func `a value with an implicit DER tag is read without its universal tag`() throws {
    #expect(try read("81 01 ff") { try $0.readBoolean(tagged: .context(1), in: $1) })
    #expect(try read("80 02 01 00") { try $0.readInteger(tagged: .context(0), in: $1) } == 256)
    let text = try read("82 02 61 62") { reader, bytes in
      try reader.readText(.ia5, tagged: .context(2), in: bytes).string(in: bytes)
    }
    #expect(text == "ab")
    let isEmpty = try read("a3 00") { reader, bytes in
      try reader.readSequence(tagged: .context(3, isConstructed: true), in: bytes).isAtEnd
    }
    #expect(isEmpty)
  }

  @Test func `reading an absent optional DER value returns nil`() throws {
    let (absent, present) = try read("a1 03 02 01 05 04 00") { reader, bytes in
      let absent = try reader.readOptionalExplicit(0, in: bytes)
      var inner = try reader.readOptionalExplicit(1, in: bytes)
      #expect(try reader.readOptional(.integer, in: bytes) == nil)
      #expect(try reader.readOptional(.octetString, in: bytes)?.byteCount == 0)
      return (absent, try inner?.readInteger(in: bytes))
    }
    #expect(absent == nil)
    #expect(present == 5)
  }

  @Test func `an encoded default value is rejected in DER`() throws {
    #expect(try !read("") { try $0.readBoolean(default: false, in: $1) })
    #expect(try read("01 01 ff") { try $0.readBoolean(default: false, in: $1) })
    #expect(throws: ASN1Error.encodedDefault(at: 0)) {
      try read("01 01 00") { try $0.readBoolean(default: false, in: $1) }
    }
    #expect(try read("") { try $0.readInteger(default: 20, in: $1) } == 20)
    #expect(try read("02 01 15") { try $0.readInteger(default: 20, in: $1) } == 21)
    #expect(throws: ASN1Error.encodedDefault(at: 0)) {
      try read("02 01 14") { try $0.readInteger(default: 20, in: $1) }
    }
  }

  @Test(arguments: [
    ("31 00", true), ("31 03 02 01 05", true), ("31 06 02 01 05 02 01 05", true),
    ("31 06 02 01 05 02 01 06", true), ("31 06 02 01 06 02 01 05", false),
    ("31 07 02 01 06 02 02 01 00", true), ("31 07 02 02 01 00 02 01 06", false),
    ("31 06 04 01 00 02 01 00", false),
  ])
  func `a sorted DER set that is not in ascending byte order is rejected`(
    _ hex: String, _ isSorted: Bool
  )
    throws
  {
    #expect(throws: Never.self) { try read(hex) { try $0.readSet(in: $1) } }
    if isSorted {
      #expect(throws: Never.self) { try read(hex) { try $0.readSortedSet(in: $1) } }
    } else {
      let error = #expect(throws: ASN1Error.self) {
        try read(hex) { try $0.readSortedSet(in: $1) }
      }
      guard case .setNotSorted = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
}
