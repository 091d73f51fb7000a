import ApusX509
import Testing

/// Numbers that issuers give. RFC 5280 section 4.1.2.2.
@Suite struct SerialNumberTests {
  @Test(
    arguments: [
      ([], "00"), ([0, 0], "00"), ([1], "01"), ([0, 0x7f], "7f"), ([0x80], "80"),
      ([0xff, 0], "ff00"),
    ] as [([UInt8], String)])
  func `a serial number is created from bytes, without leading zeros`(
    _ bytes: [UInt8], _ text: String
  ) {
    let number = X509.SerialNumber(bytes)
    #expect(number.description == text)
    #expect(number.magnitude.map { Hex.encode($0) } == text)
    #expect(number.isConforming == (text != "00"))
    #expect(!number.isNegative)
  }

  @Test(arguments: [("ff", "-01"), ("80", "-80"), ("8000", "-8000"), ("ff00", "-0100")])
  func `a negative serial number is read and recognized`(_ content: String, _ text: String) throws {
    let bytes = try bytes(of: content)
    let certificate = try Self.certificate(tlv(2, bytes))
    #expect(certificate?.serialNumber.description == text)
    #expect(certificate?.serialNumber.isNegative == true)
    #expect(certificate?.serialNumber.magnitude == nil)
    #expect(certificate?.serialNumber.isConforming == false)
  }

  @Test func `a serial number of more than twenty bytes is read and marked as too long`() throws {
    let most = X509.SerialNumber([0x7f] + [UInt8](repeating: 0, count: 19))
    #expect(most.isConforming)
    let more = try Self.certificate(tlv(2, [0] + [UInt8](repeating: 0xff, count: 20)))
    #expect(more?.serialNumber.isTooLong == true)
    #expect(more?.serialNumber.isConforming == false)
  }

  /// A certificate with another serial number.
  private static func certificate(_ integer: [UInt8]) throws -> X509.Certificate? {
    let der = try Sample.certificate().der
    let whole = try X509.Certificate(der)
    let number = whole.serialNumberRange
    let tbs = whole.signedRange
    let start = try #require(der[tbs].firstIndex(of: 0xa0))
    let head = Array(der[start..<number.lowerBound - 2])
    let content = head + integer + Array(der[number.upperBound..<tbs.upperBound])
    return try X509.Certificate(tlv(0x30, tlv(0x30, content) + Array(der[tbs.upperBound...])))
  }
}
