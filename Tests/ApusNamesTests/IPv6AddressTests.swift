import ApusNames
import Testing

/// RFC 4291 section 2.2 and RFC 5952 section 4.
@Suite struct IPv6AddressTests {
  @Test(arguments: [
    ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("0:0:0:0:0:0:0:0", "::"),
    ("2001:0DB8:0:0:8:0800:200C:417A", "2001:db8::8:800:200c:417a"),
    ("2001:db8::1", "2001:db8::1"), ("FF01:0:0:0:0:0:0:101", "ff01::101"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
    ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
    ("1:0:0:2:3:4:0:0", "1::2:3:4:0:0"), ("0:0:1:2:3:4:0:0", "::1:2:3:4:0:0"),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("::FFFF:c000:201", "::ffff:192.0.2.1"),
    ("::192.0.2.1", "::c000:201"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
    ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("::1:2:3:4:5:1.2.3.4", "0:1:2:3:4:5:102:304"),
    ("fe80::1ff:fe23:4567:890a", "fe80::1ff:fe23:4567:890a"),
  ])
  func `every spelling of an IPv6 address has the same canonical text`(
    text: String, canonical: String
  ) throws {
    let address = try IPv6Address(text)
    #expect(address.description == canonical)
    #expect(try IPv6Address(canonical) == address)
    let octets = address.octets
    let again = IPv6Address(octets: octets.span)
    #expect(again == address)
  }

  @Test(arguments: [
    "", ":", ":::", "1", "1:", ":1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "1:2:3:4:5:6:7:8:",
    "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "1::2::3",
    "1:::2", "::1:", ":1::", "12345::", "::g", "::-1", "::+1", ":: 1", "::1 ", "0x1::",
    "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4::", "1.2.3.4", "::1.2.3.4:5", "::1.2.3.4.5", "[::1]",
    "::1%eth0", "::1/64", "::\u{0}", "::١",
  ])
  func `text that violates the IPv6 address grammar is rejected`(text: String) {
    #expect(throws: NameError.self) { try IPv6Address(text) }
  }

  @Test(arguments: [("1:2:x", 4), ("1::2::3", 5), ("::12345", 2), ("1:2", 3), ("::1%eth0", 3)])
  func `the error for an invalid IPv6 address contains the position of the fault`(
    text: String, at: Int
  ) {
    #expect(throws: NameError.malformedIPv6(at: at)) { try IPv6Address(text) }
  }

  @Test(arguments: ["::1.2.3.256", "::01.2.3.4", "::1.2.3"])
  func `an embedded IPv4 address follows the same strict grammar as an IPv4 address`(text: String) {
    #expect {
      try IPv6Address(text)
    } throws: { error in
      if case .malformedIPv4 = error as? NameError { true } else { false }
    }
  }

  @Test func `only ::ffff:0:0/96 addresses return an embedded IPv4 address`() throws {
    let address = IPv4Address(192, 0, 2, 1)
    #expect(IPv6Address(mapping: address).mappedIPv4 == address)
    #expect(try IPv6Address("::ffff:192.0.2.1") == IPv6Address(mapping: address))
    #expect(try IPv6Address("::192.0.2.1").mappedIPv4 == nil)
    #expect(try IPv6Address("1::ffff:192.0.2.1").mappedIPv4 == nil)
  }

  @Test func `the octets of an IPv6 address are in network byte order`() throws {
    let octets = try IPv6Address("1:203:405:607:809:a0b:c0d:e0f").octets
    #expect(octets == [0, 1] + (2...15))
  }

  @Test(arguments: [0, 4, 15, 17])
  func `an IPv6 address needs sixteen octets, and any other number returns nil`(count: Int) {
    let octets = [UInt8](repeating: 1, count: count)
    let address = IPv6Address(octets: octets.span)
    #expect(address == nil)
  }
}
