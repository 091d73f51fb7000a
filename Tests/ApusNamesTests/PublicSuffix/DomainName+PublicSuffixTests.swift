import ApusNames
import CApusTestSupport
import Testing

@Suite struct DomainNamePublicSuffixTests {
  typealias Rule = DomainName.PublicSuffix.Rule

  static let countsAllocations = apus_test_allocations() >= 0

  static let suffixes: [(name: String, suffix: String, rule: Rule, domain: String?)] = [
    ("com", "com", .registry, nil),
    ("www.example.com", "com", .registry, "example.com"),
    ("WWW.Example.Co.UK.", "co.uk", .registry, "example.co.uk"),
    ("ada.github.io", "github.io", .owner, "ada.github.io"),
    ("github.io", "github.io", .owner, nil),
    ("www.bücher.公司.cn", "xn--55qx5d.cn", .registry, "xn--bcher-kva.xn--55qx5d.cn"),
    // A wildcard, the name above it, and its exceptions.
    ("a.b.kobe.jp", "b.kobe.jp", .registry, "a.b.kobe.jp"),
    ("b.kobe.jp", "b.kobe.jp", .registry, nil),
    ("kobe.jp", "jp", .registry, "kobe.jp"),
    ("city.kobe.jp", "kobe.jp", .registry, "city.kobe.jp"),
    ("www.city.kobe.jp", "kobe.jp", .registry, "city.kobe.jp"),
    ("www.ck", "ck", .registry, "www.ck"),
    ("x.compute.amazonaws.com", "x.compute.amazonaws.com", .owner, nil),
    ("compute.amazonaws.com", "com", .registry, "amazonaws.com"),
    // No rule: a name that is not in the list, and one that has only a wildcard.
    ("localhost", "localhost", .implicit, nil),
    ("db.internal", "internal", .implicit, "db.internal"),
    ("a.db.internal", "internal", .implicit, "db.internal"),
    ("ck", "ck", .implicit, nil),
    // A label that begins like a listed one, or is one longer.
    ("a.co.ukk", "ukk", .implicit, "co.ukk"), ("a.xco.uk", "uk", .registry, "xco.uk"),
    ("a.c.uk", "uk", .registry, "c.uk"), ("co-uk", "co-uk", .implicit, nil),
  ]

  @Test(arguments: suffixes)
  func `a domain name has the listed public suffix and registrable domain`(
    name: String, suffix: String, rule: Rule, domain: String?
  ) throws {
    let name = try DomainName(name)
    let found = name.publicSuffix
    #expect(String(decoding: name.bytes[found.range], as: UTF8.self) == suffix)
    #expect(found.rule == rule)
    #expect(name.registrableDomain == (try domain.map { try DomainName($0) }))
    #expect(name.isPublicSuffix == (domain == nil))
  }

  @Test func `a domain name with a trailing dot has the same public suffix`() throws {
    let name = try DomainName("www.example.com.")
    let domain = try #require(name.registrableDomain)
    #expect(domain.description == "example.com.")
    #expect(name.publicSuffix == (try DomainName("www.example.com")).publicSuffix)
    #expect(try DomainName("com.").isPublicSuffix)
  }

  static let registrySuffixes: [(name: String, suffix: String, rule: Rule)] = [
    ("github.io", "io", .registry), ("ada.github.io", "io", .registry),
    ("co.uk", "co.uk", .registry), ("b.kobe.jp", "b.kobe.jp", .registry),
    ("city.kobe.jp", "kobe.jp", .registry), ("db.internal", "internal", .implicit),
  ]

  @Test(arguments: registrySuffixes)
  func `the registry suffix of a name uses only the ICANN section of the list`(
    name: String, suffix: String, rule: Rule
  ) throws {
    let name = try DomainName(name)
    let found = name.registrySuffix
    #expect(String(decoding: name.bytes[found.range], as: UTF8.self) == suffix)
    #expect(found.rule == rule)
    #expect(found.isWholeName == (name.description == suffix))
  }

