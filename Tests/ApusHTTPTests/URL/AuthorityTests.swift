import ApusHTTP
import Testing

/// RFC 3986 section 3.2.
struct AuthorityTests {
  @Test func `an authority without a port is a host only`() throws {
    let authority = try HTTP.Authority("Example.COM")
    #expect(authority.host == .name(try DomainName("example.com")))
    #expect(authority.port == nil)
    #expect(authority.description == "example.com")
  }

  @Test(arguments: [("h:1", 1), ("h:80", 80), ("h:65535", 65535), ("[::1]:8443", 8443)])
  func `the port of an authority is a number from 1 to 65535`(_ text: String, port: UInt16) throws {
    let authority = try HTTP.Authority(text)
    #expect(authority.port == port)
    #expect(authority.description == text)
  }

  @Test(arguments: ["h:", "127.0.0.1:", "[::1]:"])
  func `an empty port in an authority means no port`(_ text: String) throws {
    #expect(try HTTP.Authority(text).port == nil)
  }

  @Test(arguments: [
    ("h:0", 2), ("h:65536", 2), ("h:080", 2), ("h:99999999999999999999", 2), ("h:+5", 2),
    ("h:-5", 2), ("h:8x", 2), ("h:٣", 2), ("h:80:80", 2), ("h: 80", 2), ("[::1]x", 5),
    ("[::1]80", 5), ("[::1]]", 5),
  ])
  func `a malformed port in an authority is rejected`(_ text: String, at: Int) {
    #expect(throws: HTTP.InvalidURL.malformedPort(at: at)) { try HTTP.Authority(text) }
  }

  @Test func `the error for an invalid host in an authority contains the cause`() {
    #expect(throws: HTTP.InvalidURL.malformedHost(at: 0, .empty)) { try HTTP.Authority("") }
    #expect(throws: HTTP.InvalidURL.malformedHost(at: 0, .empty)) { try HTTP.Authority(":80") }
    #expect(throws: HTTP.InvalidURL.malformedHost(at: 0, .missingBracket(at: 0))) {
      try HTTP.Authority("[::1")
    }
  }

  @Test func `an authority stores the zone identifier and omits it in its description`() throws {
    let authority = try HTTP.Authority("[fe80::1%25eth0]:81")
    #expect(authority.zone == "eth0")
    #expect(authority.description == "[fe80::1]:81")
  }
}
