import ApusHTTP
import Testing

/// RFC 3986 section 3.2.1.
struct UserinfoTests {
  private func credentials(_ userinfo: String) throws -> HTTP.Userinfo? {
    try HTTP.URL.parse("http://\(userinfo)@host/").credentials
  }

  @Test(
    arguments: [
      ("user", "user", nil), ("user:", "user", ""), (":", "", ""), ("", "", nil),
      ("user:p%40ss", "user", "p@ss"), ("a%3ab:c:d", "a:b", "c:d"),
      ("J%c3%bcrgen:%E2%82%AC", "Jürgen", "€"),
      ("!$&'():*+,;=-._~", "!$&'()", "*+,;=-._~"),
    ] as [(String, String, String?)])
  func `the user and password of a URL are decoded`(_ text: String, user: String, password: String?)
    throws
  {
    let credentials = try #require(try credentials(text))
    #expect(credentials.user == user)
    #expect(credentials.password == password)
  }

  @Test func `a URL without @ in its authority has no user`() throws {
    #expect(try HTTP.URL.parse("http://host/a@b").credentials == nil)
  }

  @Test(arguments: [
    ("a%00b", 8), ("%0d%0a", 7), ("a:%7F", 9), ("é", 7), ("a[b", 8), ("a^b", 8), ("%ff", 7),
    ("ok:%c3", 10),
  ])
  func `a user with a control character or invalid UTF-8 is rejected`(_ text: String, at: Int) {
    #expect(throws: HTTP.InvalidURL.malformedUserinfo(at: at)) { try credentials(text) }
  }

  @Test func `a user with a percent sign without two hexadecimal digits is rejected`() {
    #expect(throws: HTTP.InvalidURL.malformedPercentEncoding(at: 8)) { try credentials("a%4") }
  }

  @Test func `no description or dump of a parsed URL contains the user or the password`() throws {
    let parsed = try HTTP.URL.parse("http://hidden:secret@host/")
    let credentials = try #require(parsed.credentials)
    var dumped = ""
    dump(parsed, to: &dumped)
    for text in ["\(parsed)", "\(credentials)", String(reflecting: credentials), dumped] {
      #expect(!text.contains("hidden"))
      #expect(!text.contains("secret"))
    }
  }
}
