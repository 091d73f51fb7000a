import ApusCookies
import ApusHTTP
import Testing

/// RFC 6265bis section 5.6.
@Suite struct SetCookieTests {
  @Test(arguments: [
    ("a=1", "a=1"), (" a = 1 ", "a=1"), ("\ta\t=\t1\t; x", "a=1"), ("a=1=2", "a=1=2"),
    ("a=", "a="), ("a", "a"), ("=a", "a"), ("=a=b", "a=b"), ("a b=c d", "a b=c d"),
    ("a=\"1 2\"", "a=\"1 2\""), ("a=1, b=2", "a=1, b=2"), ("a=1\t2", "a=1\t2"),
    ("a=1;;;=;secure=no", "a=1"), ("é=ü", "é=ü"),
  ])
  func `a cookie ends at the first semicolon and splits at the first equals sign`(
    value: String, field: String
  ) throws {
    #expect(try CookieTrial.answer(to: value) == field)
  }

  @Test(arguments: ["", "=", " = ", ";", "; Secure", "\t"])
  func `a cookie without a name and without a value is rejected`(value: String) throws {
    var trial = try CookieTrial()
    #expect(try trial.receive(value, from: "http://a.example.org/") == .empty)
    #expect(trial.jar.isEmpty)
  }

  @Test func `a Set-Cookie field with a control character other than a tab is rejected`() throws {
    for byte: UInt8 in Array(0...0x1f) + [0x7f] where byte != 0x09 {
      for value in [[byte, 0x61], [0x61, 0x3d, byte], Array("a=1; Path=/".utf8) + [byte]] {
        var trial = try CookieTrial()
        let at = value.firstIndex(of: byte) ?? 0
        #expect(
          try trial.receive(value, from: "http://a.example.org/") == .controlCharacter(at: at))
        #expect(trial.jar.isEmpty)
      }
    }
  }

  @Test func `cookie bytes that are not valid text are stored unchanged`() throws {
    var trial = try CookieTrial()
    #expect(try trial.receive([0x61, 0xff, 0x3d, 0xc3], from: "http://a.example.org/") == nil)
    let field = trial.jar.field(for: try HTTP.URL("http://a.example.org/"), at: trial.now)
    #expect(field?.bytes == [0x61, 0xff, 0x3d, 0xc3])
    #expect(field?.isSensitive == true)
  }

  @Test func `a cookie's name and value have at most 4,096 bytes together`() throws {
    let value = String(repeating: "v", count: 4_095)
    #expect(try CookieTrial.answer(to: "n=\(value)") == "n=\(value)")
    #expect(try CookieTrial.answer(to: "\(value)n") == "\(value)n")
    var trial = try CookieTrial()
    for long in ["n=\(value)v", "nn=\(value)", "\(value)nn"] {
      #expect(
        try trial.receive(long, from: "http://a.example.org/")
          == .tooLong(count: 4_097, limit: 4_096))
    }
  }

  @Test func `a cookie attribute of more than 1,024 bytes is ignored`() throws {
    let path = "/" + String(repeating: "p", count: 1_023)
    var trial = try CookieTrial()
    try trial.receive("a=1; Path=/x; Path=\(path)", from: "http://a.example.org/")
    try trial.receive("b=1; Path=/x; Path=\(path)p", from: "http://a.example.org/")
    #expect(try trial.sent(to: "http://a.example.org\(path)") == "a=1")
    #expect(try trial.sent(to: "http://a.example.org/x") == "b=1")
  }

  @Test func `the last of several equal cookie attributes counts, in any letter case`() throws {
    var trial = try CookieTrial()
    try trial.receive("a=1; PATH=/x; path=/y; sEcUrE", from: "https://a.example.org/")
    #expect(try trial.sent(to: "https://a.example.org/x") == nil)
    #expect(try trial.sent(to: "https://a.example.org/y") == "a=1")
    #expect(try trial.sent(to: "http://a.example.org/y") == nil)
  }

  @Test func `the HttpOnly and SameSite attributes of a cookie are recorded`() throws {
    var trial = try CookieTrial()
    let values = [
      "a=1; HttpOnly; SameSite=Strict", "b=1; SameSite=lax", "c=1; SameSite=NONE; Secure",
      "d=1; SameSite=x", "e=1; SameSite=Lax; SameSite=x", "f=1",
    ]
    for value in values { #expect(try trial.receive(value, from: "https://a.example.org/") == nil) }
    let cookies = trial.jar.cookies(at: trial.now)
    #expect(cookies.map(\.sameSite) == [.strict, .lax, HTTP.Cookie.SameSite.none, nil, nil, nil])
    #expect(cookies.map(\.isHTTPOnly) == [true, false, false, false, false, false])
    #expect(try trial.sent(to: "https://a.example.org/") == "a=1; b=1; c=1; d=1; e=1; f=1")
  }

  @Test func `a cookie with SameSite=None and without Secure is rejected`() throws {
    var trial = try CookieTrial()
    let refusal = try trial.receive("a=1; SameSite=None", from: "https://a.example.org/")
    #expect(refusal == .sameSiteNoneWithoutSecure)
  }

  @Test func `each Set-Cookie field is processed, and errors are returned in field order`() throws {
    var trial = try CookieTrial()
    let fields = HTTP.Fields([
      (.setCookie, "a=1"), (.setCookie, "="), ("set-cookie", "b=2"), (.cookie, "c=3"),
      (.setCookie, "d=4; Domain=other.org"),
    ])
    let url = try HTTP.URL("http://a.example.org/")
    #expect(trial.jar.receive(fields, from: url, at: trial.now) == [.empty, .foreignDomain])
    #expect(try trial.sent(to: "http://a.example.org/") == "a=1; b=2")
  }

  @Test func `parsing a cookie with many attributes takes linear time`() throws {
    // In quadratic time it would take minutes.
    let value = "a=1" + String(repeating: ";", count: 100_000) + "Path=/x"
    #expect(try CookieTrial.answer(to: value, from: "http://a.example.org/x") == "a=1")
    let spaces = String(repeating: " ", count: 100_000)
    #expect(try CookieTrial.answer(to: "a" + spaces + "=" + spaces + "1") == "a=1")
  }
}
