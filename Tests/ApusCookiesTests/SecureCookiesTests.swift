import ApusCookies
import ApusHTTP
import Testing

/// RFC 6265bis sections 5.4 and 5.7, steps 12 to 22.
@Suite struct SecureCookiesTests {
  private let secure = "https://www.example.org/a/b"
  private let insecure = "http://www.example.org/a/b"

  @Test func `a Secure cookie is set and sent only over a secure connection`() throws {
    var trial = try CookieTrial()
    #expect(try trial.receive("a=1; Secure", from: insecure) == .secureFromInsecure)
    #expect(trial.jar.isEmpty)
    #expect(try trial.receive("a=1; Secure", from: secure) == nil)
    #expect(try trial.sent(to: insecure) == nil)
    #expect(try trial.sent(to: secure) == "a=1")
  }

  @Test(arguments: [
    "http://localhost/", "http://a.localhost/", "http://LOCALHOST./", "http://127.0.0.1/",
    "http://127.9.9.9/", "http://[::1]/",
  ])
  func `localhost counts as secure only if the cookie jar is configured for it`(url: String) throws
  {
    var strict = try CookieTrial()
    #expect(try strict.receive("a=1; Secure", from: url) == .secureFromInsecure)
    var trial = try CookieTrial(countsLoopbackAsSecure: true)
    #expect(try trial.receive("a=1; Secure", from: url) == nil)
    #expect(try trial.sent(to: url) == "a=1")
  }

  @Test(arguments: [
    "http://example.org/", "http://localhost.example.org/", "http://xlocalhost/",
    "http://126.0.0.1/", "http://128.0.0.1/", "http://[::2]/", "http://[::]/",
  ])
  func `a remote host never counts as secure over http`(url: String) throws {
    var trial = try CookieTrial(countsLoopbackAsSecure: true)
    #expect(try trial.receive("a=1; Secure", from: url) == .secureFromInsecure)
  }

  @Test(arguments: [
    "a=2; Path=/a", "a=2; Path=/a/b", "a=2; Path=/a; Domain=example.org",
    "a=; Path=/a; Max-Age=0", "=a=2; Path=/a",
  ])
  func `an insecure cookie cannot hide a Secure cookie with the same name`(value: String)
    throws
  {
    var trial = try CookieTrial()
    try trial.receive("a=1; Secure; Path=/a", from: secure)
    #expect(try trial.receive(value, from: insecure) == .shadowsSecure)
    #expect(try trial.sent(to: secure) == "a=1")
  }

  @Test(arguments: ["A=2; Path=/a", "b=2; Path=/a", "a=2; Path=/c", "a=2; Path=/", "a2; Path=/a"])
  func `an insecure cookie with a different name or path than a Secure one is accepted`(
    value: String
  )
    throws
  {
    var trial = try CookieTrial()
    try trial.receive("a=1; Secure; Path=/a", from: secure)
    #expect(try trial.receive(value, from: insecure) == nil)
  }

  @Test func `an insecure cookie cannot replace a Secure cookie of a parent or subdomain`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1; Secure; Domain=example.org; Path=/", from: secure)
    try trial.receive("b=1; Secure; Path=/", from: secure)
    #expect(try trial.receive("a=2", from: insecure) == .shadowsSecure)
    #expect(try trial.receive("b=2", from: "http://example.org/") == .shadowsSecure)
    #expect(try trial.receive("b=2", from: "http://other.example.org/") == nil)
    #expect(try trial.receive("b=2", from: "http://www.example.com/") == nil)
    // Over a secure connection a cookie that is not secure may take its place.
    #expect(try trial.receive("b=3; Path=/", from: secure) == nil)
    #expect(try trial.sent(to: insecure) == "b=3")
  }

  @Test func `an expired Secure cookie does not block an insecure cookie of the same name`() throws
  {
    var trial = try CookieTrial()
    try trial.receive("a=1; Secure; Path=/; Max-Age=10", from: secure)
    trial.pass(10)
    #expect(try trial.receive("a=2; Path=/", from: insecure) == nil)
  }

  @Test(arguments: ["__Secure-", "__secure-", "__SECURE-"])
  func `a cookie with the prefix __Secure- requires the Secure attribute`(prefix: String) throws {
    var trial = try CookieTrial()
    #expect(try trial.receive("\(prefix)a=1", from: secure) == .unmetPrefix(.secure))
    #expect(try trial.receive("\(prefix)a=1; Secure", from: insecure) == .secureFromInsecure)
    #expect(try trial.receive("\(prefix)a=1; Secure; Domain=example.org", from: secure) == nil)
    #expect(try trial.receive("x\(prefix)a=1", from: secure) == nil)
  }

  @Test(arguments: ["__Host-", "__host-", "__HOST-"])
  func `a cookie with the prefix __Host- requires Secure, no Domain and the path /`(
    prefix: String
  ) throws {
    var trial = try CookieTrial()
    for attributes in [
      "", "; Secure", "; Path=/", "; Secure; Path=/a", "; Secure; Domain=www.example.org; Path=/",
      "; Secure; Domain=example.org; Path=/", "; Secure; Path=/; Path=/a",
    ] {
      let refusal = try trial.receive("\(prefix)a=1\(attributes)", from: secure)
      #expect(refusal == .unmetPrefix(.host), "\(attributes)")
    }
    // Its path would be "/" without the attribute, and that is not enough.
    #expect(
      try trial.receive("\(prefix)a=1; Secure", from: "https://www.example.org/")
        == .unmetPrefix(.host))
    #expect(try trial.receive("\(prefix)a=1; Secure; Path=/", from: secure) == nil)
    #expect(try trial.sent(to: secure) == "\(prefix)a=1")
  }

  @Test(arguments: [
    ("=__Host-a=1", CookieError.Prefix.host), ("__Host-", .host), ("=__secure-a=1", .secure),
    ("__SECURE-a; Secure", .secure), ("=__Host-a=1; Secure; Path=/", .host),
  ])
  func `the value of a cookie without a name must not begin with a name prefix`(
    value: String, prefix: CookieError.Prefix
  ) throws {
    var trial = try CookieTrial()
    #expect(try trial.receive(value, from: secure) == .unmetPrefix(prefix))
    #expect(try trial.receive("a=__Host-a", from: secure) == nil)
  }
}
