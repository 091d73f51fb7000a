import ApusCookies
import ApusHTTP
import ApusNames
import Testing

/// RFC 6265bis section 5.7, step 9.
@Suite struct PublicSuffixRulesTests {
  private let now = HTTP.Date(secondsSinceEpoch: 0)

  private func isTaken(_ domain: String, from host: String, _ rules: PublicSuffixRules) throws
    -> Bool
  {
    var jar = CookieJar(suffixes: rules)
    let url = try HTTP.URL("https://\(host)/")
    let isTaken = (try? jar.receive("a=1; Domain=\(domain)".utf8.span, from: url, at: now)) != nil
    return try isTaken && jar.cookies(for: HTTP.URL("https://x.\(domain)/"), at: now).count == 1
  }

  @Test(arguments: [
    ("example.com", "www.example.com", true), ("com", "example.com", false),
    ("co.uk", "example.co.uk", false), ("example.co.uk", "a.b.example.co.uk", true),
    ("github.io", "user.github.io", false), ("user.github.io", "x.user.github.io", true),
    ("city.kobe.jp", "www.city.kobe.jp", true), ("internal", "host.internal", false),
    ("xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn", false),
  ])
  func `the built-in public suffix list rejects a cookie Domain of several owners`(
    domain: String, host: String, isTaken: Bool
  ) throws {
    #expect(try self.isTaken(domain, from: host, .list) == isTaken)
  }

  @Test func `custom suffix rules replace the built-in public suffix list`() throws {
    let rules = PublicSuffixRules.suffixes([try DomainName("lan"), try DomainName("a.lan")])
    #expect(try isTaken("lan", from: "host.lan", rules) == false)
    #expect(try isTaken("host.lan", from: "x.host.lan", rules))
    #expect(try isTaken("a.lan", from: "b.a.lan", rules) == false)
    #expect(try isTaken("example.com", from: "www.example.com", rules))
    #expect(try isTaken("com", from: "www.example.com", rules))
  }

  @Test func `a cookie jar with a newer public suffix list uses the newer rules`() throws {
    let list = "// ===BEGIN ICANN DOMAINS===\nlan\n// ===END ICANN DOMAINS===\nlent.lan\n"
    let rules = try PublicSuffixRules(parsing: Array(list.utf8))
    #expect(try isTaken("lent.lan", from: "a.lent.lan", .list))
    #expect(try isTaken("lent.lan", from: "a.lent.lan", rules) == false)
    #expect(try isTaken("a.lent.lan", from: "x.a.lent.lan", rules))
    #expect(throws: DomainName.PublicSuffix.ListError.unendedSection) {
      try PublicSuffixRules(parsing: Array(list.utf8.prefix(30)))
    }
  }

  @Test(arguments: ["replit.app", "webflow.io", "up.railway.app", "bank.in"])
  func `a cookie for a recently added public suffix is rejected`(_ suffix: String) throws {
    #expect(try isTaken(suffix, from: "evil.\(suffix)", .list) == false)
  }

  @Test(arguments: [-1, 1, 3, 4, 15, 99])
  func `a registrable domain that begins inside a label counts as a public suffix`(place: Int)
    throws
  {
    let rules = PublicSuffixRules { _ in place }
    #expect(try isTaken("example.com", from: "www.example.com", rules) == false)
  }
}
