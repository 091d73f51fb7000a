import ApusASN1
import Testing

/// RFC 5280 section 4.1.2.5.
@Suite struct TimeTests {
  @Test(
    arguments: [
      ("500101000000Z", -631_152_000), ("691231235959Z", -1), ("700101000000Z", 0),
      ("991231235959Z", 946_684_799), ("000101000000Z", 946_684_800),
      ("000229120000Z", 951_825_600), ("491231235959Z", 2_524_607_999),
    ] as [(String, Int64)])
  func `UTCTime covers the years 1950 to 2049`(_ text: String, _ seconds: Int64) throws {
    let hex = "170d" + Hex.encode(Array(text.utf8))
    #expect(try read(hex) { try $0.readUTCTime(in: $1) } == seconds)
    let time = try read(hex) { try $0.readTime(in: $1) }
    #expect(time == ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: false))
    #expect(time == ASN1.Time(secondsSinceEpoch: seconds))
    #expect(try written { try $0.writeTime(time) } == hex)
  }

  @Test(
    arguments: [
      ("00000101000000Z", -62_167_219_200), ("19491231235959Z", -631_152_001),
      ("20000101000000Z", 946_684_800), ("20500101000000Z", 2_524_608_000),
      ("99991231235959Z", 253_402_300_799),
    ] as [(String, Int64)])
  func `GeneralizedTime covers the years 0 to 9999`(_ text: String, _ seconds: Int64) throws {
    let hex = "180f" + Hex.encode(Array(text.utf8))
    #expect(try read(hex) { try $0.readGeneralizedTime(in: $1) } == seconds)
    let time = try read(hex) { try $0.readTime(in: $1) }
    #expect(time == ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: true))
    #expect(try written { try $0.writeTime(time) } == hex)
  }

  @Test(arguments: [
    "", "Z", "2501010000Z", "250101000000", "250101000000+0000", "250101000000z",
    "250101000000Z0", "250101000000.0Z", "251301000000Z", "250001000000Z", "250100000000Z",
    "250132000000Z", "250229000000Z", "250431000000Z", "250101240000Z", "250101006000Z",
    "250101000060Z", "2 0101000000Z", "+50101000000Z", "25010100000aZ", "20250101000000Z",
  ])
  func `a UTCTime in another form than the form of DER is rejected`(_ text: String) throws {
    let hex = "17" + Hex.encode(UInt8(text.utf8.count)) + Hex.encode(Array(text.utf8))
    #expect(throws: ASN1Error.malformedTime(at: 2, .utcTime)) {
      try read(hex) { try $0.readTime(in: $1) }
    }
  }

  @Test(arguments: [
    "", "20250101000000", "202501010000Z", "2025010100Z", "20250101000000.5Z",
    "20250101000000,5Z", "20250101000000+0100", "20250229000000Z", "20251301000000Z",
    "20250101250000Z", "20250101000060Z", "250101000000Z", "-0250101000000Z",
  ])
  func `a GeneralizedTime in another form than the form of DER is rejected`(_ text: String) throws {
    let hex = "18" + Hex.encode(UInt8(text.utf8.count)) + Hex.encode(Array(text.utf8))
    #expect(throws: ASN1Error.malformedTime(at: 2, .generalizedTime)) {
      try read(hex) { try $0.readTime(in: $1) }
    }
  }

  @Test func `a certificate time is UTCTime from 1950 to 2049 and otherwise GeneralizedTime`() {
    #expect(ASN1.Time(secondsSinceEpoch: -631_152_001).isGeneralized)
    #expect(!ASN1.Time(secondsSinceEpoch: -631_152_000).isGeneralized)
    #expect(!ASN1.Time(secondsSinceEpoch: 2_524_607_999).isGeneralized)
    #expect(ASN1.Time(secondsSinceEpoch: 2_524_608_000).isGeneralized)
  }

  @Test func `a time outside the range of its ASN.1 type is not written`() {
    let late = ASN1.Time(secondsSinceEpoch: 2_524_608_000, isGeneralized: false)
    #expect(throws: ASN1Error.timeOutOfRange(2_524_608_000, .utcTime)) {
      try written { try $0.writeTime(late) }
    }
    let never = ASN1.Time(secondsSinceEpoch: 253_402_300_800)
    #expect(throws: ASN1Error.timeOutOfRange(253_402_300_800, .generalizedTime)) {
      try written { try $0.writeTime(never) }
    }
  }

  @Test func `reading another ASN.1 type as a time is rejected`() throws {
    #expect(throws: ASN1Error.unexpectedTag(at: 0, expected: .utcTime, found: .null)) {
      try read("05 00") { try $0.readTime(in: $1) }
    }
  }
}
