import ApusBytes
import ApusNames
import Testing

/// RFC 3986 section 3.2.2 and RFC 6874 section 2.
@Suite struct CanonicalHostTests {
  @Test(arguments: [
    ("Example.COM", "example.com"), ("example.com.", "example.com."), ("127.0.0.1", "127.0.0.1"),
    ("[::1]", "[::1]"), ("[2001:DB8:0::1]", "[2001:db8::1]"),
    ("[::FFFF:1.2.3.4]", "[::ffff:1.2.3.4]"),
  ])
  func `a host in URI form is parsed, and its canonical text parses to the same host`(
    text: String, canonical: String
  ) throws {
    let host = try CanonicalHost(text)
    #expect(host.description == canonical)
    #expect(try CanonicalHost(canonical) == host)
  }

  @Test func `10.0.0.1 is parsed as an IP address, and example.com as a host name`() throws {
    #expect(try !CanonicalHost("example.com").isIPAddress)
    #expect(try CanonicalHost("10.0.0.1") == .ipv4(IPv4Address(10, 0, 0, 1)))
    #expect(try CanonicalHost("10.0.0.1").isIPAddress)
    #expect(try CanonicalHost("[::1]") == .ipv6(IPv6Address(value: 1)))
    #expect(try CanonicalHost("[::1]").isIPAddress)
  }

  @Test(arguments: [
    "1.2.3.4.", "1.2.3", "127.1", "0177.0.0.1", "127.0.0.01", "0x7f.0.0.1", "0x7f000001", "1", "0",
    "2130706433", "1.2.3.4.5", "a.1", "1.2.3.256", "foo.0x1",
  ])
  func `a host whose last label is a number is rejected unless it is an IPv4 address`(text: String)
  {
    #expect {
      try CanonicalHost(text)
    } throws: { error in
      if case .malformedIPv4 = error as? NameError { true } else { false }
    }
  }

  @Test(arguments: [
    "", "[", "[]", "]", "[::1", "::1", "::1]", "[::1]]", "[[::1]]", "[::1]a", "a[::1]", "[::1].",
    "[1.2.3.4]", "[v1.fe]", "[example.com]", "[::1%", "[%]", "[%25eth0]", "a b", "a\\b", "a/b",
    "a@b",
    "a#b", "a?b", "a:b", "a%2Fb", "a%00b", "a\u{0}b", "a\tb", "a\r\nb", "a%b", "<a>", "a|b", "a^b",
    "a`b", "a{b}", "a\"b", "a'b", "a!b", "a$b", "a&b", "a(b)", "a*b", "a+b", "a,b", "a;b", "a=b",
    "a~b", "*.example.com", "a\u{7f}b",
  ])
  func `a host that other URL parsers could read as a different host is rejected`(text: String) {
    #expect(throws: NameError.self) { try CanonicalHost(text) }
  }

  @Test(arguments: [
    ("[fe80::1%25eth0]", "eth0"), ("[fe80::1%eth0]", "eth0"), ("[fe80::1%253]", "3"),
    ("[fe80::1%3]", "3"), ("[fe80::1%25br-lan.100]", "br-lan.100"),
    ("[fe80::1%25a%7Eb%2d]", "a~b-"),
    ("[fe80::1%25123456789012345]", "123456789012345"),
  ])
  func `an IPv6 zone in brackets is returned separately from the host`(text: String, zone: String)
    throws
  {
    let parsed = try CanonicalHost.parse(Array(text.utf8).span)
    #expect(try parsed.host == CanonicalHost("[fe80::1]"))
    #expect(parsed.host.description == "[fe80::1]")
    #expect(parsed.zone == zone)
    #expect(throws: NameError.unexpectedZone(at: 8)) { try CanonicalHost(text) }
  }

  @Test(arguments: [
    ("[fe80::1%]", 9), ("[fe80::1%25]", 11), ("[fe80::1%25%]", 11), ("[fe80::1%25a%2]", 12),
    ("[fe80::1%25%2F]", 11), ("[fe80::1%25%00]", 11), ("[fe80::1%eth0%]", 13),
    ("[fe80::1%a/b]", 10),
    ("[fe80::1%a b]", 10), ("[fe80::1%25a%25]", 12), ("[fe80::1%251234567890123456]", 26),
    ("[fe80::1%25é]", 11), ("[::%31]", 3), ("[fe80::1%31]", 8), ("[fe80::1%2D]", 8),
    ("[fe80::1%ab0]", 8),
  ])
  func `an IPv6 zone with an invalid interface name is rejected with its position`(
    text: String, at: Int
  ) {
    #expect(throws: NameError.malformedZone(at: at)) {
      try CanonicalHost.parse(Array(text.utf8).span)
    }
  }

  @Test func `outside of URIs an IPv6 address has no brackets and an unencoded zone`() throws {
    func parse(_ text: String) throws -> (host: CanonicalHost, zone: String?) {
      try CanonicalHost.parseAddress(Array(text.utf8).span)
    }
    #expect(try parse("10.0.0.1").host == CanonicalHost("10.0.0.1"))
    #expect(try parse("fe80::1%eth0").zone == "eth0")
    #expect(try parse("fe80::1%25").zone == "25")
    #expect(try parse("::1") == (CanonicalHost("[::1]"), nil))
    for text in ["", "[::1]", "example.com", "10.0.0.1%eth0", "::1%a%25b", "1:2", "::1%"] {
      #expect(throws: NameError.self) { try parse(text) }
    }
  }

  @Test func `damaged host text never crashes, and each parsed host parses to itself again`() {
    let samples = [
      "www.Example.com.", "192.168.100.254", "[2001:db8::8:800:200c:417a]",
      "[::ffff:192.0.2.128%25eth0]", "[fe80::1%25a%2Db]",
    ]
    for sample in samples {
      let bytes = Array(sample.utf8)
      for count in bytes.indices { expectStable(Array(bytes[..<count])) }
      for index in bytes.indices {
        for byte in UInt8.min...UInt8.max {
          var changed = bytes
          changed[index] = byte
          expectStable(changed)
        }
      }
    }
  }

  private func expectStable(_ bytes: [UInt8]) {
    guard let host = try? CanonicalHost.parse(bytes.span).host else { return }
    #expect((try? CanonicalHost(host.description)) == host)
  }
}
