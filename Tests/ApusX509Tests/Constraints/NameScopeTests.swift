import ApusX509
import Testing

/// The names that an authority allows below it. RFC 5280 section 4.2.1.10.
@Suite struct NameScopeTests {
  static let authority = X509.Name([.commonName: "authority"])

  /// The relation of a name to a subtree.
  enum Relation {
    case inside, outside
    /// The name is outside, but is a wildcard that matches a name inside.
    case touching
    case incomparable
    case malformed
  }

  typealias Fault = X509.ConstraintFault

  static func fault(
    of certificate: X509.Certificate, under constraints: [X509.NameConstraints],
    comparisons: Int = X509.Budgets().comparisons
  ) -> Fault? {
    var comparisons = comparisons
    var scope = X509.NameScope()
    do throws(Fault) {
      for one in constraints { try scope.add(one, of: authority, comparisons: &comparisons) }
      try scope.check(certificate, comparisons: &comparisons)
      return nil
    } catch {
      return error
    }
  }

  static func certificate(
    _ names: [X509.GeneralName], subject: X509.Name = X509.Name()
  ) throws -> X509.Certificate {
    let names =
      names.isEmpty
      ? [] : [X509.Extension(.subjectAlternativeName(try X509.SubjectAlternativeName(names)))]
    var content = try Sample.content(names)
    content.subject = subject
    return try content.certificate(signature: Sample.signature)
  }

