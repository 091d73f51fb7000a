import ApusCookies
import ApusHTTP
import ApusNames
import Testing

/// RFC 6265bis section 5.7: cookies of a program's own.
@Suite struct CookieTests {
  private let now = HTTP.Date(secondsSinceEpoch: 1_288_569_600)

  private func cookie(
    _ name: String = "a", _ value: String = "1", domain: String = "example.org",
    isHostOnly: Bool = true, path: String = "/", expiry: Int64? = nil, isSecure: Bool = false,
    sameSite: HTTP.Cookie.SameSite? = nil
  ) throws -> HTTP.Cookie {
    try HTTP.Cookie(
      name: name, value: value, domain: CanonicalHost(domain), isHostOnly: isHostOnly, path: path,
      expiry: expiry.map { HTTP.Date(secondsSinceEpoch: now.secondsSinceEpoch + $0) },
      isSecure: isSecure, sameSite: sameSite, created: now)
  }

  @Test func `a cookie that the program inserts is sent in the next request`() throws {
    var trial = try CookieTrial()
    try trial.jar.insert(try cookie(), at: now)
    try trial.jar.insert(try cookie("b", isHostOnly: false, path: "/x"), at: now)
    try trial.jar.insert(try cookie("", "c=d"), at: now)
    #expect(try trial.sent(to: "http://example.org/x") == "b=1; a=1; c=d")
    #expect(try trial.sent(to: "http://www.example.org/x") == "b=1")
  }

  @Test(arguments: [
    ("", "", CookieError.empty), ("a;b", "1", .ambiguousPair), ("a", "1;2", .ambiguousPair),
    ("a=b", "1", .ambiguousPair), (" a", "1", .ambiguousPair), ("a", "1\t", .ambiguousPair),
    ("a\n", "1", .controlCharacter(at: 1)), ("a", "\u{7f}", .controlCharacter(at: 0)),
    ("__Host-a", "1", .unmetPrefix(.host)), ("__secure-a", "1", .unmetPrefix(.secure)),
    ("", "__Host-a", .unmetPrefix(.host)),
  ])
  func `the program cannot create a cookie with an invalid name or value`(
    name: String, value: String, refusal: CookieError
  ) {
    #expect(throws: refusal) { try cookie(name, value) }
  }

  @Test(arguments: ["", "a", "a/", "/;", "/\n", "/" + String(repeating: "p", count: 65_536)])
  func `the program cannot create a cookie with an invalid path`(path: String) {
    #expect(throws: CookieError.malformedPath) { try cookie(path: path) }
  }

  @Test func `a cookie that the program creates must meet the limits of received cookies`() throws {
    let long = String(repeating: "v", count: 4_096)
    #expect(throws: CookieError.tooLong(count: 4_097, limit: 4_096)) { try cookie("a", long) }
    #expect(throws: Never.self) { try cookie("", long) }
    #expect(throws: CookieError.sameSiteNoneWithoutSecure) {
      try cookie(sameSite: HTTP.Cookie.SameSite.none)
    }
    #expect(throws: CookieError.unmetPrefix(.host)) {
      try cookie("__Host-a", isHostOnly: false, isSecure: true)
    }
    #expect(throws: CookieError.unmetPrefix(.host)) {
      try cookie("__Host-a", path: "/a", isSecure: true)
    }
    #expect(throws: Never.self) { try cookie("__Host-a", isSecure: true) }
  }

  @Test func `an inserted cookie for a public suffix is rejected, and lives at most 400 days`()
    throws
  {
    var trial = try CookieTrial()
    let wide = try cookie(domain: "co.uk", isHostOnly: false)
    #expect(throws: CookieError.publicSuffix) { try trial.jar.insert(wide, at: now) }
    try trial.jar.insert(try cookie(domain: "co.uk"), at: now)
    try trial.jar.insert(try cookie("b", expiry: 1 << 40), at: now)
    let expiries = trial.jar.cookies(at: now).map(\.expiry?.secondsSinceEpoch)
    #expect(expiries == [nil, now.secondsSinceEpoch + 400 * 86_400])
  }

  @Test func `an inserted cookie replaces the stored cookie, or removes it if expired`() throws {
    var trial = try CookieTrial()
    try trial.jar.insert(try cookie("a", "1"), at: now)
    try trial.jar.insert(try cookie("b", "1"), at: now)
    try trial.jar.insert(try cookie("a", "2"), at: now)
    #expect(try trial.sent(to: "http://example.org/") == "a=2; b=1")
    try trial.jar.insert(try cookie("a", "2", expiry: 0), at: now)
    #expect(try trial.sent(to: "http://example.org/") == "b=1")
  }

  @Test func `descriptions and dumps of cookies, jars and archives omit cookie values`() throws {
    let secret = "hush"
    var jar = CookieJar()
    let cookie = try cookie("a", secret, isHostOnly: false, path: "/x")
    try jar.insert(cookie, at: now)
    var texts: [String] = [
      "\(cookie)", "\(jar)", String(reflecting: cookie), String(reflecting: jar),
    ]
    texts += ["\(jar.archive(at: now))", "\([cookie])", "\(CookieFile(cookies: [cookie]))"]
    for value: Any in [cookie, jar, jar.archive(at: now), CookieFile(cookies: [cookie])] {
      var text = ""
      dump(value, to: &text)
      texts.append(text)
    }
    #expect(texts.allSatisfy { !$0.contains(secret) && !$0.contains("104") })
    #expect(cookie.description == "a=<sensitive>; .example.org/x")
    let field = try #require(jar.field(for: try HTTP.URL("http://example.org/x"), at: now))
    #expect(!"\(field)".contains(secret))
  }

  @Test func `each cookie error has its own description without any part of the cookie`() {
    let errors: [CookieError] = [
      .controlCharacter(at: 3), .empty, .tooLong(count: 5, limit: 4), .ambiguousPair,
      .malformedPath, .malformedDomain, .foreignDomain, .publicSuffix, .secureFromInsecure,
      .shadowsSecure, .sameSiteNoneWithoutSecure, .unmetPrefix(.host), .unmetPrefix(.secure),
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
