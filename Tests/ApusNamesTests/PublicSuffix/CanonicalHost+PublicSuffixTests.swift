import ApusNames
import Testing

@Suite struct CanonicalHostPublicSuffixTests {
  @Test(arguments: ["127.0.0.1", "[::1]", "[::ffff:192.0.2.128]"])
  func `an IP address has no public suffix and is same-site only with itself`(text: String)
    throws
  {
    let host = try CanonicalHost(text)
    #expect(host.publicSuffix == nil)
    #expect(host.registrableDomain == nil)
    #expect(host.isSameSite(as: host))
    #expect(!host.isSameSite(as: try CanonicalHost("192.0.2.128")))
    #expect(!host.isSameSite(as: try CanonicalHost("example.com")))
  }

  @Test func `a host name has the same public suffix as its domain name`() throws {
    let host = try CanonicalHost("www.example.co.uk")
    #expect(host.publicSuffix?.range == 12..<17)
    #expect(host.registrableDomain == (try DomainName("example.co.uk")))
    #expect(host.isSameSite(as: try CanonicalHost("EXAMPLE.co.uk.")))
    #expect(!host.isSameSite(as: try CanonicalHost("other.co.uk")))
  }
}
