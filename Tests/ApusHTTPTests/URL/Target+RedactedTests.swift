import ApusHTTP
import Testing

/// The parts of a target that a log may show.
struct TargetRedactedTests {
  @Test(arguments: [
    ("users/7", "users/7"), ("", ""), ("/", "/"),
    ("users?api_key=secret&page=2", "users?api_key=…&page=…"),
    ("users?secret", "users?…"), ("users?", "users?"), ("users?a=&&=b", "users?a=…&&=…"),
    ("users?a=b=c?d", "users?a=…"), ("users?a=1#token=2", "users?a=…#…"),
    ("users#a?b=c", "users#…"),
    ("https://ada:pass@h/a?b=c", "https://<redacted>@h/a?b=…"),
    ("https://a@b:pass@h", "https://<redacted>@h"), ("//ada:pass@h/", "//<redacted>@h/"),
    ("https:/ada:pass@h/", "https:/<redacted>@h/"), ("https:ada:pass@h", "https:<redacted>@h"),
    ("https://h/ada@example.com", "https://h/ada@example.com"), ("ada@h/b", "ada@h/b"),
    ("a//b@c", "a//b@c"), ("a?b=//c:d@e", "a?b=…"), ("a\r\nb?c\u{85}=d", "a\\x0d\\x0ab?c\\u{85}=…"),
  ])
  func `a redacted request target omits the user, password and query values`(
    _ text: String, _ shown: String
  ) {
    #expect(HTTP.Target.reference(text).redacted == shown)
  }

  @Test func `the redacted text of a long request target is truncated`() {
    let path = String(repeating: "a", count: 3_000)
    let shown = HTTP.Target.reference(path + "?key=secret").redacted
    #expect(shown == path.prefix(2_048) + "…")
  }

  @Test func `descriptions of requests, heads, fields and redirects omit query values`() throws {
    let target = HTTP.Target.reference("/a?key=secret")
    #expect(HTTP.Request(.get, target).description == "GET /a?key=…")
    let head = HTTP.RequestHead(.get, HTTP.RequestTarget(.origin, target.text))
    #expect(head.description == "GET /a?key=… HTTP/1.1\n")
    let fields: HTTP.Fields = [
      "Location": "https://ada:pass@h/a?key=secret", "Referer": "/b?key=secret",
      "Content-Location": .sensitive("/c"), "Link": "</d>",
    ]
    #expect(
      fields.description.split(separator: "\n") == [
        "Location: https://<redacted>@h/a?key=…", "Referer: /b?key=…",
        "Content-Location: <sensitive>", "Link: </d>",
      ])
    let redirect = HTTP.Redirect(
      302, from: try HTTP.URL("https://h/a?b=secret"), to: try HTTP.URL("https://h/c?d=secret"))
    #expect("\(redirect)" == "302 from https://h/a?b=… to https://h/c?d=…")
  }
}
