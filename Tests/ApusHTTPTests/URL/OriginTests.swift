import ApusHTTP
import Testing

/// RFC 9110 section 4.3.1.
struct OriginTests {
  private func origin(_ text: String) throws -> HTTP.Origin { try HTTP.URL(text).origin }

  @Test func `an explicit default port gives the same origin as an omitted port`() throws {
    #expect(try origin("http://a:80/x") == origin("http://a/y?z"))
    #expect(try origin("https://a:443") == origin("HTTPS://A"))
    #expect(try origin("http://a:443").description == "http://a:443")
    #expect(try origin("https://a:443").description == "https://a")
  }

  @Test(arguments: [
    "https://a.example", "http://a.example:8080", "http://b.a.example", "http://example",
    "http://a.example.", "http://127.0.0.1", "http://[::1]",
  ])
  func `origins differ if their schemes, hosts or ports differ`(_ other: String) throws {
    #expect(try origin(other) != origin("http://a.example"))
  }

  @Test func `two origins with the same address and different zone identifiers are not equal`()
    throws
  {
    let first = try origin("http://[fe80::1%25eth0]")
    let second = try origin("http://[fe80::1%25eth1]")
    #expect(first != second)
    #expect(first.description == second.description)
  }

  @Test func `a Host value omits the default port, and a CONNECT target contains it`() throws {
    let plain = try origin("https://Example.com:443/a")
    #expect(plain.authority == "example.com")
    #expect(plain.authorityForm == "example.com:443")
    let odd = try origin("https://[::1%25lo]:8443/")
    #expect(odd.authority == "[::1]:8443")
    #expect(odd.authorityForm == "[::1]:8443")
  }
}
