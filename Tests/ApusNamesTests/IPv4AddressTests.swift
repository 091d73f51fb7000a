import ApusNames
import Testing

/// RFC 3986 section 3.2.2.
@Suite struct IPv4AddressTests {
  @Test(arguments: [
    ("0.0.0.0", 0), ("127.0.0.1", 0x7f00_0001), ("255.255.255.255", 0xffff_ffff),
    ("192.0.2.10", 0xc000_020a),
  ])
  func `four decimal numbers parse to an IPv4 address, which prints the same text`(
    text: String, value: UInt32
  ) throws {
    let address = try IPv4Address(text)
    #expect(address.value == value)
    #expect(address.description == text)
    let octets = address.octets
    let again = IPv4Address(octets: octets.span)
    #expect(again == address)
  }

  @Test(arguments: [
    ("", 0), ("1", 1), ("1.2.3", 5), ("1.2.3.", 6), ("1.2.3.4.", 7), ("1.2.3.4.5", 7),
    ("256.0.0.1", 0), ("1.2.3.256", 6), ("1.2.3.1000", 6), ("01.2.3.4", 0), ("1.2.3.00", 6),
    ("0x7f.0.0.1", 1), ("127.1", 5), ("2130706433", 0), (" 1.2.3.4", 0), ("1.2.3.4 ", 7),
    ("+1.2.3.4", 0), ("1..2.3", 2), ("1.2.3.4%eth0", 7), ("１.2.3.4", 0),
    ("1.2.3.99999999999999999999999999", 6),
  ])
  func `an invalid IPv4 address is rejected with the position of its first error`(
    text: String, at: Int
  ) {
    #expect(throws: NameError.malformedIPv4(at: at)) { try IPv4Address(text) }
  }

  @Test(arguments: [0, 3, 5, 16])
  func `an IPv4 address needs four octets, and any other number returns nil`(count: Int) {
    let octets = [UInt8](repeating: 1, count: count)
    let address = IPv4Address(octets: octets.span)
    #expect(address == nil)
  }
}
