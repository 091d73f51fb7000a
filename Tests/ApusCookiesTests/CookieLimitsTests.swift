import ApusHTTP
import Testing

@testable import ApusCookies

/// RFC 6265bis sections 5.7 and 6.1.
@Suite struct CookieLimitsTests {
  private let url = "https://example.org/"

  private func names(_ trial: CookieTrial) -> [String] {
    trial.jar.cookies(at: trial.now).map(\.name)
  }

  @Test func `the default cookie limits are 50 per domain and 3,000 in total`() {
    let limits = CookieJar.Limits()
    #expect(limits.cookiesPerDomain == 50 && limits.cookies == 3_000)
  }

  @Test func `the 51st cookie of a domain removes its least recently used cookie`()
    throws
  {
    var trial = try CookieTrial()
    for number in 0..<50 { try trial.receive("n\(number)=1; Path=/\(number)", from: url) }
    #expect(trial.jar.count == 50)
    #expect(try trial.sent(to: "https://example.org/0") == "n0=1")
    try trial.receive("m=1", from: url)
    #expect(trial.jar.count == 50)
    #expect(names(trial).prefix(2) == ["n0", "n2"])
    // Setting a cookie again uses it too.
    try trial.receive("n2=2; Path=/2", from: url)
    try trial.receive("o=1", from: url)
    #expect(names(trial).prefix(3) == ["n0", "n2", "n4"])
    // Other domains have their own share, hosts below the domain as well.
    try trial.receive("p=1", from: "https://www.example.org/")
    #expect(trial.jar.count == 51)
  }

  @Test func `a full domain removes expired cookies first, then insecure cookies`() throws {
    var limits = CookieJar.Limits()
    limits.cookiesPerDomain = 3
    var trial = try CookieTrial(limits: limits)
    try trial.receive("a=1; Secure", from: url)
    try trial.receive("b=1", from: url)
    try trial.receive("c=1; Secure; Max-Age=5", from: url)
    trial.pass(5)
    try trial.receive("d=1", from: url)
    #expect(names(trial) == ["a", "b", "d"])
    try trial.receive("e=1; Secure", from: url)
    #expect(names(trial) == ["a", "d", "e"])
    try trial.receive("f=1; Secure", from: url)
    #expect(names(trial) == ["a", "e", "f"])
    try trial.receive("g=1", from: url)
    #expect(names(trial) == ["a", "e", "f"])
    try trial.receive("h=1; Secure", from: url)
    #expect(names(trial) == ["e", "f", "h"])
  }

