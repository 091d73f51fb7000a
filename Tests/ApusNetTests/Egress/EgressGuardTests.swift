import ApusNet
import Testing

@Suite struct EgressGuardTests {
  private func address(_ text: String) throws -> SocketAddress {
    switch try CanonicalHost.parseAddress(Array(text.utf8).span).host {
    case .ipv4(let address): .ipv4(address, port: 80)
    case .ipv6(let address): .ipv6(address, port: 80)
    case .name: .unix(path: text)
    }
  }

  private func allows(_ guardian: EgressGuard, _ text: String) throws -> Bool {
    let address = try address(text)
    do throws(EgressGuard.Refusal) {
      try guardian.check(address)
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
    "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
    "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1", "2001:4860:4860::8888",
    "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
  ])
  func `publicOnly allows addresses of the public internet`(text: String) throws {
    #expect(try allows(.publicOnly, text))
  }

  @Test(arguments: [
    "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
    "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0",
    "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.0", "192.168.255.255",
    "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
    "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "::ffff:169.254.169.254", "::ffff:0.0.0.0", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2001:10::1", "2002:7f00:1::1",
    "2002:808:808::1", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1",
    "ff02::1", "4000::1",
  ])
  func `publicOnly rejects private, loopback and all other special addresses`(text: String) throws {
    #expect(try !allows(.publicOnly, text))
    #expect(try allows(.none, text))
  }

