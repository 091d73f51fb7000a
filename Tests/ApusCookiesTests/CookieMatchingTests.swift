import ApusCookies
import ApusHTTP
import ApusNames
import Testing

/// RFC 6265bis sections 5.1.3, 5.1.4 and 5.8.3.
@Suite struct CookieMatchingTests {
  @Test func `a cookie without a Domain attribute is sent only to its host`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1", from: "http://example.org/")
    #expect(try trial.sent(to: "http://example.org:8080/") == "a=1")
    #expect(try trial.sent(to: "http://EXAMPLE.org/") == "a=1")
    #expect(try trial.sent(to: "http://example.org./") == "a=1")
    #expect(try trial.sent(to: "http://www.example.org/") == nil)
    #expect(try trial.sent(to: "http://org/") == nil)
  }

  @Test(arguments: ["example.org", ".example.org", "EXAMPLE.ORG", " .Example.org "])
  func `a cookie with a Domain attribute is sent to all hosts of the domain`(domain: String) throws
  {
    var trial = try CookieTrial()
    #expect(try trial.receive("a=1; Domain=\(domain)", from: "http://a.b.example.org/") == nil)
    #expect(try trial.sent(to: "http://example.org/") == "a=1")
    #expect(try trial.sent(to: "http://x.y.z.example.org/") == "a=1")
    #expect(try trial.sent(to: "http://badexample.org/") == nil)
    #expect(try trial.sent(to: "http://org/") == nil)
  }

  @Test(arguments: [
    ("other.org", CookieError.foreignDomain), ("x.www.example.org", .foreignDomain),
    ("ww.example.org", .foreignDomain), ("w.example.org", .foreignDomain),
    ("www.example.org.", .foreignDomain), ("..example.org", .malformedDomain),
    ("\"example.org\"", .malformedDomain), ("bücher.example.org", .malformedDomain),
    ("192.0.2.7", .foreignDomain), ("org", .publicSuffix), (".org", .publicSuffix),
  ])
  func `a cookie with the Domain of a foreign host is rejected`(
    domain: String, refusal: CookieError
  ) throws {
    var trial = try CookieTrial()
    #expect(try trial.receive("a=1; Domain=\(domain)", from: "http://www.example.org/") == refusal)
    #expect(trial.jar.isEmpty)
  }

  @Test(arguments: ["", ".", "example.org; Domain="])
  func `an empty Domain attribute has the effect of a missing Domain attribute`(domain: String)
    throws
  {
    var trial = try CookieTrial()
    try trial.receive("a=1; Domain=\(domain)", from: "http://www.example.org/")
    #expect(trial.jar.cookies(at: trial.now).map(\.isHostOnly) == [true])
  }

  @Test func `a host that is a public suffix can set only host-only cookies`() throws {
    var trial = try CookieTrial()
    #expect(try trial.receive("a=1; Domain=github.io", from: "http://github.io/") == nil)
    #expect(try trial.receive("b=1", from: "http://github.io/") == nil)
    #expect(try trial.receive("c=1; Domain=io", from: "http://github.io/") == .publicSuffix)
    // With the attribute a cookie is kept as without it.
    #expect(trial.jar.cookies(at: trial.now).map(\.isHostOnly) == [true, true])
    #expect(try trial.sent(to: "http://github.io/") == "a=1; b=1")
    #expect(try trial.sent(to: "http://user.github.io/") == nil)
  }

  @Test func `a cookie Domain above a wildcard public suffix is rejected`() throws {
    // The list has `*.kobe.jp`, so `kobe.jp` is not a suffix, and names below it have many owners.
    var jar = CookieJar()
    let url = try HTTP.URL("http://www.shop.kobe.jp/")
    let now = HTTP.Date(secondsSinceEpoch: 0)
    #expect(throws: CookieError.publicSuffix) {
      try jar.receive("a=1; Domain=kobe.jp".utf8.span, from: url, at: now)
    }
    #expect(throws: CookieError.publicSuffix) {
      try jar.receive("a=1; Domain=shop.kobe.jp".utf8.span, from: url, at: now)
    }
    try jar.receive("a=1; Domain=www.shop.kobe.jp".utf8.span, from: url, at: now)
    #expect(jar.count == 1)
  }

  @Test(arguments: ["192.0.2.7", "[2001:db8::7]"])
  func `an IP address as the cookie domain matches only the same IP address`(host: String) throws {
    var trial = try CookieTrial()
    #expect(try trial.receive("a=1; Domain=\(host)", from: "http://\(host)/") == nil)
    #expect(try trial.receive("b=1", from: "http://\(host)/") == nil)
    #expect(try trial.receive("c=1; Domain=2.7", from: "http://\(host)/") != nil)
    #expect(try trial.sent(to: "http://\(host)/") == "a=1; b=1")
    #expect(try trial.sent(to: "http://192.0.2.8/") == nil)
  }

  @Test func `a host-only cookie does not replace a domain cookie of the same name`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1; Path=/", from: "http://example.org/")
    try trial.receive("a=2; Path=/; Domain=example.org", from: "http://example.org/")
    try trial.receive("a=3; Path=/", from: "http://example.org/")
    #expect(try trial.sent(to: "http://example.org/") == "a=3; a=2")
  }

  @Test(arguments: [
    ("/a", "/a", true), ("/a", "/a/b", true), ("/a", "/ab", false), ("/a/", "/a/b", true),
    ("/a/", "/a", false), ("/", "/a", true), ("/a", "/", false), ("/a", "/b", false),
    ("/a", "/A", false), ("/", "", true),
  ])
  func `a cookie with the path /a is sent to /a and /a/b but not to /ab`(
    path: String, request: String, isSent: Bool
  ) throws {
    var trial = try CookieTrial()
    try trial.receive("a=1; Path=\(path)", from: "http://example.org/")
    #expect(try trial.sent(to: "http://example.org\(request)") == (isSent ? "a=1" : nil))
    #expect(try trial.sent(to: "http://example.org\(request)?q#f") == (isSent ? "a=1" : nil))
  }

  @Test(arguments: [
    ("", "/"), ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/c?d/e", "/a/b"),
  ])
  func `the default cookie path is the request path up to its last slash`(
    request: String, path: String
  ) throws {
    for attribute in ["", "; Path=", "; Path=x", "; Path=/x; Path"] {
      var trial = try CookieTrial()
      try trial.receive("a=1\(attribute)", from: "http://example.org\(request)")
      #expect(trial.jar.cookies(at: trial.now).map(\.path) == [path])
    }
  }

  @Test func `cookies with longer paths are sent first, then older cookies`() throws {
    var trial = try CookieTrial()
    for value in ["a=1; Path=/", "b=1; Path=/x", "c=1; Path=/", "d=1; Path=/x/y", "e=1; Path=/x"] {
      try trial.receive(value, from: "http://example.org/")
      trial.pass(1)
    }
    try trial.receive("a=2; Path=/", from: "http://example.org/")
    #expect(try trial.sent(to: "http://example.org/x/y") == "d=1; b=1; e=1; a=2; c=1")
    #expect(
      trial.jar.cookies(at: trial.now).map(\.description) == [
        "a=<sensitive>; example.org/", "b=<sensitive>; example.org/x",
        "c=<sensitive>; example.org/", "d=<sensitive>; example.org/x/y",
        "e=<sensitive>; example.org/x",
      ])
  }

  @Test func `the Cookie field contains cookies of the host and of its parent domains`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1; Domain=example.org; Path=/", from: "http://x.y.example.org/")
    try trial.receive("b=1; Domain=y.example.org; Path=/", from: "http://x.y.example.org/")
    try trial.receive("c=1", from: "http://x.y.example.org/")
    try trial.receive("d=1", from: "http://y.example.org/")
    #expect(try trial.sent(to: "http://x.y.example.org/") == "a=1; b=1; c=1")
    let url = try HTTP.URL("http://x.y.example.org/")
    #expect(trial.jar.cookies(for: url, at: trial.now).map(\.name) == ["a", "b", "c"])
  }
}
