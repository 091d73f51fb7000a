import ApusHTTP
import Testing

/// RFC 3986 section 4.
struct ReferenceTests {
  @Test(arguments: [
    "", "#", "?", "?#", "a", "a/b", "/", "/a", "//h", "//h:81/a?b#c", "./a:b", "../..", "a?b?c#d?e",
    "?a=b:c/d@e", "http://h", "https://h:8443/a/../b?c#d",
  ])
  func `a valid URL reference is parsed and printed unchanged`(_ text: String) throws {
    #expect(try HTTP.Reference(text).description == text)
  }

  @Test(arguments: [
    "ftp://ftp.is.co.za/rfc/rfc1808.txt", "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
    "telnet://192.0.2.16:80/", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    "file:///etc/passwd", "javascript:alert(1)", "data:,", "a+b-c.1:", "g:h",
  ])
  func `URL references with other schemes are accepted`(_ text: String) throws {
    let reference = try HTTP.Reference(text)
    #expect(reference.description == text)
    #expect(reference.scheme == text.split(separator: ":").first.map(String.init))
  }

  @Test func `a URL reference is split into its components`() throws {
    let reference = try HTTP.Reference("HTTPS://Host:81/a/b?c?d#e?f")
    #expect(reference.scheme == "https")
    #expect(reference.authority == (try HTTP.Authority("host:81")))
    #expect(reference.path == "/a/b")
    #expect(reference.query == "c?d")
    #expect(reference.fragment == "e?f")
  }

  @Test func `a missing query is nil, and an empty query is an empty string`() throws {
    let empty = try HTTP.Reference("?#")
    #expect(empty.query == "")
    #expect(empty.fragment == "")
    let missing = try HTTP.Reference("")
    #expect(missing.query == nil)
    #expect(missing.fragment == nil)
    #expect(missing.authority == nil)
    #expect(missing != empty)
  }

  @Test(arguments: [(":", 0), (":a", 0), ("1a:b", 2), ("a_b:c", 3), ("%3a:b", 3), ("é:b", 2)])
  func `a colon in the first path segment of a relative reference is rejected`(
    _ text: String, at: Int
  ) {
    #expect(throws: HTTP.InvalidURL.colonInFirstSegment(at: at)) { try HTTP.Reference(text) }
  }

  @Test(arguments: [
    ("//", 2), ("///a", 2), ("http:", 5), ("http:a", 5), ("https:/a", 6), ("http://", 7),
    ("http:///a", 7), ("http://?a", 7), ("http:#a", 5),
  ])
  func `two slashes in a reference must be followed by a host`(_ text: String, at: Int) {
    #expect(throws: HTTP.InvalidURL.missingAuthority(at: at)) { try HTTP.Reference(text) }
  }

  @Test func `parsing a reference with a user returns the user, and the initializer throws`() throws
  {
    for text in ["//u:p@h/", "http://u:p@h/", "ftp://u:p@h/"] {
      let parsed = try HTTP.Reference.parse(text)
      #expect(parsed.credentials?.user == "u")
      #expect(parsed.credentials?.password == "p")
      #expect(!parsed.reference.description.contains("@"))
    }
    #expect(throws: HTTP.InvalidURL.unexpectedUserinfo(at: 2)) { try HTTP.Reference("//u:p@h/") }
    #expect(throws: HTTP.InvalidURL.unexpectedUserinfo(at: 6)) { try HTTP.Reference("ftp://@h") }
  }

  @Test func `an invalid byte in the path of a URL reference is percent-encoded`() throws {
    let latin1: [UInt8] = [0x2f, 0x63, 0x61, 0x66, 0xe9]
    #expect(try HTTP.Reference(latin1.span).path == "/caf%E9")
  }
}
