import ApusHTTP
import ApusNames
import CApusTestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Hosts that require TLS, as a value. RFC 6797.
@Suite struct StrictHostsTests {
  private func hosts(
    _ said: [(host: String, rule: String)], at now: Int64 = 0
  ) throws -> StrictHosts {
    var hosts = StrictHosts()
    for (host, text) in said {
      _ = hosts.receive(
        try #require(StrictTransportRule(HTTP.FieldValue(text))), from: try DomainName(host),
        at: now)
    }
    return hosts
  }

  @Test(arguments: [
    ("max-age=31536000", 31_536_000, false), ("max-age=\"7\"", 7, false),
    ("max-age=0; includeSubDomains", 0, true), (" max-age = 7 ; includeSubDomains ", 7, true),
    ("MAX-AGE=7;INCLUDESUBDOMAINS", 7, true), ("includeSubDomains;max-age=7", 7, true),
    ("max-age=7;;", 7, false), (";max-age=7", 7, false), ("max-age=7; preload", 7, false),
    ("max-age=7; other=\"a;\\\"b\"; x", 7, false), ("max-age=\"\\7\"", 7, false),
    ("max-age=9223372036854775808", .max, false),
    ("max-age=99999999999999999999999999", .max, false),
  ])
  func `a Strict-Transport-Security field has a max-age and may include subdomains`(
    text: String, age: Int64, isBelow: Bool
  ) {
    let rule = StrictTransportRule(HTTP.FieldValue(text))
    #expect(rule?.age == age && rule?.includesSubdomains == isBelow)
  }

  @Test(arguments: [
    "", ";", "includeSubDomains", "max-age", "max-age=", "max-age=-1", "max-age=+1", "max-age=1s",
    "max-age=1.5", "max-age=\"\"", "max-age=\"1", "max-age=1; max-age=1", "max-age=1; Max-Age=2",
    "max-age=1, includeSubDomains", "max-age=1 includeSubDomains", "max-age=1; includeSubDomains=1",
    "max-age=1; includeSubDomains; includeSubDomains", "max-age=1; x; x", "max-age=1; =2",
    "max-age=1; x=", "max-age=1; \u{e9}", "max-age=1\n", "max-age=1; (a)",
  ])
  func `a malformed Strict-Transport-Security field is ignored`(text: String) {
    #expect(StrictTransportRule(HTTP.FieldValue(text)) == nil)
  }

  @Test func `a Strict-Transport-Security field may have at most 4,096 bytes`() {
    let begin = "max-age=7; x="
    let longest = begin + String(repeating: "y", count: 4_096 - begin.utf8.count)
    #expect(StrictTransportRule(HTTP.FieldValue(longest))?.age == 7)
    #expect(StrictTransportRule(HTTP.FieldValue(longest + "y")) == nil)
  }

  @Test
  func `an HSTS host covers its subdomains only if its rule includes them`()
    throws
  {
    let hosts = try hosts([
      ("alone.example", "max-age=9"), ("all.example", "max-age=9; includeSubDomains"),
      ("10.0.example", "max-age=9"),
    ])
    for (host, isMeant) in [
      ("alone.example", true), ("alone.example.", true), ("www.alone.example", false),
      ("all.example", true), ("a.b.all.example", true), ("xall.example", false),
      ("example", false), ("example.all", false), ("127.0.0.1", false), ("[::1]", false),
    ] {
      #expect(hosts.covers(try CanonicalHost(host), at: 8) == isMeant, "\(host)")
      #expect(!hosts.covers(try CanonicalHost(host), at: 9), "\(host)")
    }
  }

  @Test
  func `a subdomain of an HSTS host requires TLS despite its own narrower rule`()
    throws
  {
    let hosts = try hosts([
      ("all.example", "max-age=9; includeSubDomains"), ("www.all.example", "max-age=5"),
    ])
    #expect(hosts.covers(try CanonicalHost("www.all.example"), at: 8))
    #expect(hosts.covers(try CanonicalHost("a.www.all.example"), at: 8))
  }

  @Test func `max-age=0 removes an HSTS host, and a new rule replaces the old rule`() throws {
    let host = try CanonicalHost("a.example")
    let forgotten = try hosts([("a.example", "max-age=9"), ("a.example", "max-age=0")])
    #expect(!forgotten.covers(host, at: 0) && forgotten.entries.isEmpty)
    let shorter = try hosts([("a.example", "max-age=9"), ("a.example", "max-age=5")])
    #expect(shorter.covers(host, at: 4) && !shorter.covers(host, at: 5))
  }

