import ApusX509
import Testing

/// The combined constraints of several authorities, and the cost of checking them.
///
/// RFC 5280 sections 4.2.1.10 and 6.1.4(g).
@Suite struct NameScopePathTests {
  private typealias Fault = X509.ConstraintFault

  private let authority = NameScopeTests.authority

  private func dns(_ text: String) throws -> X509.GeneralName { .dns(try X509.IA5Text(text)) }

  private func below(_ text: String) throws -> X509.Subtree { .dns(try X509.IA5Text(text)) }

  private func fault(
    _ names: [X509.GeneralName], subject: X509.Name = X509.Name(),
    _ constraints: X509.NameConstraints...
  ) throws -> Fault? {
    NameScopeTests.fault(
      of: try NameScopeTests.certificate(names, subject: subject), under: constraints)
  }

  @Test func `names of a form without a name constraint are allowed`() throws {
    let names = try Sample.everyName().filter { if case .other = $0 { false } else { true } }
    let scope = X509.NameScope()
    #expect(scope.isEmpty)
    var comparisons = 0
    let certificate = try NameScopeTests.certificate(names)
    #expect(throws: Never.self) {
      try scope.check(certificate, comparisons: &comparisons)
    }
    let ip = try X509.NameConstraints(permitted: [
      .ip(X509.Network([10, 0, 0, 0], prefixLength: 8))
    ])
    #expect(try fault([dns("a.example"), .email(X509.IA5Text("a@b.c"))], ip) == nil)
    #expect(try fault([], ip) == nil)
  }

  @Test func `a name is rejected unless every authority permits it and none excludes it`() throws {
    let wide = try X509.NameConstraints(permitted: [below("example.com"), below("example.org")])
    let narrow = try X509.NameConstraints(permitted: [below("a.example.com")])
    #expect(try fault([dns("example.com"), dns("x.example.org")], wide) == nil)
    #expect(try fault([dns("a.example.com")], wide, narrow) == nil)
    #expect(
      try fault([dns("a.example.com"), dns("b.example.com")], wide, narrow)
        == .notPermitted(
          dns("b.example.com"), only: [below("a.example.com")], omittedCount: 0, of: authority))
    #expect(try fault([dns("b.example.com")], narrow, wide) != nil)
    // Disjoint subtrees allow no name.
    let other = try X509.NameConstraints(permitted: [below("example.org")])
    for name in ["a.example.com", "example.org"] {
      #expect(try fault([dns(name)], narrow, other) != nil)
    }
    let both = try X509.NameConstraints(
      permitted: [below("example.com")], excluded: [below("b.example.com")])
    #expect(try fault([dns("a.example.com")], both) == nil)
    #expect(
      try fault([dns("a.example.com"), dns("x.b.example.com")], both)
        == .excluded(dns("x.b.example.com"), by: below("b.example.com"), of: authority))
    #expect(try fault([dns("b.example.com")], narrow, both) != nil)
  }

  @Test func `distinguished name constraints apply to the subject name of a certificate`() throws {
    let sweden = X509.Subtree.directory(X509.Name([.countryName: "SE"]))
    let permitted = try X509.NameConstraints(permitted: [sweden])
    let excluded = try X509.NameConstraints(excluded: [sweden])
    let swedish = X509.Name([.countryName: "SE", .commonName: "a"])
    let other = X509.Name([.countryName: "NO", .commonName: "a"])
    #expect(try fault([], subject: swedish, permitted) == nil)
    #expect(
      try fault([], subject: other, permitted)
        == .notPermitted(.directory(other), only: [sweden], omittedCount: 0, of: authority))
    #expect(
      try fault([], subject: swedish, excluded)
        == .excluded(.directory(swedish), by: sweden, of: authority))
    #expect(try fault([], subject: X509.Name(), permitted) == nil)
    #expect(try fault([.directory(other)], subject: swedish, permitted) != nil)
    // A common name is not a host name.
    let hosts = try X509.NameConstraints(permitted: [below("example.com")])
    #expect(try fault([], subject: X509.Name([.commonName: "a.example"]), hosts) == nil)
  }

  @Test func `a subject's mail address is constrained if the alternative names have none`() throws {
    let subject = X509.Name([.emailAddress: "a@b.example"])
    let base = X509.Subtree.email(try X509.IA5Text("b.example"))
    let address = X509.GeneralName.email(try X509.IA5Text("a@b.example"))
    let permitted = try X509.NameConstraints(permitted: [base])
    let excluded = try X509.NameConstraints(excluded: [base])
    #expect(try fault([], subject: subject, permitted) == nil)
    #expect(
      try fault([dns("a.example")], subject: subject, excluded)
        == .excluded(address, by: base, of: authority))
    #expect(
      try fault([.email(X509.IA5Text("a@c.example"))], subject: subject, excluded) == nil)
    let bad = X509.Name([
      X509.RelativeName(X509.Attribute(.emailAddress, .text(X509.Text("ä@b.example"))))
    ])
    #expect(
      try fault([], subject: bad, permitted) == .incomparable(.directory(bad), for: authority))
    let hosts = try X509.NameConstraints(permitted: [below("b.example")])
    #expect(try fault([], subject: bad, hosts) == nil)
  }

  @Test func `a name that cannot be compared is rejected if its form is constrained`()
    throws
  {
    let names = try Sample.everyName()
    for name in names {
      switch name {
      case .other, .x400, .ediParty, .registeredID: break
      case .email, .dns, .directory, .uri, .ipv4, .ipv6: continue
      }
      let permitted = try X509.NameConstraints(permitted: [.other(name)])
      let excluded = try X509.NameConstraints(excluded: [.other(name)])
      for constraints in [permitted, excluded] {
        #expect(try fault([name], constraints) == .incomparable(name, for: authority))
        #expect(try fault([dns("a.example")], constraints) == nil)
      }
    }
  }

  @Test func `a non-ASCII mail address is rejected if mail addresses are constrained`() throws {
    let name = X509.GeneralName.other(
      try X509.OtherName(.smtpUTF8Mailbox, value: [0x0c, 3, 0x61, 0x40, 0x62]))
    let email = try X509.NameConstraints(permitted: [.email(try X509.IA5Text("b"))])
    #expect(try fault([name], email) == .incomparable(name, for: authority))
    let hosts = try X509.NameConstraints(permitted: [below("b")])
    #expect(try fault([name], hosts) == nil)
  }

  @Test func `a certificate with unreadable alternative names fails under name constraints`() throws
  {
    let certificate = try Sample.certificate([
      X509.Extension(.other(.subjectAlternativeName, [0x30, 2, 0x80, 0]))
    ])
    let hosts = try X509.NameConstraints(permitted: [below("b")])
    guard case .unreadable = NameScopeTests.fault(of: certificate, under: [hosts]) else {
      Issue.record("a name without a form was read")
      return
    }
  }

  @Test func `a distinguished name is permitted if a permitted base is its prefix`() throws {
    var random = SystemRandomNumberGenerator()
    var insideCount = 0
    let texts = ["a", "A", " a", "a b", "A  B ", "b", ""]
    let kinds: [ASN1.Text.Kind] = [.printable, .utf8, .ia5, .bmp, .visible]
    func step(_ count: Int) throws -> X509.RelativeName {
      try X509.RelativeName(
        (0..<count).map { _ in
          let type: OID = Bool.random(using: &random) ? .commonName : .organizationName
          if Int.random(in: 0..<9, using: &random) == 0 {
            return X509.Attribute(type, .other([5, 0]))
          }
          let kind = kinds.randomElement(using: &random) ?? .utf8
          let text = texts.randomElement(using: &random) ?? ""
          return X509.Attribute(type, .text(try X509.Text(text, as: kind)))
        })
    }
    for _ in 0..<3_000 {
      let counts = (0..<3).map { _ in Int.random(in: 1...2, using: &random) }
      let base = X509.Name(try counts.prefix(Int.random(in: 1...2, using: &random)).map(step))
      var name = X509.Name(try counts.map(step))
      if Bool.random(using: &random) {
        name.steps.replaceSubrange(0..<1, with: base.steps.prefix(1))
      }
      let isInside = base.isPrefix(of: name)
      if isInside { insideCount += 1 }
      let constraints = try X509.NameConstraints(permitted: [.directory(base)])
      #expect((try fault([.directory(name)], constraints) == nil) == isInside, "\(base), \(name)")
    }
    #expect(insideCount > 100)
  }
}