  static let sites: [(String, String, isSame: Bool)] = [
    ("www.example.com", "example.com.", true), ("a.example.co.uk", "b.c.example.co.uk", true),
    ("example.com", "example.org", false), ("a.co.uk", "b.co.uk", false),
    ("a.co.uk", "co.uk", false), ("co.uk", "co.uk.", true), ("uk", "co.uk", false),
    ("a.github.io", "b.github.io", false), ("a.b.kobe.jp", "kobe.jp", false),
    ("a.localhost", "localhost", false), ("localhost", "localhost", true),
    ("b.a.internal", "a.internal", true), ("xexample.com", "example.com", false),
  ]

  @Test(arguments: sites)
  func `same-site names are equal or have the same registrable domain`(
    one: String, other: String, isSame: Bool
  ) throws {
    let (one, other) = (try DomainName(one), try DomainName(other))
    #expect(one.isSameSite(as: other) == isSame)
    #expect(other.isSameSite(as: one) == isSame)
  }

  @Test func `a domain name of 253 bytes has a public suffix`() throws {
    let labels = String(repeating: "a.", count: 126)
    let wide = Array(repeating: String(repeating: "a", count: 63), count: 3).joined(separator: ".")
    let other = String(repeating: "z", count: 61)
    for (text, suffix) in [
      (labels + "a", "a"), (labels.dropLast(2) + "c.c", "c"),
      (labels.dropLast(9) + ".a.kobe.jp", "a.kobe.jp"),
      (wide + "." + other, other),
      (wide + ".aa.s3.dualstack.us-east-1.amazonaws.com", "s3.dualstack.us-east-1.amazonaws.com"),
    ] {
      let name = try DomainName(text)
      #expect((230...253).contains(name.bytes.count))
      #expect(String(decoding: name.bytes[name.publicSuffix.range], as: UTF8.self) == suffix)
      let label = text.utf8.dropLast(suffix.utf8.count + 1).split(separator: 0x2e).last
      let domain = try #require(name.registrableDomain)
      #expect(domain.bytes == Array(try #require(label)) + [0x2e] + Array(suffix.utf8))
    }
  }

  @Test(.enabled(if: countsAllocations, "a sanitizer hands out the memory"))
  func `the look-up of a public suffix allocates no memory`() throws {
    let names =
      try Self.suffixes.map { try DomainName($0.name) }
      + [DomainName(String(repeating: "a.", count: 125) + "jp")]
    var count = ask(names)
    let before = apus_test_allocations()
    count += ask(names)
    #expect(apus_test_allocations() == before)
    #expect(count > names.count)
  }

  @Test(.enabled(if: countsAllocations, "a sanitizer hands out the memory"))
  func `registrableDomain allocates once, and not at all if it is the whole name`() throws {
    let name = try DomainName("www.example.com")
    let domain = try #require(name.registrableDomain)
    let before = apus_test_allocations()
    let again = name.registrableDomain
    let between = apus_test_allocations()
    let same = domain.registrableDomain
    #expect(apus_test_allocations() == between)
    #expect(between - before == 1)
    #expect(again == domain && same == domain)
  }

  @Test func `the version of the public suffix list contains a date and a time`() {
    let version = Array(DomainName.PublicSuffix.listVersion.utf8)
    #expect(version.count == 23 && version[4] == 0x2d && version[10] == 0x5f)
    #expect(version.count { $0 &- 0x30 < 10 } == 14)
  }

  /// Calls every property of names, and counts the true ones.
  private func ask(_ names: [DomainName]) -> Int {
    var count = 0
    // A loop over the names themselves allocates in a debug build.
    for index in names.indices {
      let name = names[index]
      count += name.publicSuffix.range.count + name.registrySuffix.range.count
      if name.isPublicSuffix { count += 1 }
      if name.registrableRange != nil { count += 1 }
      if name.isSameSite(as: names[1]) { count += 1 }
    }
    return count
  }
}