  @Test func `a full jar removes expired cookies first, then the least recently used cookie`()
    throws
  {
    var limits = CookieJar.Limits()
    limits.cookies = 3
    var trial = try CookieTrial(limits: limits)
    try trial.receive("a=1", from: "https://a.org/")
    try trial.receive("b=1", from: "https://b.org/")
    try trial.receive("c=1; Max-Age=5", from: "https://c.org/")
    #expect(try trial.sent(to: "https://a.org/") == "a=1")
    trial.pass(5)
    try trial.receive("d=1", from: "https://d.org/")
    #expect(names(trial) == ["a", "b", "d"])
    try trial.receive("e=1", from: "https://e.org/")
    #expect(names(trial) == ["a", "d", "e"])
    // A cookie that was used since the order was computed is after the others.
    #expect(try trial.sent(to: "https://a.org/") == "a=1")
    try trial.receive("f=1", from: "https://f.org/")
    #expect(names(trial) == ["a", "e", "f"])
    for number in 0..<20 { try trial.receive("n=1", from: "https://n\(number).org/") }
    #expect(
      trial.jar.cookies(at: trial.now).map { "\($0.domain)" } == ["n17.org", "n18.org", "n19.org"])
  }

  @Test func `a cookie jar contains at most 3,000 cookies`() throws {
    var trial = try CookieTrial()
    for number in 0..<3_010 {
      try trial.receive("n=1", from: "https://n\(number / 50).org/\(number)/")
    }
    #expect(trial.jar.count == 3_000)
    #expect(trial.jar.cookies(at: trial.now).first?.path == "/10")
  }

  @Test func `the total number of bytes in a cookie jar is limited`() throws {
    var limits = CookieJar.Limits()
    limits.byteCount = 20_000
    var trial = try CookieTrial(limits: limits)
    let value = String(repeating: "v", count: 4_000)
    for name in ["a", "b", "c", "d"] { try trial.receive("\(name)=\(value)", from: url) }
    #expect(names(trial) == ["a", "b", "c", "d"])
    try trial.receive("e=\(value)", from: "https://other.org/")
    #expect(names(trial) == ["b", "c", "d", "e"])
    try trial.receive("b=", from: url)
    try trial.receive("f=", from: url)
    #expect(names(trial) == ["b", "c", "d", "e", "f"])
    limits.byteCount = 0
    trial.jar.limits = limits
    try trial.receive("g=1", from: url)
    #expect(trial.jar.isEmpty)
  }

  @Test func `a Cookie field has at most 8,192 bytes`() throws {
    var trial = try CookieTrial()
    // Twice 4,095 bytes, and a semicolon and a space between them.
    for name in ["a", "b"] {
      try trial.receive("\(name)=\(String(repeating: "v", count: 4_093))", from: url)
    }
    #expect(try trial.sent(to: url)?.utf8.count == 8_192)
    try trial.receive("b=\(String(repeating: "v", count: 4_094))", from: url)
    try trial.receive("=c", from: url)
    // A cookie that does not fit is left out, and the cookies after it are still sent.
    #expect(try trial.sent(to: url)?.utf8.count == 4_095 + 2 + 1)
    trial.jar.limits.fieldByteCount = 1
    #expect(try trial.sent(to: url) == "c")
    trial.jar.limits.fieldByteCount = -1
    #expect(try trial.sent(to: url) == nil)
  }

  @Test func `a full Cookie field contains host-only cookies before domain cookies`() throws {
    let (host, sibling) = ("https://www.example.com/account/x", "https://evil.example.com/")
    var trial = try CookieTrial()
    try trial.receive("sid=1", from: "https://www.example.com/")
    try trial.receive("__Host-id=2; Secure; Path=/", from: "https://www.example.com/")
    try trial.receive("long=3; Path=/account", from: host)
    // Two of these leave no room for all cookies of the host.
    for name in ["a", "b", "c"] {
      let value = String(repeating: "v", count: 4_080)
      try trial.receive(
        "\(name)=\(value); Domain=example.com; Path=/account/x", from: sibling)
    }
    let sent = try #require(try trial.sent(to: host))
    let names = sent.split(separator: "; ").map { $0.split(separator: "=")[0] }
    #expect(names == ["a", "long", "sid", "__Host-id"])
    // Cookies of the host that fill the field by themselves are kept by their order.
    trial.jar.limits.fieldByteCount = 14
    #expect(try trial.sent(to: host) == "long=3; sid=1")
  }

  @Test func `a request examines only the cookies of its own domains`() throws {
    let now = HTTP.Date(secondsSinceEpoch: 0)
    var store = CookieStore()
    for number in 0..<300 {
      let name = "n\(number).org"
      let cookie = try HTTP.Cookie(
        name: "a", value: "1", domain: CanonicalHost(name), created: now)
      let place = CookieStore.Place(site: Array(name.utf8), domain: Array(name.utf8))
      store.insert(cookie, at: place, now: now, limits: CookieJar.Limits())
    }
    var met = 0
    let place = CookieStore.Place(site: Array("n7.org".utf8), domain: Array("n7.org".utf8))
    let entries = store.entries(at: [place]) { _ in
      met += 1
      return true
    }
    #expect(entries.count == 1 && met == 1)
  }

  @Test func `the count of a cookie jar equals the number of its stored cookies`() throws {
    var trial = try CookieTrial()
    for round in 0..<3 {
      for number in 0..<60 {
        try trial.receive("n\(number % 7)=\(round); Path=/\(number % 5)", from: url)
        try trial.receive("n=1; Max-Age=\(number % 3)", from: "https://n\(number % 11).org/")
      }
      trial.pass(1)
    }
    trial.jar.removeExpired(at: trial.now)
    #expect(trial.jar.count == trial.jar.cookies(at: trial.now).count)
    trial.jar.remove { _ in true }
    #expect(trial.jar.isEmpty)
  }
}
