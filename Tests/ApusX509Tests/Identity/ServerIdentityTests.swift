import ApusX509
import CApusTestSupport
import Testing

/// The certificates that are valid for a host. RFC 9525 section 6.
@Suite struct ServerIdentityTests {
  static let countsAllocations = apus_test_allocations() >= 0

  private func certificate(_ names: [String]) throws -> X509.Certificate {
    try certificate(names.map { .dns(try X509.IA5Text($0)) })
  }

  private func certificate(_ names: [X509.GeneralName]) throws -> X509.Certificate {
    try Sample.certificate([
      X509.Extension(.subjectAlternativeName(try X509.SubjectAlternativeName(names)))
    ])
  }

  private func isFound(
    _ host: String, in names: String..., profile: X509.Profile = .default
  ) throws -> Bool {
    let identity = X509.ServerIdentity(try CanonicalHost(host), profile: profile)
    let certificate = try certificate(names)
    do throws(X509.NameFault) {
      try identity.check(certificate)
      return true
    } catch {
      return false
    }
  }

  @Test func `a host name matches in any case and with a trailing dot`() throws {
    #expect(try isFound("www.example.com", in: "www.example.com"))
    #expect(try isFound("WWW.example.com", in: "wWw.eXample.cOm"))
    #expect(try isFound("www.example.com.", in: "www.example.com"))
    #expect(try isFound("www.example.com", in: "a.example", "b.example", "www.example.com"))
    #expect(try isFound("localhost", in: "localhost"))
    #expect(try !isFound("www.example.com", in: "ww.example.com", "example.com", "ww2.example.com"))
  }

  @Test func `an internationalized host name matches only its A-labels or a wildcard`() throws {
    #expect(try isFound("bücher.example.com", in: "xn--bcher-kva.example.com"))
    #expect(try isFound("bücher.example.com", in: "XN--BCHER-KVA.example.com"))
    #expect(try isFound("bücher.example.com", in: "*.example.com"))
    #expect(try !isFound("bücher.example.com", in: "xn--*-kva.example.com", "bucher.example.com"))
  }

  @Test(arguments: [
    "f*o.example.com", "*oo.example.com", "fo*.example.com", "**.example.com", "foo.*.com",
    "foo.*.example.com", "*.*.com", ".foo.example.com", "foo.example.com.", "foo..example.com",
    "*", "*.", "", ".", "*.foo.example.com", "*example.com", "foo.example.com\u{0}.evil.example",
    "*.example.com.", "*..example.com", "foo_example.com", "foo.example.co", "foo.example.com/",
    " foo.example.com", "FOO.EXAMPLE.COM ", "?oo.example.com", "*.com",
  ])
  func `an invalid or different host name in a certificate never matches`(name: String) throws {
    for profile in [X509.Profile.default, .web] {
      #expect(try !isFound("foo.example.com", in: name, profile: profile))
    }
  }

  @Test func `a host name comparison ignores case only for letters`() throws {
    // `@` and the backquote differ in the bit that letters differ in, and so do `[` and `{`.
    #expect(try !isFound("a-b.example.com", in: "a\u{d}b.example.com"))
    #expect(try !isFound("a0.example.com", in: "a\u{10}.example.com"))
    #expect(try !isFound("a.example.com", in: "a\u{e}example.com"))
    #expect(try !isFound("b.example.com", in: "\u{a}.example.com"))
  }

  @Test func `a wildcard matches only if it is the complete first label`() throws {
    for profile in [X509.Profile.default, .web] {
      #expect(try isFound("www.example.com", in: "*.example.com", profile: profile))
      #expect(try isFound("a.b.example.com", in: "*.b.EXAMPLE.com", profile: profile))
      #expect(try isFound("www.example.com.", in: "*.example.com", profile: profile))
      #expect(try !isFound("example.com", in: "*.example.com", profile: profile))
      #expect(try !isFound("a.b.example.com", in: "*.example.com", profile: profile))
      #expect(try !isFound("wwwexample.com", in: "*.example.com", profile: profile))
    }
  }

