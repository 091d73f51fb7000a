import ApusCookies
import ApusHTTP
import Testing

/// RFC 6265bis sections 5.5, 5.6.1, 5.6.2 and 5.7, step 6.
@Suite struct CookieExpiryTests {
  private let url = "http://example.org/"
  private let limit: Int64 = 400 * 86_400

  /// The lifetime of a received cookie in seconds; nil for the lifetime of the session.
  private func life(_ attributes: String) throws -> Int64? {
    var trial = try CookieTrial()
    try trial.receive("a=1; \(attributes)", from: url)
    guard let cookie = trial.jar.cookies(at: trial.now).first else { return 0 }
    return cookie.expiry.map { $0.secondsSinceEpoch - trial.now.secondsSinceEpoch }
  }

  @Test(arguments: [
    ("Max-Age=1", 1), ("Max-Age=007", 7), ("Max-Age=0", 0), ("Max-Age=-1", 0), ("Max-Age=-0", 0),
    ("Max-Age=34560000", 34_560_000), ("Max-Age=34560001", 34_560_000),
    ("Max-Age=99999999999999999999999999", 34_560_000), ("Max-Age=-99999999999999999999999999", 0),
    ("Expires=Mon, 01 Nov 2010 00:01:00 GMT", 60), ("Expires=Sun, 31 Oct 2010 00:00:00 GMT", 0),
    ("Expires=Fri, 01 Jan 9999 00:00:00 GMT", 34_560_000),
    ("Max-Age=0; Expires=Mon, 01 Nov 2010 00:01:00 GMT", 0),
    ("Max-Age=5; Expires=Sun, 31 Oct 2010 00:00:00 GMT", 5),
    ("Max-Age=5; Max-Age=6", 6), ("Max-Age=5; Max-Age=x", 5), ("Max-Age=x; Max-Age=5", 5),
    ("Expires=Mon, 01 Nov 2010 00:01:00 GMT; Expires=tomorrow", 60),
    ("Max-Age=x; Expires=Mon, 01 Nov 2010 00:01:00 GMT", 60),
  ])
  func
    `Max-Age counts before Expires, the last that can be read, for 400 days at most`(
      attributes: String, seconds: Int64
    ) throws
  {
    #expect(try life(attributes) == seconds)
  }

  @Test(arguments: [
    "", "Max-Age", "Max-Age=", "Max-Age=-", "Max-Age=+1", "Max-Age=1s", "Max-Age=1.5",
    "Max-Age=\"1\"", "Max-Age=--1", "Expires", "Expires=", "Expires=tomorrow", "Expires=0",
  ])
  func `a cookie without a valid Max-Age or Expires ends with the session`(attributes: String)
    throws
  {
    #expect(try life(attributes) == nil)
  }

  @Test func `a cookie expires exactly at the second of its expiry date`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1; Max-Age=10", from: url)
    trial.pass(9)
    #expect(try trial.sent(to: url) == "a=1")
    trial.pass(1)
    #expect(try trial.sent(to: url) == nil)
    #expect(trial.jar.cookies(at: trial.now).isEmpty)
    #expect(trial.jar.cookies(for: try HTTP.URL(url), at: trial.now).isEmpty)
    #expect(trial.jar.count == 1)
    trial.jar.removeExpired(at: trial.now)
    #expect(trial.jar.isEmpty)
  }

  @Test func `setting a cookie removes the expired cookies of every domain`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1; Max-Age=10", from: url)
    try trial.receive("b=1; Max-Age=20", from: url)
    try trial.receive("c=1", from: "http://other.org/")
    trial.pass(10)
    try trial.receive("c=2", from: "http://other.org/")
    #expect(trial.jar.count == 2)
    trial.pass(10)
    try trial.receive("c=3", from: "http://other.org/")
    #expect(trial.jar.count == 1)
  }

  @Test func `a cookie that an expired Set-Cookie removed is new when it is set again`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1", from: url)
    try trial.receive("b=2", from: url)
    try trial.receive("a=; Max-Age=0; Path=/x", from: url)
    #expect(try trial.sent(to: url) == "a=1; b=2")
    try trial.receive("a=; Max-Age=0", from: url)
    #expect(try trial.sent(to: url) == "b=2")
    try trial.receive("a=3", from: url)
    #expect(try trial.sent(to: url) == "b=2; a=3")
  }

  @Test func `the end of the session removes all session cookies`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1", from: url)
    try trial.receive("b=1; Max-Age=10", from: url)
    try trial.receive("c=1; Expires=x", from: "http://other.org/")
    trial.jar.expireSessions()
    #expect(trial.jar.cookies(at: trial.now).map(\.name) == ["b"])
    #expect(trial.jar.count == 1)
  }

  @Test func `cookies are removed by a condition, or all cookies at once`() throws {
    var trial = try CookieTrial()
    for value in ["a=1", "b=1; Path=/x", "c=1"] { try trial.receive(value, from: url) }
    trial.jar.remove { $0.path == "/x" || $0.name == "c" }
    #expect(trial.jar.cookies(at: trial.now).map(\.name) == ["a"])
    trial.jar.removeAll()
    #expect(trial.jar.isEmpty)
  }
}
