import ApusNet
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct NamesTests {
  private static let one = HostAddress.ipv4(IPv4Address(192, 0, 2, 1))
  private static let two = HostAddress.ipv4(IPv4Address(192, 0, 2, 2))

  @Test func `resolving a literal IP address needs no look-up`() async throws {
    try await EventLoop.lend { loop in
      let listed = ListedResolver([:])
      let names = Names(listed, on: loop)
      let ipv4 = try await names.addresses(of: CanonicalHost("192.0.2.1"), until: .never)
      #expect(ipv4 == [Self.one])
      let ipv6 = try await names.addresses(of: CanonicalHost("[fe80::1]"), zone: 3, until: .never)
      #expect(ipv6 == [.ipv6(IPv6Address(value: 0xfe80 << 112 | 1), zone: 3)])
      #expect(listed.asked.value == 0)
    }
  }

  @Test func `expired addresses are returned while they are refreshed`() async throws {
    try await EventLoop.lend { loop in
      let listed = ListedResolver(["a.example": [Self.one]], isHeld: true)
      var configuration = Names.Configuration()
      configuration.lifetime = .zero
      let names = Names(listed, configuration: configuration, on: loop)
      let host = try CanonicalHost("a.example")
      async let first = names.addresses(of: host, until: .never)
      while loop.census.waiting == 0 { await Pause.brief() }
      listed.answer()
      #expect(try await first == [Self.one])
      // The server is silent now: it gets one request, and no call waits for it.
      for _ in 0..<3 {
        let known = try await names.addresses(of: host, until: .never)
        #expect(known == [Self.one])
      }
      #expect(listed.asked.value == 2)
      listed.list.change { $0 = ["a.example": [Self.two]] }
      listed.answer()
      #expect(try await names.addresses(of: host, until: .never) == [Self.two])
      // An address that failed is not used again.
      listed.answer()
      names.forget(try DomainName("a.example"))
      async let last = names.addresses(of: host, until: .never)
      while loop.census.waiting == 0 { await Pause.brief() }
      listed.answer()
      #expect(try await last == [Self.two])
    }
  }

  @Test func `addresses and missing names are cached for their lifetimes`() async throws {
    try await EventLoop.lend { loop in
      let listed = ListedResolver(["a.example": [Self.one]])
      var configuration = Names.Configuration()
      configuration.lifetime = .seconds(3_600)
      configuration.unknownLifetime = .seconds(3_600)
      let names = Names(listed, configuration: configuration, on: loop)
      let (known, unknown) = (try CanonicalHost("a.example"), try DomainName("b.example"))
      for _ in 0..<3 {
        #expect(try await names.addresses(of: known, until: .never) == [Self.one])
        #expect(
          await failure { _ = try await names.addresses(of: .name(unknown), until: .never) }
            == .unknownName(unknown))
      }
      #expect(listed.asked.value == 2)
      listed.list.change { $0 = ["b.example": [Self.two]] }
      names.forget()
      #expect(try await names.addresses(of: .name(unknown), until: .never) == [Self.two])
      #expect(listed.asked.value == 3)
      names.forget(unknown)
      #expect(try await names.addresses(of: .name(unknown), until: .never) == [Self.two])
      #expect(listed.asked.value == 4)
    }
  }

  @Test func `after the lifetime of its result, a host name is looked up again`() async throws {
    try await EventLoop.lend { loop in
      let listed = ListedResolver(["a.example": [Self.one]])
      var configuration = Names.Configuration()
      configuration.lifetime = .zero
      configuration.staleLifetime = .zero
      configuration.unknownLifetime = .zero
      let names = Names(listed, configuration: configuration, on: loop)
      let (known, unknown) = (try CanonicalHost("a.example"), try DomainName("b.example"))
      #expect(try await names.addresses(of: known, until: .never) == [Self.one])
      #expect(
        await failure { _ = try await names.addresses(of: .name(unknown), until: .never) }
          == .unknownName(unknown))
      listed.list.change { $0 = ["b.example": [Self.two]] }
      #expect(await failure { _ = try await names.addresses(of: known, until: .never) } != nil)
      #expect(try await names.addresses(of: .name(unknown), until: .never) == [Self.two])
      #expect(listed.asked.value == 4)
    }
  }

  @Test func `example.com and example.com. with a trailing dot are looked up separately`()
    async throws
  {
    try await EventLoop.lend { loop in
      let listed = ListedResolver(["a.example": [Self.one], "a.example.": [Self.two]])
      let names = Names(listed, on: loop)
      for _ in 0..<2 {
        for (text, address) in [("a.example", Self.one), ("a.example.", Self.two)] {
          let found = try await names.addresses(of: CanonicalHost(text), until: .never)
          #expect(found == [address])
        }
      }
    }
  }

  @Test func `an overridden host name is never looked up`() async throws {
    try await EventLoop.lend { loop in
      let listed = ListedResolver(["a.example": [Self.one], "b.example": [Self.one]])
      var configuration = Names.Configuration()
      configuration.overrides = [
        try DomainName("A.example"): [Self.two], try DomainName("b.example"): [],
        try DomainName("localhost"): [Self.two],
      ]
      let names = Names(listed, configuration: configuration, on: loop)
      for given in ["a.example", "localhost"] {
        #expect(try await names.addresses(of: CanonicalHost(given), until: .never) == [Self.two])
      }
      let unknown = try DomainName("b.example")
      #expect(
        await failure { _ = try await names.addresses(of: .name(unknown), until: .never) }
          == .unknownName(unknown))
      #expect(listed.asked.value == 0)
    }
  }

  /// RFC 6761 sections 6.3 and 6.4, RFC 7686 section 2.
  @Test func `localhost, invalid and onion names are never looked up`() async throws {
    try await EventLoop.lend { loop in
      let texts = ["localhost", "a.localhost.", "a.invalid", "invalid", "a.onion"]
      let listed = ListedResolver(Dictionary(uniqueKeysWithValues: texts.map { ($0, [Self.one]) }))
      let names = Names(listed, on: loop)
      for text in texts[..<2] {
        let addresses = try await names.addresses(of: CanonicalHost(text), until: .never)
        #expect(addresses == [.ipv6(IPv6Address(value: 1)), .ipv4(IPv4Address(127, 0, 0, 1))])
      }
      for text in texts[2...] {
        let name = try DomainName(text)
        #expect(
          await failure { _ = try await names.addresses(of: .name(name), until: .never) }
            == .unknownName(name))
      }
      #expect(listed.asked.value == 0)
      // Only the whole label is special, not a suffix of one.
      _ = await failure {
        _ = try await names.addresses(of: CanonicalHost("a.notlocalhost"), until: .never)
      }
      #expect(listed.asked.value == 1)
    }
  }

  @Test func `localhost has an address, and does-not-exist.invalid has none`() async throws {
    let resolver = SystemResolver()
    let addresses = try await Self.answer(resolver, "localhost").get()
    #expect(addresses.contains(.ipv4(IPv4Address(127, 0, 0, 1))))
    // RFC 6761 section 6.4: this name never exists, but a resolver may fail to respond.
    let unknown = try DomainName("does-not-exist.invalid")
    let answer = try await Self.answer(resolver, "does-not-exist.invalid")
    #expect(answer == .success([]) || answer == .failure(.nameServerFailed(unknown)))
  }

  private static func answer(
    _ resolver: SystemResolver, _ text: String
  ) async throws -> HostResolver.Answer {
    let name = try DomainName(text)
    return await withCheckedContinuation { continuation in
      do throws(NetError) {
        _ = try resolver.lookUp(name) { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
  }

  @Test func `the interface lo has a number, and an unknown interface is an error`() throws {
    #expect(try SystemResolver.interface("lo") == 1)
    #expect(try SystemResolver.interface("7") == 7)
    #expect(throws: NetError.unknownInterface("no-such-one")) {
      try SystemResolver.interface("no-such-one")
    }
    #expect(throws: NetError.unknownInterface("0")) { try SystemResolver.interface("0") }
    #expect(HostAddress("fe80::1%lo") == .ipv6(IPv6Address(value: 0xfe80 << 112 | 1), zone: 1))
    #expect(HostAddress("192.0.2.1") == Self.one)
    for text in ["", "a.example", "[::1]", "192.0.2.1%lo", "192.0.2.1:80", "::1%no-such-one"] {
      #expect(HostAddress(text) == nil)
    }
  }
}