/// The cost of checking.
extension NameScopePathTests {
  @Test func `each comparison with a name constraint counts, up to a maximum number`() throws {
    let constraints = try X509.NameConstraints(
      permitted: [below("example.com")], excluded: (0..<9).map { try below("a\($0).example.com") })
    let certificate = try NameScopeTests.certificate([dns("b.example.com"), dns("c.example.com")])
    // Ten subtrees and two names are read, and each is compared with each.
    for (budget, left) in [(32, 0), (40, 8)] {
      var comparisons = budget
      var scope = X509.NameScope()
      try scope.add(constraints, of: authority, comparisons: &comparisons)
      #expect(comparisons == budget - 10)
      try scope.check(certificate, comparisons: &comparisons)
      #expect(comparisons == left)
    }
    for budget in [0, 9, 10, 11, 12, 31] {
      #expect(
        NameScopeTests.fault(of: certificate, under: [constraints], comparisons: budget)
          == .tooManyComparisons)
    }
  }

  @Test func `a long comparison with a name constraint counts as several comparisons`() throws {
    let text = String(repeating: "a", count: 1_000)
    let long = X509.Name([.commonName: text])
    let constraints = try X509.NameConstraints(permitted: [.directory(long)])
    let certificate = try NameScopeTests.certificate([.directory(long)])
    var comparisons = 1_000
    var scope = X509.NameScope()
    try scope.add(constraints, of: authority, comparisons: &comparisons)
    try scope.check(certificate, comparisons: &comparisons)
    #expect(comparisons < 1_000 - 1 - 1 - 1_000 / 64)
  }

  @Test func `comparing two thousand names with four thousand constraints is rejected`() throws {
    let names = try (0..<2_048).map { try dns("t\($0).test") }
    let constraints = try X509.NameConstraints(
      permitted: (0..<2_048).map { try below("t\($0).test") },
      excluded: (0..<2_048).map { try below("x\($0).test") })
    #expect(try fault(names, constraints) == .tooManyComparisons)
    #expect(try fault(Array(names.prefix(50)), constraints) == nil)
  }

  @Test func `checking names against constraints with a changed byte never traps`() throws {
    let names =
      try Sample.everyName() + [dns("www.example.com"), .email(X509.IA5Text("\"a\"@b.c"))]
    let subtrees = try [
      below("example.com"), .email(X509.IA5Text("\"a\"@b.c")), .uri(X509.IA5Text(".b.example")),
      .ip(X509.Network([10, 0, 0, 0], prefixLength: 9)),
      .directory(X509.Name([.commonName: "d"])),
    ]
    let list = try X509.SubjectAlternativeName(names).der
    let constraints = try X509.NameConstraints(permitted: subtrees, excluded: subtrees).der
    let host = X509.ServerIdentity(try CanonicalHost("www.example.com"), profile: .web)
    var readCount = 0
    for index in 0..<max(list.count, constraints.count) {
      for change in [0x01, 0x20, 0x80, 0xff] as [UInt8] {
        var (list, constraints) = (list, constraints)
        if index < list.count { list[index] ^= change }
        if index < constraints.count { constraints[index] ^= change }
        let certificate = try Sample.certificate([
          X509.Extension(.other(.subjectAlternativeName, list)),
          X509.Extension(.other(.nameConstraints, constraints)),
        ])
        try? host.check(certificate)
        guard let read = try? certificate.nameConstraints else { continue }
        _ = NameScopeTests.fault(of: certificate, under: [read]).map { "\($0)" }
        readCount += 1
      }
    }
    #expect(readCount > 100)
  }

  @Test func `an error lists permitted subtrees up to a limit, and each fault is described`() throws
  {
    let limit = X509.ConstraintFault.subtreeLimit
    for (count, omittedCount) in [(limit, 0), (limit + 1, 1)] {
      let subtrees = try (0..<count).map { try below("a\($0).example") }
      let name = try dns("b.example")
      #expect(
        try fault([name], X509.NameConstraints(permitted: subtrees))
          == .notPermitted(
            name, only: Array(subtrees.prefix(limit)), omittedCount: omittedCount, of: authority))
    }
    let network = X509.Subtree.ip(try X509.Network([10, 0, 0, 0], prefixLength: 8))
    let six = X509.Subtree.ip(try X509.Network([UInt8](repeating: 0, count: 16), prefixLength: 3))
    let name = try dns("a")
    for (fault, text) in [
      (.unreadable(.noCertificate), "PEM"),
      (
        .excluded(name, by: network, of: authority),
        "the name DNS:a is in the subtree IP:10.0.0.0/8, which the name constraints of"
      ),
      (.notPermitted(name, only: [six], omittedCount: 3, of: authority), "IP:::/3 and 3 more"),
      (.incomparable(name, for: authority), "cannot be compared"),
      (.malformed(.email(try X509.IA5Text("a")), of: authority), "email:a of \"CN=authority\""),
      (.malformed(.uri(try X509.IA5Text("a")), of: authority), "URI:a"),
      (.malformed(.directory(authority), of: authority), "directory:CN=authority"),
      (.malformed(.other(.registeredID(.anyPolicy)), of: authority), "registered:"),
      (.tooManyComparisons, "too many"),
    ] as [(Fault, String)] {
      #expect(fault.description.contains(text), "\(fault)")
      #expect(fault.section.contains("RFC 5280 section"))
    }
  }
}