  @Test func `a wildcard does not match a registry's domains under any profile`() throws {
    for profile in [X509.Profile.default, .web] {
      #expect(try !isFound("example.com", in: "*.com", profile: profile))
      #expect(try !isFound("example.co.uk", in: "*.co.uk", profile: profile))
      // The list has `*.ck` and `!www.ck`, so that `com.ck` is a suffix and `www.ck` is not.
      #expect(try !isFound("com.ck", in: "*.ck", profile: profile))
      #expect(try !isFound("www.ck", in: "*.ck", profile: profile))
      #expect(try isFound("a.www.ck", in: "*.www.ck", profile: profile))
      #expect(try !isFound("com", in: "*", profile: profile))
      #expect(try isFound("www.example.co.uk", in: "*.example.co.uk", profile: profile))
    }
  }

  @Test func `the web profile rejects wildcards below a hosting suffix or a single label`() throws {
    for (host, name) in [
      ("example.s3.amazonaws.com", "*.s3.amazonaws.com"), ("example.github.io", "*.github.io"),
      ("db.internal", "*.internal"),
    ] {
      #expect(try !isFound(host, in: name, profile: .web))
      #expect(try isFound(host, in: name))
      #expect(try isFound(host, in: host, profile: .web))
    }
    #expect(try isFound("a.db.internal", in: "*.db.internal", profile: .web))
  }

  @Test func `the web profile rejects underscores in host names`() throws {
    #expect(try isFound("foo_bar.example.com", in: "foo_bar.example.com"))
    #expect(try isFound("a.foo_bar.example.com", in: "*.foo_bar.example.com"))
    #expect(try !isFound("foo_bar.example.com", in: "foo_bar.example.com", profile: .web))
    #expect(try !isFound("a.foo_bar.example.com", in: "*.foo_bar.example.com", profile: .web))
    #expect(try isFound("foo_bar.example.com", in: "*.example.com", profile: .web))
  }

  @Test func `an IP address matches by its octets and never by its text`() throws {
    let names = try certificate([
      .ipv4(IPv4Address(192, 0, 2, 1)), .ipv6(try IPv6Address("2001:db8::1")),
      .dns(try X509.IA5Text("192.0.2.7")), .dns(try X509.IA5Text("*.0.2.8")),
      .uri(try X509.IA5Text("https://192.0.2.9/")),
    ])
    for (host, isFound) in [
      ("192.0.2.1", true), ("[2001:db8::1]", true), ("192.0.2.2", false), ("192.0.2.7", false),
      ("192.0.2.8", false), ("192.0.2.9", false), ("[2001:db8::2]", false),
      ("[::ffff:192.0.2.1]", false),
    ] {
      let identity = X509.ServerIdentity(try CanonicalHost(host))
      if isFound {
        #expect(throws: Never.self) { try identity.check(names) }
      } else {
        #expect(throws: X509.NameFault.self) { try identity.check(names) }
      }
    }
    // Sixteen octets that are letters are not a name, and a name of as many bytes is not an
    // address.
    let text = try certificate([
      .ipv6(IPv6Address(value: 0x6162_632e_6578_616d_706c_652e_6f72_6767))
    ])
    let name = X509.ServerIdentity(try CanonicalHost("abc.example.orgg"))
    #expect(throws: X509.NameFault.self) { try name.check(text) }
    let address = IPv6Address(value: 0x6162_632e_6578_616d_706c_652e_6f72_6767)
    let identity = X509.ServerIdentity(.ipv6(address))
    let host = try certificate(["abc.example.orgg"])
    #expect(throws: X509.NameFault.self) { try identity.check(host) }
    #expect(throws: Never.self) { try identity.check(text) }
  }

  @Test func `a common name is ignored for the host and shown in the error`() throws {
    let host = try CanonicalHost("leaf")
    #expect(
      throws: X509.NameFault.noNames(host, commonName: X509.Text("leaf"))
    ) { try X509.ServerIdentity(host).check(try Sample.certificate()) }
    let others = try certificate([
      .email(try X509.IA5Text("leaf@leaf")), .uri(try X509.IA5Text("https://leaf/")),
      .directory(X509.Name([.commonName: "leaf"])),
    ])
    #expect(
      throws: X509.NameFault.noNames(host, commonName: X509.Text("leaf"))
    ) { try X509.ServerIdentity(host).check(others) }
  }
}

