import ApusHTTP
import ApusNames
import Testing

@testable import ApusSession

/// Hosts that are asked over TLS alone, as a value. RFC 6797.
@Suite struct StrictHostsTests {
  private func hosts(
    _ said: [(host: String, rule: String)], at now: Int64 = 0
  ) throws -> StrictHosts {
    var hosts = StrictHosts()
    for (host, text) in said {
      hosts.receive(
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
  func `section 6.1: a field says for how long, and whether for those below`(
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
  func `section 8.1: a field that is malformed says nothing`(text: String) {
    #expect(StrictTransportRule(HTTP.FieldValue(text)) == nil)
  }

  @Test func `a field may have 4,096 bytes and no more`() {
    let begin = "max-age=7; x="
    let longest = begin + String(repeating: "y", count: 4_096 - begin.utf8.count)
    #expect(StrictTransportRule(HTTP.FieldValue(longest))?.age == 7)
    #expect(StrictTransportRule(HTTP.FieldValue(longest + "y")) == nil)
  }

  @Test func `security 19, section 8.2: a host is meant, and those below it where it says so`()
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
  func `security 19: a host that is below and has said nothing of those below it is still below`()
    throws
  {
    let hosts = try hosts([
      ("all.example", "max-age=9; includeSubDomains"), ("www.all.example", "max-age=5"),
    ])
    #expect(hosts.covers(try CanonicalHost("www.all.example"), at: 8))
    #expect(hosts.covers(try CanonicalHost("a.www.all.example"), at: 8))
  }

  @Test func `an age of zero forgets, and a later word counts`() throws {
    let host = try CanonicalHost("a.example")
    let forgotten = try hosts([("a.example", "max-age=9"), ("a.example", "max-age=0")])
    #expect(!forgotten.covers(host, at: 0) && forgotten.entries.isEmpty)
    let shorter = try hosts([("a.example", "max-age=9"), ("a.example", "max-age=5")])
    #expect(shorter.covers(host, at: 4) && !shorter.covers(host, at: 5))
  }

  @Test func `a host is remembered for ten years at most`() throws {
    let hosts = try hosts([("a.example", "max-age=99999999999999999999")], at: 1_000)
    let host = try CanonicalHost("a.example")
    #expect(hosts.covers(host, at: 999 + StrictHosts.longestAge))
    #expect(!hosts.covers(host, at: 1_000 + StrictHosts.longestAge))
  }

  @Test func `of 4,097 hosts the one whose time ends first makes room`() throws {
    var hosts = StrictHosts()
    func add(_ number: Int, until end: Int64) throws {
      hosts.set(
        try DomainName("h\(number).example"), .init(includesSubdomains: false, end: end), at: 0)
    }
    for number in 0..<StrictHosts.limit { try add(number, until: Int64(10_000 - number)) }
    try add(7, until: 20_000)
    #expect(hosts.entries.count == 4_096)
    #expect(hosts.covers(try CanonicalHost("h4095.example"), at: 0))
    try add(5_000, until: 9_000)
    #expect(hosts.entries.count == 4_096)
    #expect(!hosts.covers(try CanonicalHost("h4095.example"), at: 0))
    #expect(hosts.covers(try CanonicalHost("h4094.example"), at: 0))
    #expect(hosts.covers(try CanonicalHost("h5000.example"), at: 0))
  }

  @Test func `a file is read as it was written, and lines that are no hosts are passed over`()
    throws
  {
    let hosts = try hosts([
      ("b.example", "max-age=9; includeSubDomains"), ("a.example.", "max-age=8"),
      ("b\u{fc}cher.example", "max-age=7"),
    ])
    let text = String(decoding: hosts.text, as: UTF8.self)
    #expect(
      text.split(separator: "\n").dropFirst() == [
        "a.example\tFALSE\t8", "b.example\tTRUE\t9", "xn--bcher-kva.example\tFALSE\t7",
      ])
    #expect(StrictHosts(parsing: hosts.text, at: 0) == hosts)
    let broken = [
      "#c.example\tTRUE\t9", "", "\t\t", "c.example", "c.example\tTRUE", "c.example TRUE 9",
      "c.example\tYES\t9", "c.example\tTRUE\t-9", "c.example\tTRUE\t9\t", "c.example\tTRUE\t",
      "10.0.0.1\tTRUE\t9", "[::1]\tTRUE\t9", "c d.example\tTRUE\t9", "\u{0}\tTRUE\t9",
      "c.example\tTRUE\t99999999999999999999999",
    ].joined(separator: "\n")
    #expect(StrictHosts(parsing: Array("\(broken)\n\(text)\(broken)".utf8), at: 0) == hosts)
    #expect(StrictHosts(parsing: Array(text.utf8), at: 8).entries.count == 1)
    #expect(StrictHosts(parsing: Array("a.example\ttrue\t9".utf8), at: 0).entries.count == 1)
  }
}
