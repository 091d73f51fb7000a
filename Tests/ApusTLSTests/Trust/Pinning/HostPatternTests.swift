import ApusNames
import ApusTLS
import Testing

/// The hosts of a rule. RFC 9525 section 6.3.
@Suite struct HostPatternTests {
  @Test(
    arguments: [
      (
        "www.example.org", ["www.example.org", "WWW.example.org."],
        ["example.org", "a.www.example.org"]
      ),
      (
        "*.example.org", ["www.example.org"],
        ["example.org", "a.www.example.org", "wwwexample.org"]
      ),
      (
        "**.example.org", ["example.org", "www.example.org", "a.www.example.org"],
        ["badexample.org", "example.net"]
      ),
      ("192.0.2.1", ["192.0.2.1"], ["192.0.2.2", "www.example.org"]),
      ("*.bücher.example", ["a.xn--bcher-kva.example"], ["bücher.example"]),
      ("*.github.io", ["apus.github.io"], ["github.io"]),
    ] as [(String, [String], [String])])
  func `host patterns with and without a wildcard match exactly their hosts`(
    text: String, hosts: [String], others: [String]
  ) throws {
    let pattern = try TLS.HostPattern(text)
    for host in hosts { #expect(pattern.matches(try CanonicalHost(host)), "\(host)") }
    for host in others { #expect(!pattern.matches(try CanonicalHost(host)), "\(host)") }
    #expect(!pattern.matches(try CanonicalHost("[2001:db8::1]")))
    #expect(try TLS.HostPattern("\(pattern)") == pattern)
  }

  @Test(arguments: [
    "", "*", "*.", "**", "***.example.org", "a.*.example.org", "*a.example.org", "*.*.example.org",
    "*.192.0.2.1", "exam ple.org", "https://example.org",
  ])
  func `an invalid host pattern is rejected`(text: String) {
    #expect(throws: TLS.PolicyError.self) { try TLS.HostPattern(text) }
  }

  @Test(arguments: ["*.com", "**.com", "*.co.uk", "**.co.uk"])
  func `a wildcard directly below a public suffix is rejected`(text: String) {
    #expect(throws: TLS.PolicyError.boundlessHosts(text)) { try TLS.HostPattern(text) }
  }
}
