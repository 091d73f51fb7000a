import ApusHTTP
import Testing

/// Texts that have made two parsers see two hosts.
struct URLSecurityTests {
  private func host(_ text: String) throws -> String { try HTTP.URL(text).host.description }

  @Test(arguments: [
    ("http://a#@b", "a"), ("http://a?@b", "a"), ("http://a/@b", "a"), ("http://a#b@c@d", "a"),
    ("http://a/\u{2216}@b", "a"), ("http://a:80#@b:81", "a"), ("http://a?://b", "a"),
    ("http://a//b", "a"), ("http://127.0.0.1#.b", "127.0.0.1"),
  ])
  func `an at sign after the authority of a URL does not change the host`(
    _ text: String, expected: String
  ) throws {
    #expect(try host(text) == expected)
  }

  @Test(arguments: [
    ("http://a\\@b/", 8), ("http://a\\b/", 8), ("http:\\\\a/", 5), ("http://a/\\@b", 9),
    ("\\\\a/b", 0), ("http://a\tb/", 8), ("http://a\nb/", 8), ("http://a\r\n@b/", 8),
    ("ht\ttp://a/", 2), (" http://a/", 0), ("http://a/ ", 9), ("http://a b/", 8),
    ("http://a\u{0}.b/", 8), ("http://a/\u{7f}", 9),
  ])
  func `a URL with a control character, a space or a backslash is rejected`(_ text: String, at: Int)
  {
    #expect(throws: HTTP.InvalidURL.forbiddenByte(at: at, byte: Array(text.utf8)[at])) {
      try HTTP.URL.parse(text)
    }
  }

  @Test(arguments: [
    ("http://a@b@c/", 10), ("http://a@@b/", 9), ("http://@@a", 8), ("http://a:b@c:d@e", 14),
  ])
  func `a URL with a second @ in its authority is rejected`(_ text: String, at: Int) {
    #expect(throws: HTTP.InvalidURL.repeatedAt(at: at)) { try HTTP.URL.parse(text) }
  }

  @Test(arguments: [
    "http://[::1", "http://[::1/", "http://::1]/", "http://[[::1]]/", "http://[]/", "http://[a]/",
    "http://[127.0.0.1]/", "http://[v1.x]/", "http://a[b]/", "http://a]/", "http://[::1%2525/",
    "http://[::1]@[::2/", "http://[/]", "http://[?]", "http://[#]",
  ])
  func `a URL with misplaced brackets in its authority is rejected`(_ text: String) {
    #expect { try HTTP.URL(text) } throws: { error in
      if case .malformedHost? = error as? HTTP.InvalidURL { true } else { false }
    }
  }

  @Test(arguments: [
    "http://1.2.3.4%2fx/", "http://a%2fb/", "http://a%00/", "http://a%40b/", "http://a%2eb/",
    "http://%61/", "http://%/", "http://a%3a80/", "http://%5b::1%5d/",
  ])
  func `a URL with a percent sign in its host is rejected`(_ text: String) {
    #expect { try HTTP.URL(text) } throws: { error in
      if case .malformedHost? = error as? HTTP.InvalidURL { true } else { false }
    }
  }

  @Test(arguments: [
    "http://0x7f.1/", "http://0x7f000001/", "http://127.1/", "http://2130706433/",
    "http://0177.0.0.1/", "http://127.0.0.01/", "http://127.0.0.256/", "http://1.2.3/",
    "http://1.2.3.4.5/", "http://a.0x1/", "http://0/",
  ])
  func `an IPv4 address in a URL must consist of four decimal numbers`(_ text: String) {
    #expect { try HTTP.URL(text) } throws: { error in
      if case .malformedHost? = error as? HTTP.InvalidURL { true } else { false }
    }
  }

  @Test(arguments: [
    ("http://a:b@c/", "c"), ("http://1.2.3.4%2f@x", "x"), ("http://a:80@b:81/", "b"),
  ])
  func `the user of a URL is never parsed as the host`(_ text: String, expected: String) throws {
    let parsed = try HTTP.URL.parse(text)
    #expect(parsed.url.host.description == expected)
    #expect(parsed.credentials != nil)
    #expect(throws: HTTP.InvalidURL.unexpectedUserinfo(at: 7)) { try HTTP.URL(text) }
  }

  @Test func `the error for a URL with a user contains neither the user nor the password`() throws {
    let texts = [
      "http://hidden@b", "http://hidden@b@c", "http://hidden:secret^@b", "http://hidden@[b",
      "http://hidden:secret@b:99999", "http://hidden%zz@b", "http://hidden secret@b",
    ]
    for text in texts {
      #expect { try HTTP.URL(text) } throws: { error in
        let shown = "\(error) \(String(reflecting: error))"
        return !shown.contains("hidden") && !shown.contains("secret")
      }
    }
  }

  @Test(arguments: [
    ("http://h/a/../../b", "/b"), ("http://h/%2e%2e/%2E./b", "/b"), ("http://h/a%2fb", "/a%2fb"),
    ("http://h/..%2fb", "/..%2fb"), ("http://h/a/..;/b", "/a/..;/b"), ("http://h//b/..", "//"),
  ])
  func `an encoded slash in a path is not a separator when dot segments are removed`(
    _ text: String, path: String
  ) throws {
    #expect(try HTTP.URL(text).path == path)
  }

  @Test func `no text of a URL contains its zone identifier`() throws {
    let url = try HTTP.URL("https://[fe80::1%25eth0]:8443/a?b#c")
    #expect(url.zone == "eth0")
    let texts = [
      url.description, url.authority, url.absoluteForm, url.requestTarget, url.host.description,
      url.origin.description, url.origin.authorityForm,
    ]
    for text in texts { #expect(!text.contains("eth0") && !text.contains("%")) }
  }

  @Test(arguments: [
    "http://[fe80::1%25]/", "http://[fe80::1%25a%2fb]/", "http://[%25eth0]/",
    "http://h%25eth0/", "http://1.2.3.4%25eth0/", "http://[::%31]", "http://[::%31]/",
    "http://[fe80::1%65th0]/", "http://[%3a%3a1]/",
  ])
  func `a zone identifier is accepted only with an IPv6 address`(_ text: String) {
    #expect { try HTTP.URL(text) } throws: { error in
      if case .malformedHost? = error as? HTTP.InvalidURL { true } else { false }
    }
  }
}