  @Test func `publicOnly rejects a Unix socket path`() throws {
    #expect(throws: EgressGuard.Refusal.notPublic(.unix(path: "/run/socket"))) {
      try EgressGuard.publicOnly.check(.unix(path: "/run/socket"))
    }
    try EgressGuard.none.check(.unix(path: "/run/socket"))
  }

  @Test func `an allowed address block permits an address that the fallback rejects`() throws {
    let allowed = try [#require(AddressBlock("10.1.0.0/16"))]
    for fallback in [EgressGuard.Default.publicAddresses, .nowhere] {
      let guardian = EgressGuard(fallback, allowed: allowed)
      #expect(try allows(guardian, "10.1.2.3"))
      #expect(try !allows(guardian, "10.2.0.0"))
      #expect(try allows(guardian, "8.8.8.8") == (fallback == .publicAddresses))
    }
    #expect(throws: EgressGuard.Refusal.notAllowed(try address("8.8.8.8"))) {
      try EgressGuard(.nowhere, allowed: allowed).check(try address("8.8.8.8"))
    }
  }

  @Test func `a denied block rejects its addresses, also if they are embedded in IPv6`() throws {
    let block = try #require(AddressBlock("8.8.8.0/24"))
    let guardian = EgressGuard(.anywhere, allowed: [block], denied: [block])
    for text in [
      "8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "::8.8.8.8",
      // The server of Teredo, and its client with every bit inverted.
      "2001:0:808:808::", "2001:0:101:101::f7f7:f7f7",
    ] {
      let address = try address(text)
      #expect(throws: EgressGuard.Refusal.deniedAddress(address, by: block), "\(text)") {
        try guardian.check(address)
      }
    }
    #expect(try allows(guardian, "8.8.9.8"))
    #expect(try allows(guardian, "::ffff:8.8.9.8"))
  }

  @Test(arguments: [
    "0.0.0.0", "0.0.0.1", "0.255.255.255", "::", "::ffff:0.0.0.0", "::ffff:0.1.2.3",
    "64:ff9b::0.0.0.0",
  ])
  func `if 127.0.0.0/8 is denied, its aliases such as 0.0.0.0 are denied too`(text: String) throws {
    let address = try address(text)
    let block = try #require(AddressBlock("127.0.0.0/8"))
    #expect(throws: EgressGuard.Refusal.deniedAddress(address, by: block)) {
      try EgressGuard(.anywhere, denied: [block]).check(address)
    }
    let other = try #require(AddressBlock("10.0.0.0/8"))
    #expect(try allows(EgressGuard(.anywhere, denied: [other]), text))
  }

  @Test func `denying 127.0.0.1 does not deny ::1, and denying ::1 does not deny 127.0.0.1`() throws
  {
    let ipv4 = try EgressGuard(.anywhere, denied: [#require(AddressBlock("127.0.0.0/8"))])
    let ipv6 = try EgressGuard(.anywhere, denied: [#require(AddressBlock("::1/128"))])
    #expect(try !allows(ipv4, "127.0.0.1"))
    #expect(try allows(ipv4, "::1"))
    #expect(try allows(ipv6, "127.0.0.1"))
    #expect(try !allows(ipv6, "::1"))
    #expect(try !allows(ipv6, "::"))
    #expect(try allows(ipv4, "1.0.0.0"))
  }

  @Test func `allowing 127.0.0.1 does not allow its alias 0.0.0.0`() throws {
    let guardian = try EgressGuard(
      .nowhere, allowed: [#require(AddressBlock("127.0.0.0/8")), #require(AddressBlock("::1"))])
    for text in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
      // The containing address is checked too.
      #expect(try allows(guardian, text) == (text != "::ffff:127.0.0.1"), "\(text)")
    }
    for text in ["0.0.0.0", "::"] { #expect(try !allows(guardian, text), "\(text)") }
  }

  /// RFC 8215 section 4, and the forms of RFC 6052 section 2.2.
  @Test(arguments: [
    "64:ff9b:1::10.1.2.3", "64:ff9b:1:0:0:7:10.1.2.3", "64:ff9b:1:a01:2:300::",
    "64:ff9b:1:a:1:203::", "64:ff9b:1:0:a:102:300::", "64:ff9b:1:a01:2:300:dead:beef",
  ])
  func `a denied IPv4 address is rejected inside any NAT64 prefix in 64:ff9b:1::/48`(text: String)
    throws
  {
    let block = try #require(AddressBlock("10.1.2.0/24"))
    let address = try address(text)
    #expect(throws: EgressGuard.Refusal.deniedAddress(address, by: block)) {
      try EgressGuard(.anywhere, denied: [block]).check(address)
    }
    #expect(try !allows(.publicOnly, text))
  }

  @Test func `an IPv6 address without a denied embedded IPv4 address is allowed`() throws {
    let denied = ["0.0.0.0/8", "10.0.0.0/8", "127.0.0.0/8"].compactMap { AddressBlock($0) }
    let guardian = EgressGuard(.anywhere, denied: denied)
    for text in ["64:ff9b:1::8.8.8.8", "64:ff9b:1:808:8:800::", "64:ff9b:2:a01:2:300::"] {
      #expect(try allows(guardian, text), "\(text)")
    }
  }

  @Test func `a denied host also denies its subdomains`() throws {
    let guardian = EgressGuard(
      .anywhere, deniedHosts: [try CanonicalHost("internal.example"), try CanonicalHost("[::1]")])
    for (text, isDenied) in [
      ("internal.example", true), ("a.internal.example", true), ("INTERNAL.example.", true),
      ("xinternal.example", false), ("example", false), ("[::1]", true), ("[::2]", false),
    ] {
      let host = try CanonicalHost(text)
      var refusal: EgressGuard.Refusal?
      do throws(EgressGuard.Refusal) { try guardian.check(host) } catch { refusal = error }
      #expect((refusal == .deniedHost(host)) == isDenied, "\(text)")
    }
  }

  @Test func `allowedHosts rejects all other hosts, and addresses are still checked`() throws {
    let block = try #require(AddressBlock("8.8.8.8"))
    let guardian = EgressGuard(
      .anywhere, denied: [block], deniedHosts: [try CanonicalHost("no.example")],
      allowedHosts: [try CanonicalHost("example"), try CanonicalHost("8.8.4.4")])
    for (text, isAllowed) in [
      ("example", true), ("a.example", true), ("no.example", false), ("a.test", false),
      ("8.8.4.4", true), ("8.8.8.8", false),
    ] {
      let host = try CanonicalHost(text)
      var refusal: EgressGuard.Refusal?
      do throws(EgressGuard.Refusal) { try guardian.check(host) } catch { refusal = error }
      #expect((refusal == nil) == isAllowed, "\(text)")
    }
    let other = try CanonicalHost("a.test")
    #expect(throws: EgressGuard.Refusal.hostNotAllowed(other)) { try guardian.check(other) }
    #expect(try !allows(guardian, "8.8.8.8"))
    #expect(throws: EgressGuard.Refusal.hostNotAllowed(other)) {
      try EgressGuard(.anywhere, allowedHosts: []).check(other)
    }
  }

  @Test func `an egress error contains the rejected address or host and the rule`() throws {
    let address = try address("127.0.0.1")
    #expect(
      EgressGuard.Refusal.notPublic(address).description
        == "the address 127.0.0.1:80 is not a public internet address, and the egress guard "
        + "allows only public addresses"
    )
    let block = try #require(AddressBlock("127.0.0.0/8"))
    #expect(
      EgressGuard.Refusal.deniedAddress(address, by: block).description
        == "the egress guard denies the address 127.0.0.1:80, which is in the denied block "
        + "127.0.0.0/8")
  }
}
