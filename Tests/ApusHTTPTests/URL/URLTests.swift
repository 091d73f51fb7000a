import ApusHTTP
import Testing

/// RFC 3986 section 3 and RFC 9110 section 4.2.
struct URLTests {
  private func text(_ url: String) throws -> String { try HTTP.URL(url).description }

  @Test func `a URL is parsed into its scheme, host, port, path, query and fragment`() throws {
    let url = try HTTP.URL("HTTPS://Example.COM:8443/a/b;c?d=e&f#g")
    #expect(url.scheme == .https)
    #expect(url.host == .name(try DomainName("example.com")))
    #expect(url.zone == nil)
    #expect(url.port == 8443)
    #expect(url.path == "/a/b;c")
    #expect(url.query == "d=e&f")
    #expect(url.fragment == "g")
    #expect(url.description == "https://example.com:8443/a/b;c?d=e&f#g")
  }

  @Test(arguments: [
    ("http://h", "http://h"), ("http://h/", "http://h/"), ("HTTP://H:80/", "http://h/"),
    ("https://h:443", "https://h"), ("https://h:/", "https://h/"),
    ("http://h:443/", "http://h:443/"),
    ("http://h?q", "http://h?q"), ("http://h#f", "http://h#f"), ("http://h?", "http://h?"),
    ("http://h/a/./b/../c", "http://h/a/c"), ("http://h/..", "http://h/"),
    ("http://h/%7euser/%2F%2f", "http://h/%7euser/%2F%2f"), ("http://[0:0::1]/", "http://[::1]/"),
  ])
  func `equivalent spellings of a URL have the same canonical form`(_ written: String, form: String)
    throws
  {
    #expect(try text(written) == form)
    #expect(try HTTP.URL(written) == HTTP.URL(form))
  }

  @Test(arguments: [
    ("http://h/café", "http://h/caf%C3%A9"), ("http://h/?q=ü|{}", "http://h/?q=%C3%BC%7C%7B%7D"),
    ("http://h/a[1]?b[]=c", "http://h/a%5B1%5D?b%5B%5D=c"), ("http://h/#a#b", "http://h/#a%23b"),
    ("http://h/\"<>^`", "http://h/%22%3C%3E%5E%60"), ("http://h/e\u{301}", "http://h/e%CC%81"),
    ("http://h/\u{85}\u{2028}", "http://h/%C2%85%E2%80%A8"),
  ])
  func `brackets, quotes and non-ASCII characters in a URL path are percent-encoded`(
    _ written: String, form: String
  )
    throws
  {
    #expect(try text(written) == form)
  }

  @Test func `control characters, spaces and backslashes are rejected in every URL component`() {
    let forbidden = Array(0x00...0x20) + [0x5c, 0x7f]
    for start in [
      "", "ht", "http:", "http://", "http://h", "http://h:8", "http://h/", "http://h?", "http://h#",
    ] {
      for byte in forbidden {
        let bytes = Array(start.utf8) + [UInt8(byte)] + Array("x".utf8)
        let error = HTTP.InvalidURL.forbiddenByte(at: start.utf8.count, byte: UInt8(byte))
        #expect(throws: error) { try HTTP.URL(bytes.span) }
      }
    }
  }

  @Test(arguments: [
    ("http://h/%", 9), ("http://h/%4", 9), ("http://h/a%zz", 10), ("http://h?%+5", 9),
    ("http://h#%2", 9), ("http://h/%25%", 12),
  ])
  func `a URL with a percent sign without two hexadecimal digits is rejected`(
    _ text: String, at: Int
  ) {
    #expect(throws: HTTP.InvalidURL.malformedPercentEncoding(at: at)) { try HTTP.URL(text) }
  }

  @Test func `the error for an unsupported URL scheme contains the scheme`() {
    #expect(throws: HTTP.InvalidURL.unsupportedScheme("ftp")) { try HTTP.URL("FTP://h/") }
    #expect(throws: HTTP.InvalidURL.unsupportedScheme("file")) { try HTTP.URL("file:///etc") }
    #expect(throws: HTTP.InvalidURL.unsupportedScheme("h")) { try HTTP.URL("h:80") }
  }

  @Test func `a request target contains the path and query but never the fragment of a URL`() throws
  {
    let url = try HTTP.URL("http://h:8080/a?b#c")
    #expect(url.requestTarget == "/a?b")
    #expect(url.absoluteForm == "http://h:8080/a?b")
    let bare = try HTTP.URL("https://h?b#c")
    #expect(bare.requestTarget == "/?b")
    #expect(bare.absoluteForm == "https://h/?b")
    #expect(try HTTP.URL("https://h").requestTarget == "/")
  }

  @Test func `parsing a URL with a user returns the user, and the initializer throws`() throws {
    let parsed = try HTTP.URL.parse("https://user:p%40ss@h/a")
    #expect(parsed.url.description == "https://h/a")
    #expect(parsed.credentials?.user == "user")
    #expect(parsed.credentials?.password == "p@ss")
    #expect(throws: HTTP.InvalidURL.unexpectedUserinfo(at: 8)) {
      try HTTP.URL("https://user:p%40ss@h/a")
    }
  }

  @Test func `a URL at the length limit is accepted, and one more byte is rejected`() throws {
    let start = "http://h/"
    let atLimit = start + String(repeating: "a", count: HTTP.URL.limit - start.utf8.count)
    let limit = HTTP.URL.limit
    #expect(try text(atLimit) == atLimit)
    #expect(throws: HTTP.InvalidURL.tooLong(count: limit + 1, limit: limit)) {
      try HTTP.URL(atLimit + "a")
    }
  }

  @Test(arguments: ["http://h/", "https://h:81?", "http://[::1]#", "http://h/a?b#"])
  func `a URL that exceeds the length limit after percent-encoding is rejected`(_ start: String)
    throws
  {
    let limit = HTTP.URL.limit
    let fitting = (limit - start.utf8.count) / 3
    let repaired = start + String(repeating: "|", count: fitting)
    let count = start.utf8.count + 3 * fitting
    #expect(try text(repaired).utf8.count == count)
    #expect(throws: HTTP.InvalidURL.tooLong(count: count + 3, limit: limit)) {
      try HTTP.URL(repaired + "|")
    }
  }

  @Test func `every URL error has a description with its offset and cause`() {
    let errors: [(HTTP.InvalidURL, String)] = [
      (.tooLong(count: 2, limit: 1), "the URL has 2 bytes, but at most 1 bytes are allowed"),
      (.forbiddenByte(at: 3, byte: 0x0a), "byte 3: the byte 0x0a is not allowed in a URL"),
      (.unsupportedScheme("ftp"), "the URL has the scheme ftp instead of http or https"),
      (
        .malformedHost(at: 7, .empty),
        "the host at byte 7 of the URL is not valid: the host name is empty"
      ),
      (.malformedPort(at: 9), "byte 9: the port of the URL is not a number from 1 to 65535"),
    ]
    for (error, description) in errors { #expect(error.description == description) }
  }

  @Test func `an error description contains at most 128 characters of received text`() {
    let long = String(repeating: "\u{202e}\n", count: 30_000)
    let errors: [any Error] = [
      HTTP.InvalidURL.unsupportedScheme(long), HTTP.InvalidCoding.unknownCoding(long),
      HTTP.InvalidValue.unsupportedCharset(long),
      HTTP.InvalidValue.conflictingParameters(name: long),
    ]
    for error in errors {
      #expect("\(error)".unicodeScalars.count < 250, "\(error)")
      #expect("\(error)".unicodeScalars.contains("\n") == false)
    }
  }
}
