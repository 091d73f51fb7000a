import ApusX509
import Testing

/// The descriptions of errors: the place, the failure and the rule.
@Suite struct X509ErrorTests {
  @Test func `every rule about certificates has its own description and section`() {
    let rules = X509.Rule.allCases
    #expect(Set(rules.map(\.description)).count == rules.count)
    for rule in rules { #expect(rule.section.hasPrefix("RFC ")) }
  }

  @Test func `the error for a violated rule names the field, the offset and the section`() {
    let error = X509Error.broken(.contiguousMask, .value(.nameConstraints), at: 7)
    #expect(
      error.description
        == "the extension nameConstraints, byte 7: the bits of an address mask must be "
        + "ones followed by zeros "
        + "(RFC 5280 section 4.2.1.10)")
    #expect(error.offset == 7)
    #expect(X509Error.noCertificate.offset == nil)
  }
}
