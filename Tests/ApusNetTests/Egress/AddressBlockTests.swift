import ApusNet
import Testing

/// RFC 4632 section 3.1 and RFC 4291 section 2.3.
@Suite struct AddressBlockTests {
  @Test(arguments: [
    "10.0.0.0/8", "0.0.0.0/0", "192.0.2.7/32", "128.0.0.0/1", "::/0", "2001:db8::/32", "::1/128",
    "fe80::/10",
  ])
  func `the text of an address block parses to a block with the same text`(text: String)
    throws
  {
    #expect(try #require(AddressBlock(text)).description == text)
  }

  @Test func `an IP address without a prefix length is a block of one address`() {
    #expect(AddressBlock("192.0.2.7") == AddressBlock("192.0.2.7/32"))
    #expect(AddressBlock("::1") == AddressBlock("::1/128"))
  }

  @Test(arguments: [
    "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/08", "10.0.0.0/+8",
    "10.0.0.0/8/8", "10.0.0.0/-1", "10.0.0.0/8 ", "10.0.0/8", "10.0.0.1/8", "::1/64", "[::]/0",
    "fe80::%1/64", "example.com/8", "10.0.0.0/1000", "128.0.0.0/0",
  ])
  func `an address block with an invalid prefix or nonzero host bits is rejected`(text: String) {
    #expect(AddressBlock(text) == nil)
  }

  @Test func `a block contains its first and last address, but not the next addresses`() throws {
    let block = try #require(AddressBlock("172.16.0.0/12"))
    #expect(block.contains(IPv4Address(172, 16, 0, 0)))
    #expect(block.contains(IPv4Address(172, 31, 255, 255)))
    #expect(!block.contains(IPv4Address(172, 15, 255, 255)))
    #expect(!block.contains(IPv4Address(172, 32, 0, 0)))
    #expect(!block.contains(IPv6Address(value: UInt128(IPv4Address(172, 16, 0, 0).value))))
    let all = try #require(AddressBlock("::/0"))
    #expect(all.contains(IPv6Address(value: .max)))
    #expect(!all.contains(IPv4Address(1, 1, 1, 1)))
  }

  @Test func `a block made from an address ignores the address bits after the prefix`() {
    #expect(
      AddressBlock(IPv4Address(10, 1, 2, 3), prefixLength: 8) == AddressBlock("10.0.0.0/8"))
    #expect(AddressBlock(IPv4Address(10, 1, 2, 3), prefixLength: 33) == nil)
    #expect(AddressBlock(IPv6Address(value: .max), prefixLength: -1) == nil)
    #expect(AddressBlock(IPv6Address(value: .max), prefixLength: 0) == AddressBlock("::/0"))
  }
}