  /// Holds the name against the subtree, once as permitted and once as excluded.
  private func expect(
    _ name: X509.GeneralName, _ relation: Relation, _ subtree: X509.Subtree,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let certificate = try Self.certificate([name])
    let permitted = Self.fault(
      of: certificate, under: [try X509.NameConstraints(permitted: [subtree])])
    let excluded = Self.fault(
      of: certificate, under: [try X509.NameConstraints(excluded: [subtree])])
    let outside = Fault.notPermitted(name, only: [subtree], omittedCount: 0, of: Self.authority)
    let inside = Fault.excluded(name, by: subtree, of: Self.authority)
    let expected: (Fault?, Fault?) =
      switch relation {
      case .inside: (nil, inside)
      case .outside: (outside, nil)
      case .touching: (outside, inside)
      case .incomparable:
        (.incomparable(name, for: Self.authority), .incomparable(name, for: Self.authority))
      case .malformed:
        (.malformed(subtree, of: Self.authority), .malformed(subtree, of: Self.authority))
      }
    #expect(permitted == expected.0, "\(name), \(subtree)", sourceLocation: sourceLocation)
    #expect(excluded == expected.1, "\(name), \(subtree)", sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [
      ("example.com", "example.com", .inside), ("example.com", "EXAMPLE.com", .inside),
      ("Example.COM", "a.example.com", .inside), ("example.com", "a.b.example.com", .inside),
      ("example.com", "notexample.com", .outside), ("example.com", "com", .outside),
      ("example.com", "example.com.evil.example", .outside), ("com", "example.com", .inside),
      ("localhost", "test.localhost", .inside), ("a_b.example", "a_b.example", .inside),
      ("", "example.com", .inside), ("", "*.example.com", .inside),
      // With a dot in front there is a label more.
      (".example.com", "a.example.com", .inside), (".example.com", "example.com", .outside),
      (".example.com", "a.b.example.com", .inside), (".example.com", "aexample.com", .outside),
      // A wildcard is a name, and all names that it matches.
      ("example.com", "*.example.com", .inside), (".example.com", "*.example.com", .inside),
      ("example.com", "*.a.example.com", .inside), ("foo.example.com", "*.example.com", .touching),
      ("FOO.example.com", "*.Example.com", .touching),
      ("a.foo.example.com", "*.example.com", .outside),
      (".foo.example.com", "*.example.com", .outside), ("foo.example.com", "*.bar.com", .outside),
      ("example.com", "*.com", .touching), ("foo.example.com", "*.com", .outside),
      ("com", "*.com", .inside), ("foo.example.com", "*.xample.com", .outside),
    ] as [(String, String, Relation)])
  func `a host name at or below the base of a host name constraint is in the subtree`(
    base: String, name: String, relation: Relation
  ) throws {
    try expect(
      .dns(try X509.IA5Text(name)), relation, .dns(try X509.IA5Text(base)))
  }

  @Test(arguments: [
    "", ".", ".example.com", "example.com.", "a..example.com", "*", "*.", "f*o.example.com",
    "*.*.example.com", "foo.*.example.com", "**.example.com", "*.example.com.", "a b.example.com",
    "https://a.example.com", "a@example.com", "a.example.com\u{0}", "*a.example.com",
    "127.0.0.1:80", String(repeating: "a", count: 64) + ".example.com",
    String(repeating: "a.", count: 120) + "bb.example.com",
  ])
  func `a malformed host name is rejected if host names are constrained`(name: String) throws {
    let name = X509.GeneralName.dns(try X509.IA5Text(name))
    for base in ["example.com", ".example.com", "com", ""] {
      try expect(name, .incomparable, .dns(try X509.IA5Text(base)))
    }
    // Otherwise its reader can check it.
    let others = try X509.NameConstraints(excluded: [.email(try X509.IA5Text("example.com"))])
    #expect(Self.fault(of: try Self.certificate([name]), under: [others]) == nil)
  }

  @Test(arguments: [
    "*.example.com", "example.com.", "..example.com", ".", "a..b", "a b", "a@example.com", "f*o",
    String(repeating: "a", count: 64), "https://example.com",
  ])
  func `a malformed base is rejected if the certificate has names of its form`(base: String) throws
  {
    let name = X509.GeneralName.dns(try X509.IA5Text("example.com"))
    try expect(name, .malformed, .dns(try X509.IA5Text(base)))
    let uri = X509.GeneralName.uri(try X509.IA5Text("https://example.com"))
    try expect(uri, .malformed, .uri(try X509.IA5Text(base)))
    if base != "a@example.com" {
      let email = X509.GeneralName.email(try X509.IA5Text("a@example.com"))
      try expect(email, .malformed, .email(try X509.IA5Text(base)))
    }
    let constraints = try X509.NameConstraints(permitted: [.dns(try X509.IA5Text(base))])
    #expect(Self.fault(of: try Self.certificate([uri]), under: [constraints]) == nil)
  }

  @Test func `a host name of 253 bytes and a label of 63 bytes match a host name constraint`()
    throws
  {
    let label = String(repeating: "a", count: 63)
    let name = String(repeating: "a.", count: 120) + "b.example.com"
    #expect(name.utf8.count == 253)
    for text in [label + ".example.com", name] {
      try expect(
        .dns(try X509.IA5Text(text)), .inside, .dns(try X509.IA5Text("example.com")))
      try expect(.dns(try X509.IA5Text(text)), .inside, .dns(try X509.IA5Text(text)))
    }
  }

  @Test(
    arguments: [
      ([192, 0, 2, 0], 24, "192.0.2.1", .inside), ([192, 0, 2, 0], 24, "192.0.3.1", .outside),
      ([192, 0, 2, 99], 24, "192.0.2.1", .inside), ([192, 0, 2, 1], 32, "192.0.2.1", .inside),
      ([192, 0, 2, 1], 32, "192.0.2.0", .outside), ([0, 0, 0, 0], 0, "192.0.2.1", .inside),
      ([192, 0, 2, 0], 31, "192.0.2.1", .inside), ([192, 0, 2, 0], 31, "192.0.2.2", .outside),
      ([10, 128, 0, 0], 9, "10.255.0.1", .inside), ([10, 128, 0, 0], 9, "10.127.0.1", .outside),
      ([0, 0, 0, 0], 0, "[2001:db8::1]", .outside),
    ] as [([UInt8], Int, String, Relation)])
  func `an IP address in the network of an address constraint is in the subtree`(
    address: [UInt8], prefixLength: Int, host: String, relation: Relation
  ) throws {
    let network = try X509.Network(address, prefixLength: prefixLength)
    try expect(try name(ofAddress: host), relation, .ip(network))
  }

  @Test func `a network of IPv6 addresses contains only IPv6 addresses with its prefix`() throws {
    let base = try IPv6Address("2001:db8::").octets
    for (length, host, relation) in [
      (32, "[2001:db8:1::1]", .inside), (32, "[2001:db9::1]", .outside),
      (127, "[2001:db8::1]", .inside), (127, "[2001:db8::2]", .outside), (0, "[::1]", .inside),
      (0, "0.0.0.0", .outside), (128, "[2001:db8::]", .inside),
    ] as [(Int, String, Relation)] {
      let network = try X509.Network(base, prefixLength: length)
      try expect(try name(ofAddress: host), relation, .ip(network))
    }
  }

  private func name(ofAddress text: String) throws -> X509.GeneralName {
    switch try CanonicalHost(text) {
    case .ipv4(let address): .ipv4(address)
    case .ipv6(let address): .ipv6(address)
    case .name(let name): throw X509Error.forbidden(name.bytes.isEmpty ? .notEmpty : .knownNameForm)
    }
  }

  @Test(
    arguments: [
      // A mailbox: the local part as it is, the host without case.
      ("foo@example.com", "foo@example.com", .inside),
      ("foo@example.com", "foo@EXAMPLE.com", .inside),
      ("foo@example.com", "Foo@example.com", .outside),
      ("foo@example.com", "foo@a.example.com", .outside),
      ("foo@example.com", "\"foo\"@example.com", .inside),
      ("\"f\\oo\"@example.com", "foo@example.com", .inside),
      ("*@example.com", "*@example.com", .inside), ("*@example.com", "a@example.com", .outside),
      ("*@example.com", "*@sub.example.com", .outside),
      ("**@example.com", "*@example.com", .outside),
      ("\"a@b\"@example.com", "\"a@b\"@example.com", .inside),
      // A host, not those below it.
      ("example.com", "foo@example.com", .inside), ("EXAMPLE.com", "foo@example.COM", .inside),
      ("example.com", "foo@a.example.com", .outside), ("example.com", "foo@xexample.com", .outside),
      ("example.com", "\"a@example.com\"@evil.example", .outside),
      ("example.com", "a.example.com@b.example", .outside),
      // Hosts below a domain, not that one.
      (".example.com", "foo@a.example.com", .inside), (".example.com", "foo@example.com", .outside),
      (".example.com", "foo@b.a.example.com", .inside),
      (".example.com", "a.example.com@evil.example", .outside), ("", "a@b", .inside),
      // Invalid mail addresses.
      ("example.com", "example.com", .incomparable), ("example.com", "@example.com", .incomparable),
      ("example.com", "foo@", .incomparable), ("example.com", "a@b@example.com", .incomparable),
      ("example.com", "a..b@example.com", .incomparable),
      ("example.com", ".a@example.com", .incomparable),
      ("example.com", "a.@example.com", .incomparable),
      ("example.com", "a b@example.com", .incomparable),
      ("example.com", "a@[192.0.2.1]", .incomparable),
      ("example.com", "\"a@example.com", .incomparable),
      ("example.com", "\"a\\\"@example.com", .incomparable),
      ("example.com", "\"a\u{1}\"@example.com", .incomparable),
      ("example.com", "a@*.example.com", .incomparable), ("example.com", "", .incomparable),
      ("a@b@example.com", "a@example.com", .malformed), ("@example.com", "a@b", .malformed),
      ("a@", "a@b", .malformed), ("a@.example.com", "a@b", .malformed),
    ] as [(String, String, Relation)])
  func `a mail address constraint contains a mailbox, a host or the hosts of a domain`(
    base: String, name: String, relation: Relation
  ) throws {
    try expect(
      .email(try X509.IA5Text(name)), relation, .email(try X509.IA5Text(base)))
  }

  @Test(
    arguments: [
      ("example.com", "https://example.com", .inside),
      ("example.com", "https://Example.com:8443/a?b#c@d", .inside),
      ("example.com", "ldap+x://user:secret@example.com?x", .inside),
      ("example.com", "https://example.com./", .inside),
      ("example.com", "https://a.example.com/", .outside),
      (".example.com", "https://a.example.com/", .inside),
      (".example.com", "https://example.com/", .outside),
      ("example.com", "https://evil.example/@example.com", .outside),
      ("example.com", "https://evil.example#@example.com", .outside),
      ("example.com", "https://evil.example?@example.com", .outside),
      ("example.com", "https://example.com@evil.example/", .outside), ("", "a://b.c", .inside),
      // URIs without a host, or with an address.
      ("example.com", "urn:example:com", .incomparable),
      ("example.com", "mailto:a@example.com", .incomparable),
      ("example.com", "//example.com/", .incomparable),
      ("example.com", "https:///a", .incomparable),
      ("example.com", "https://192.0.2.1/", .incomparable),
      ("example.com", "https://1.0x7f/", .incomparable),
      ("example.com", "https://[::1]/", .incomparable),
      ("example.com", "https://[example.com]/", .incomparable),
      ("example.com", "https://a@b@example.com/", .incomparable),
      ("example.com", "https://example.com:port/", .incomparable),
      ("example.com", "https://example.com\\@evil.example/", .outside),
      ("example.com", "https://evil.example\\.example.com/", .incomparable),
      ("example.com", "https://%65xample.com/", .incomparable),
      ("example.com", "1https://example.com/", .incomparable),
      ("example.com", "example.com", .incomparable), ("example.com", "", .incomparable),
      ("example.com", "https://.example.com/", .incomparable),
      ("example.com", "https://*.example.com/", .incomparable),
      ("example.com", "https://example.com../", .incomparable),
      ("example.com", "https://./", .incomparable),
      ("https://example.com", "https://example.com", .malformed),
    ] as [(String, String, Relation)])
  func `a URI constraint contains the URIs of a host or of the hosts of a domain`(
    base: String, name: String, relation: Relation
  ) throws {
    try expect(.uri(try X509.IA5Text(name)), relation, .uri(try X509.IA5Text(base)))
  }

  @Test func `a distinguished name is in a subtree if it begins with the base name`() throws {
    let base = X509.Name([.countryName: "SE", .organizationName: "Example  Ltd"])
    for (name, relation) in [
      (X509.Name([.countryName: "SE", .organizationName: "Example  Ltd"]), .inside),
      (X509.Name([.countryName: "se", .organizationName: " EXAMPLE LTD"]), .inside),
      (
        X509.Name([.countryName: "SE", .organizationName: "Example Ltd", .commonName: "a"]),
        .inside
      ),
      (X509.Name([.countryName: "SE"]), .outside),
      (X509.Name([.countryName: "SE", .organizationName: "Example Ltdx"]), .outside),
      (X509.Name([.organizationName: "Example Ltd", .countryName: "SE"]), .outside),
      (X509.Name([.countryName: "SE", .commonName: "Example Ltd"]), .outside),
    ] as [(X509.Name, Relation)] {
      try expect(.directory(name), relation, .directory(base))
      try expect(.directory(name), .inside, .directory(X509.Name()))
    }
  }
}