  @Test func `an HSTS host is stored for at most ten years`() throws {
    let hosts = try hosts([("a.example", "max-age=99999999999999999999")], at: 1_000)
    let host = try CanonicalHost("a.example")
    #expect(hosts.covers(host, at: 999 + StrictHosts.longestAge))
    #expect(!hosts.covers(host, at: 1_000 + StrictHosts.longestAge))
  }

  private func learned(_ names: some Sequence<String>) throws -> StrictHosts {
    var hosts = StrictHosts()
    for name in names {
      _ = hosts.set(try DomainName(name), .init(includesSubdomains: false, end: 9))
    }
    return hosts
  }

  @Test func `beyond 4,096 learned HSTS hosts the least recently used host is removed`() throws {
    var hosts = try learned((0..<StrictHosts.limit).map { "h\($0).example" })
    #expect(hosts.entries.count == 4_096)
    hosts.use(try DomainName("h0.example"))
    // A host that is set again is used, and none makes room for it.
    #expect(
      hosts.set(try DomainName("h1.example"), .init(includesSubdomains: false, end: 7)) == nil)
    #expect(
      hosts.set(try DomainName("new.example"), .init(includesSubdomains: false, end: 1))
        == (try DomainName("h2.example")))
    #expect(hosts.entries.count == 4_096)
    for (name, isKept) in [
      ("h0.example", true), ("h1.example", true), ("h2.example", false), ("new.example", true),
    ] {
      #expect(hosts.covers(try CanonicalHost(name), at: 0) == isKept, "\(name)")
    }
  }

  @Test(arguments: ["evil.example", "evil.co.uk", "user.github.io"])
  func `HSTS hosts of one registrable domain displace only hosts of that domain`(
    site: String
  ) throws {
    var hosts = try learned(["a.example", "example.co.uk", "b.a.example", "other.github.io"])
    for number in 0..<5_000 {
      _ = hosts.set(
        try DomainName("h\(number).\(site)"), .init(includesSubdomains: false, end: 99))
    }
    #expect(hosts.entries.count == 4 + StrictHosts.siteLimit)
    for name in ["a.example", "example.co.uk", "b.a.example", "other.github.io"] {
      #expect(hosts.covers(try CanonicalHost(name), at: 0), "\(name)")
    }
    #expect(hosts.covers(try CanonicalHost("h4936.\(site)"), at: 0))
    #expect(!hosts.covers(try CanonicalHost("h4935.\(site)"), at: 0))
  }

  @Test func `HSTS hosts of the program are never removed and displace no others`() throws {
    var hosts = StrictHosts()
    let added = StrictHosts.Entry(includesSubdomains: false, end: 9, isAdded: true)
    for number in 0..<5_000 { _ = hosts.set(try DomainName("a\(number).one.example"), added) }
    for number in 0..<5_000 {
      let host = try DomainName("h\(number).example")
      _ = hosts.set(host, .init(includesSubdomains: false, end: 99))
    }
    #expect(hosts.entries.count == 5_000 + StrictHosts.limit)
    #expect(hosts.covers(try CanonicalHost("a0.one.example"), at: 0))
    // A later rule of the host itself replaces it, and it stays one of the program's.
    let rule = try #require(StrictTransportRule("max-age=100; includeSubDomains"))
    _ = hosts.receive(rule, from: try DomainName("a0.one.example"), at: 0)
    #expect(
      hosts.entries[try DomainName("a0.one.example")]
        == .init(includesSubdomains: true, end: 100, isAdded: true))
    // A host that the program adds no longer counts as learned.
    _ = hosts.set(try DomainName("h4999.example"), added)
    _ = hosts.set(try DomainName("new.example"), .init(includesSubdomains: false, end: 99))
    #expect(hosts.covers(try CanonicalHost("h904.example"), at: 0))
  }

  @Test func `the order of use of HSTS hosts stays correct after removals`() {
    var order = UseOrder<Int>()
    #expect(order.oldest == nil && order.members == [])
    for member in [1, 2, 3, 4, 2, 4, 4, 1] { order.use(member) }
    #expect(order.members == [3, 2, 4, 1] && order.oldest == 3 && order.count == 4)
    order.remove(4)
    order.remove(4)
    #expect(order.members == [3, 2, 1])
    order.remove(3)
    order.remove(1)
    order.use(5)
    #expect(order.members == [2, 5] && order.oldest == 2)
    order.remove(5)
    order.remove(2)
    #expect(order.members == [] && order.oldest == nil && order.count == 0)
  }

  @Test func `learning a host costs the same with many hosts as with few`() throws {
    /// The least processor time of three runs that learn 1,000 hosts after a number of others.
    ///
    /// The time of this thread alone does not depend on concurrent tests.
    func time(after count: Int) throws -> UInt64 {
      let rule = StrictHosts.Entry(includesSubdomains: false, end: 99)
      var least = UInt64.max
      for _ in 0..<3 {
        var hosts = StrictHosts()
        for number in 0..<count { _ = hosts.set(try DomainName("h\(number).example"), rule) }
        let names = try (0..<1_000).map { try DomainName("n\($0).example") }
        let start = apus_test_thread_nanoseconds()
        for name in names { _ = hosts.set(name, rule) }
        least = min(least, apus_test_thread_nanoseconds() - start)
      }
      return least
    }
    // Each host after the limit removes another one; a search for it would look at 4,096 hosts.
    let (few, many) = (try time(after: 0), try time(after: StrictHosts.limit))
    #expect(many < few * 10, "\(few) for the first, \(many) for the last")
  }

  private func text(_ hosts: StrictHosts) -> String { String(decoding: hosts.text, as: UTF8.self) }

  @Test func `a written HSTS file is read with the same hosts and order`() throws {
    var hosts = try hosts([
      ("b.example", "max-age=9; includeSubDomains"), ("a.example.", "max-age=8"),
      ("b\u{fc}cher.example", "max-age=7"),
    ])
    _ = hosts.set(
      try DomainName("z.example"), .init(includesSubdomains: false, end: 6, isAdded: true))
    hosts.use(try DomainName("b.example"))
    #expect(
      text(hosts).split(separator: "\n").dropFirst() == [
        "z.example\tFALSE\t6\tADDED", "a.example\tFALSE\t8", "xn--bcher-kva.example\tFALSE\t7",
        "b.example\tTRUE\t9",
      ])
    let again = try StrictHosts(parsing: hosts.text, at: 0)
    #expect(again.entries == hosts.entries && again.names == hosts.names)
    #expect(try StrictHosts(parsing: hosts.text, at: 8).entries.count == 1)
    #expect(try StrictHosts(parsing: StrictHosts().text, at: 0).entries.isEmpty)
  }

  @Test func `a hand-written file of HSTS hosts needs no digest and may have comments`() throws {
    let text = "# mine\n\na.example\ttrue\t9\n#b.example\tTRUE\t9\nc.example\tFALSE\t8\tADDED"
    let hosts = try StrictHosts(parsing: Array(text.utf8), at: 0)
    #expect(hosts.entries.count == 2)
    #expect(hosts.entries[try DomainName("c.example")]?.isAdded == true)
  }

  @Test(arguments: [
    "\t\t", "c.example", "c.example\tTRUE", "c.example TRUE 9", "c.example\tYES\t9",
    "c.example\tTRUE\t-9", "c.example\tTRUE\t9\t", "c.example\tTRUE\t9\tOWN",
    "c.example\tTRUE\t9\tADDED ", "c.example\tTRUE\t", "10.0.0.1\tTRUE\t9", "[::1]\tTRUE\t9",
    "c d.example\tTRUE\t9", "\u{0}\tTRUE\t9", " ", "c.example\tTRUE\t99999999999999999999999",
  ])
  func `the error for an invalid line of an HSTS file contains the line number`(line: String) throws
  {
    for (text, number) in [
      (line, 1), ("a.example\tTRUE\t9\n\(line)\nb.example\tTRUE\t9\n", 2),
      ("#\n\na.example\tTRUE\t9\n\(line)", 4),
    ] {
      #expect(throws: StrictHosts.TextError.line(number)) {
        try StrictHosts(parsing: Array(text.utf8), at: 0)
      }
    }
  }

  @Test func `a damaged HSTS file is an error unless all hosts can be read`() throws {
    let hosts = try hosts([
      ("b.example", "max-age=9; includeSubDomains"), ("a.example", "max-age=88"),
    ])
    let whole = hosts.text
    func expectNoLoss(_ bytes: [UInt8]) {
      guard let read = try? StrictHosts(parsing: bytes, at: 0) else { return }
      #expect(read.entries == hosts.entries, "\(String(decoding: bytes, as: UTF8.self))")
    }
    for count in 0..<whole.count {
      #expect(throws: StrictHosts.TextError.self) {
        try StrictHosts(parsing: Array(whole.prefix(count)), at: 0)
      }
    }
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        expectNoLoss(bytes)
      }
      var (shorter, longer) = (whole, whole)
      shorter.remove(at: index)
      longer.insert(0x0a, at: index)
      expectNoLoss(shorter)
      expectNoLoss(longer)
    }
    #expect(throws: StrictHosts.TextError.digest) { try StrictHosts(parsing: [], at: 0) }
    #expect(throws: StrictHosts.TextError.digest) {
      try StrictHosts(parsing: whole + whole.dropFirst(99), at: 0)
    }
  }
}
