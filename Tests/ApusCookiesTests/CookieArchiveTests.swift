import ApusCookies
import ApusHTTP
import ApusNames
import ApusSerialization
import Testing

/// Jars that are stored and read.
@Suite struct CookieArchiveTests {
  private let now = HTTP.Date(secondsSinceEpoch: 1_000)

  private func archive(_ text: String) throws -> CookieArchive {
    try JSONCoder().decode(CookieArchive.self, from: text)
  }

  private let entry = """
    {"name":"a","value":"1","path":"/","domain":"example.org","hostOnly":true,"secure":false,\
    "httpOnly":false,"created":10,"lastUsed":20}
    """

  @Test func `the encoded JSON text of a cookie archive does not change between versions`() throws {
    let cookie = try HTTP.Cookie(
      nameBytes: Array("a".utf8), valueBytes: [0xff], domain: CanonicalHost("[::1]"),
      isHostOnly: true, pathBytes: [0x2f], expiry: HTTP.Date(secondsSinceEpoch: 30),
      isSecure: true, isHTTPOnly: true, sameSite: .lax, created: HTTP.Date(secondsSinceEpoch: 10),
      lastUsed: HTTP.Date(secondsSinceEpoch: 20))
    let bytes = try JSONCoder().encode(CookieArchive(cookies: [cookie]))
    let expected = """
      {"version":1,"cookies":[{"name":"a","valueBase64":"/w==","path":"/","domain":"[::1]",\
      "hostOnly":true,"secure":true,"httpOnly":true,"expires":30,"created":10,"lastUsed":20,\
      "sameSite":"lax"}]}
      """
    #expect(try JSON.Value(parsing: bytes) == JSON.Value(parsing: expected))
    #expect(try JSONCoder().decode(CookieArchive.self, from: bytes).cookies == [cookie])
    let read = try archive("{\"version\":1,\"cookies\":[\(entry)]}")
    #expect(read.cookies.map(\.description) == ["a=<sensitive>; example.org/"])
    #expect(read.cookies[0].value == "1" && read.cookies[0].isSessionCookie)
    #expect(read.cookies[0].lastUsed == HTTP.Date(secondsSinceEpoch: 20))
  }

  @Test func `a restored cookie jar sends the same cookies as the original jar`() throws {
    var trial = try CookieTrial()
    for value in [
      "a=1; Path=/", "b=2; Domain=example.org; Max-Age=100", "__Host-c=3; Secure; Path=/; HttpOnly",
      "d; SameSite=Strict", "e=\u{e9}; Path=/a",
    ] {
      try trial.receive(value, from: "https://www.example.org/a/b")
    }
    try trial.receive([0x66, 0x3d, 0xff], from: "https://www.example.org/")
    let bytes = try JSONCoder().encode(trial.jar.archive(at: trial.now))
    var other = try CookieTrial()
    let archive = try JSONCoder().decode(CookieArchive.self, from: bytes)
    #expect(other.jar.restore(archive, at: other.now).isEmpty && archive.brokenEntryCount == 0)
    #expect(other.jar.cookies(at: trial.now) == trial.jar.cookies(at: trial.now))
    for url in [
      "https://www.example.org/a/b", "https://x.example.org/a/b", "http://www.example.org/",
    ] {
      let url = try HTTP.URL(url)
      #expect(other.jar.field(for: url, at: other.now) == trial.jar.field(for: url, at: trial.now))
    }
  }

  @Test func `expired cookies are neither archived nor restored`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1; Max-Age=10", from: "http://example.org/")
    try trial.receive("b=1; Max-Age=20", from: "http://example.org/")
    trial.pass(10)
    let archive = trial.jar.archive(at: trial.now)
    #expect(archive.cookies.map(\.name) == ["b"])
    trial.pass(10)
    var other = try CookieTrial()
    #expect(other.jar.restore(archive, at: trial.now).isEmpty)
    #expect(other.jar.isEmpty)
  }

  @Test(arguments: [
    "1", "null", "[]", "{}", "\"a\"",
    "{\"name\":\"a\"}", "{\"name\":\"a\",\"value\":\"1\",\"path\":\"/\",\"domain\":\"\"}",
  ])
  func `a cookie archive skips and counts an entry that is not a cookie`(broken: String) throws {
    let read = try archive("{\"version\":1,\"cookies\":[\(broken),\(entry),\(broken)]}")
    #expect(read.cookies.count == 1 && read.brokenEntryCount == 2)
  }

  @Test(arguments: [
    ("\"name\":\"a\"", "\"name\":\"a;b\""), ("\"name\":\"a\"", "\"name\":\"__Host-a\""),
    ("\"value\":\"1\"", "\"value\":\"1\\n\""), ("\"value\":\"1\"", "\"valueBase64\":\"*\""),
    ("\"path\":\"/\"", "\"path\":\"a\""), ("\"domain\":\"example.org\"", "\"domain\":\"a b\""),
    ("\"domain\":\"example.org\"", "\"domain\":\"1.2.3\""), ("true", "1"),
    ("\"created\":10", "\"created\":\"10\""), ("\"created\":10", "\"created\":1e99"),
    ("\"created\":10", "\"created\":10,\"sameSite\":\"x\""),
    ("\"created\":10", "\"created\":10,\"sameSite\":\"none\""),
  ])
  func `a decoded cookie with an invalid name, value or domain is rejected`(
    text: String, changed: String
  )
    throws
  {
    let parts = entry.split(separator: text, maxSplits: 1, omittingEmptySubsequences: false)
    let other = parts.joined(separator: changed)
    #expect(other != entry)
    let read = try archive("{\"version\":1,\"cookies\":[\(other)]}")
    #expect(read.cookies.isEmpty && read.brokenEntryCount == 1)
  }

  @Test(arguments: ["{}", "{\"version\":2,\"cookies\":[]}", "{\"version\":1}", "[]"])
  func `a cookie archive with a different JSON structure is rejected`(text: String) {
    #expect(throws: JSON.DecodingError.self) { try archive(text) }
  }

  @Test func `a restored cookie is rejected if the new jar's rules forbid it`() throws {
    let wide = try HTTP.Cookie(
      name: "a", value: "1", domain: CanonicalHost("co.uk"), isHostOnly: false, created: now)
    let late = try HTTP.Cookie(
      name: "b", value: "1", domain: CanonicalHost("example.org"),
      expiry: HTTP.Date(secondsSinceEpoch: 1 << 40), created: now)
    var trial = try CookieTrial()
    let refusals = trial.jar.restore(CookieArchive(cookies: [wide, late]), at: now)
    #expect(refusals == [.publicSuffix])
    let expiry = trial.jar.cookies(at: now).map(\.expiry?.secondsSinceEpoch)
    #expect(expiry == [now.secondsSinceEpoch + 400 * 86_400])
  }

  @Test func `a restored jar removes the least recently used cookie first`() throws {
    var limits = CookieJar.Limits()
    limits.cookies = 2
    var trial = try CookieTrial(limits: limits)
    try trial.receive("a=1", from: "http://a.org/")
    try trial.receive("b=1", from: "http://b.org/")
    trial.pass(1)
    #expect(try trial.sent(to: "http://a.org/") == "a=1")
    var other = try CookieTrial(limits: limits)
    other.jar.restore(trial.jar.archive(at: trial.now), at: trial.now)
    other.now = trial.now
    try other.receive("c=1", from: "http://c.org/")
    #expect(other.jar.cookies(at: other.now).map(\.name) == ["a", "c"])
  }
}