/// The error for a certificate of other hosts.
extension ServerIdentityTests {
  @Test func `the error for a wrong host lists the certificate's names up to a limit`() throws {
    let host = try CanonicalHost("www.example.com")
    let limit = X509.NameFault.nameLimit
    for (count, omittedCount) in [(1, 0), (limit, 0), (limit + 1, 1)] {
      let names = (0..<count).map { X509.GeneralName.ipv4(IPv4Address(value: UInt32($0))) }
      let email = X509.GeneralName.email(try X509.IA5Text("a@example.com"))
      #expect(
        throws: X509.NameFault.otherNames(
          host, presented: Array(names.prefix(limit)), omittedCount: omittedCount)
      ) { try X509.ServerIdentity(host).check(try certificate([email] + names)) }
    }
  }

  @Test func `a matching but forbidden name is reported unless another name matches`() throws {
    let host = try CanonicalHost("example.co.uk")
    #expect(throws: X509.NameFault.refused(host, "*.CO.uk", .suffix)) {
      try X509.ServerIdentity(host).check(try certificate(["a.example", "*.CO.uk", "*.co.uk"]))
    }
    #expect(throws: Never.self) {
      try X509.ServerIdentity(host).check(try certificate(["*.co.uk", "example.co.uk"]))
    }
    let underscore = try CanonicalHost("a_b.example.com")
    #expect(throws: X509.NameFault.refused(underscore, "a_b.example.com", .underscore)) {
      try X509.ServerIdentity(underscore, profile: .web)
        .check(try certificate(["a_b.example.com"]))
    }
  }

  @Test func `a malformed name makes a certificate invalid even if another name matches`() throws {
    let host = X509.ServerIdentity(try CanonicalHost("a.example"))
    for (bad, isReadable) in [
      ([0x87, 4, 1, 2, 3, 4], true), ([0x87, 3, 1, 2, 3], false), ([0x82, 1, 0x80], false),
      ([0x80, 1, 0x80], false), ([0x89, 0], false), ([0x86, 1, 0x80], false), ([0x82, 9], false),
    ] as [([UInt8], Bool)] {
      let list = [0x82, 9] + Array("a.example".utf8) + bad
      let value = [0x30, UInt8(list.count)] + list
      let certificate = try Sample.certificate([
        X509.Extension(.other(.subjectAlternativeName, value))
      ])
      do throws(X509.NameFault) {
        try host.check(certificate)
        #expect(isReadable, "\(bad)")
      } catch {
        guard case .unreadable = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(!isReadable, "\(bad)")
      }
    }
  }

  @Test func `every host name fault has a description, a section and a hint`() throws {
    let host = try CanonicalHost("example.com")
    let faults: [(X509.NameFault, String, Bool)] = [
      (.unreadable(.noCertificate), "PEM", false),
      (.noNames(host, commonName: nil), "contains no host names", true),
      (.noNames(host, commonName: X509.Text("old")), "the common name is \"old\"", true),
      (
        .otherNames(host, presented: [.ipv4(IPv4Address(1, 2, 3, 4))], omittedCount: 2),
        "IP:1.2.3.4 and 2 more", true
      ),
      (.refused(host, "*.com", .suffix), "*.com matches every domain", true),
      (
        .refused(host, "a\u{0}_", .underscore),
        "a\\u{0}_ in the certificate is not a valid host name", true
      ),
    ]
    for (fault, text, hasHint) in faults {
      #expect(fault.description.contains(text), "\(fault)")
      #expect((fault.hint != nil) == hasHint)
      #expect(fault.section.contains("section") || fault.section.contains("Requirements"))
    }
  }

  @Test(.enabled(if: countsAllocations, "a sanitizer hands out the memory"))
  func `comparing a host with a hundred names allocates no more than with one name`() throws {
    let host = X509.ServerIdentity(try CanonicalHost("www.a-name-that-is-long.example.com"))
    func allocations(_ certificate: X509.Certificate) throws -> Int {
      try host.check(certificate)
      let before = apus_test_allocations()
      try host.check(certificate)
      return Int(apus_test_allocations() - before)
    }
    let one = ["www.a-name-that-is-long.example.com"]
    let more = (0..<99).map { "www\($0).another-name-that-is-long.example.com" }
    #expect(try allocations(certificate(more + one)) == allocations(certificate(one)))
  }
}
