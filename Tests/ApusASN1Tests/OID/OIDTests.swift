import ApusASN1
import Testing

/// X.690 section 8.19, which RFC 5280 section 4.1 requires.
@Suite struct OIDTests {
  @Test(arguments: [
    ("0.0", "00"), ("0.0.1", "0001"), ("0.39", "27"), ("1.0", "28"), ("1.39.3", "4f03"),
    ("2.0", "50"), ("2.5.4.3", "550403"), ("2.39", "77"), ("2.40", "78"), ("2.47", "7f"),
    ("2.48", "8100"), ("2.999.3", "883703"), ("2.5.29.32.0", "551d2000"),
    ("1.2.840.113549.1.1.11", "2a864886f70d01010b"), ("1.2.127", "2a7f"), ("1.2.128", "2a8100"),
    ("1.2.16383", "2aff7f"), ("1.2.16384", "2a818000"),
    ("1.2.18446744073709551615", "2a81ffffffffffffffff7f"),
    ("2.25.340282366920938463463374607431768211455", "6983ffffffffffffffffffffffffffffffffff7f"),
    (
      "1.3.6.1.4.1.311.21.8.7587021.751874.11030412.6202749.3702260.207.10573305.7968741",
      "2b060104018237150883cf894dadf202"
        + "85a19f0c82faca7d81e1fb74814f8585ab7983e6af65"
    ),
  ])
  func `the dotted form and the DER of an object identifier are converted both ways`(
    _ dotted: String, _ hex: String
  )
    throws
  {
    let content = try der(hex)
    let oid = try #require(OID(dotted))
    #expect(oid.description == dotted)
    #expect(Hex.encode(oid.bytes) == hex)
    let bytes = [0xff] + content
    let readBack = try OID(1..<bytes.count, in: bytes.span)
    #expect(readBack == oid)
    #expect(readBack.hashValue == oid.hashValue)
    func matches(_ range: Range<Int>) -> Bool { oid.matches(range, in: bytes.span) }
    #expect(matches(1..<bytes.count))
    #expect(!matches(0..<bytes.count))
    #expect(!matches(1..<bytes.count - 1))
    #expect(!matches(1..<1))
  }

  @Test(arguments: [
    "", ".", "1", "2.", ".2", "1..2", "3.1", "0.40", "1.40", "1.02", "01.2", "+1.2", "1.-2",
    "1.2.a", "1.2 ", "1.2.\u{661}", "1.2.340282366920938463463374607431768211456",
    "2.340282366920938463463374607431768211455",
  ])
  func `text that is not an object identifier is rejected`(_ text: String) {
    #expect(OID(text) == nil)
  }

  @Test(arguments: [
    ("", ASN1Error.wrongByteCount(at: 0, found: 0, allowed: 1...Int.max)),
    ("80", .arcNotMinimal(at: 0)), ("8001", .arcNotMinimal(at: 0)),
    ("2a8001", .arcNotMinimal(at: 1)), ("2a808001", .arcNotMinimal(at: 1)),
    ("2a86", .arcTruncated(at: 1)), ("ff", .arcTruncated(at: 0)),
    ("6984ffffffffffffffffffffffffffffffffff7f", .arcTooLarge(at: 1)),
    ("698180808080808080808080808080808080808000", .arcTooLarge(at: 1)),
    ("0001000100010001000100010001000100018001", .arcNotMinimal(at: 18)),
  ])
  func `malformed DER of an object identifier is rejected at its first fault`(
    _ hex: String, _ error: ASN1Error
  ) throws {
    let content = try der(hex)
    #expect(throws: error) { try OID(content.indices, in: content.span) }
  }

  @Test func `object identifiers of fourteen to nineteen bytes are read and written`() throws {
    for count in 14...19 {
      let content = [UInt8](repeating: 0x2a, count: count)
      let oid = try OID(content.indices, in: content.span)
      #expect(oid.bytes == content)
      #expect(oid == OID(oid.description))
      #expect(oid.arcs == [1, 2] + [UInt128](repeating: 42, count: count - 1))
      #expect(
        written { $0.writeOID(oid) } == "06" + Hex.encode(UInt8(count)) + Hex.encode(content))
    }
  }

  @Test func `an object identifier is read with its universal or an implicit tag`() throws {
    #expect(try read("06 03 55 04 03") { try $0.readOID(in: $1) } == .commonName)
    #expect(
      try read("88 03 55 04 03") { try $0.readOID(tagged: .context(8), in: $1) } == .commonName)
  }
}
