import Testing

@testable import ApusHTTP

/// RFC 9110 section 7.2, RFC 3986 section 3.2.2.
struct HostFieldTests {
  private func parsed(_ text: String) -> (host: String, port: Int?)? {
    let bytes = Array(text.utf8)
    return HTTP.HostField(bytes.span).map {
      (String(decoding: bytes[$0.host], as: UTF8.self), $0.port)
    }
  }

  @Test(arguments: [
    ("", "", nil), ("h", "h", nil), ("h:", "h", nil), ("h:0", "h", 0), ("h:65535", "h", 65_535),
    ("h:00080", "h", 80), ("1.2.3.4:80", "1.2.3.4", 80), ("[::1]", "[::1]", nil),
    ("[::1]:443", "[::1]", 443), ("a-b_c~d.", "a-b_c~d.", nil), ("!$&'()*+,;=", "!$&'()*+,;=", nil),
    ("%41%fF", "%41%fF", nil), (":80", "", 80), (":", "", nil),
  ])
  func `a Host field is split into a host and an optional port`(
    _ text: String, host: String, port: Int?
  ) throws {
    let field = try #require(parsed(text))
    #expect(field.host == host && field.port == port)
  }

  @Test(arguments: [
    "a b", " a", "a ", "a/b", "a?b", "a#b", "u@h", "a\\b", "h:65536", "h:+1", "h:-1", "h:1x",
    "h: 1",
    "h:1:2", "[::1", "::1", "[::1]x", "[::1]]", "[]", "[a]", "[1.2.3.4]", "[::1%25e0]", "[v1.a]",
    "%", "%4", "%4g", "%g4", "a%", "h:99999999999999999999", "caf\u{e9}", "a,b c", "\"h\"", "<h>",
    "h:\u{661}", "[::1]:65536", "a]", "[", "h\t", "h\0",
  ])
  func `a Host field with an invalid host name is rejected`(_ text: String) {
    #expect(parsed(text)?.host == nil)
  }
}
