import ApusX509
import Testing

/// Every rule is broken by a certificate made for it, and kept by certificates that are in order.
@Suite struct LintTests {
  @Test(arguments: LintExample.Role.allCases)
  func `a correct certificate breaks no lint rule`(_ role: LintExample.Role) throws {
    let certificate = try role.content().certificate(signature: Sample.signature)
    #expect(X509.Lint.findings(in: certificate).map(\.description) == [])
  }

  @Test(arguments: (LintContents.examples + LintExtensions.examples).map(\.code))
  func `the example certificate of each lint rule breaks the rule`(_ code: String) throws {
    let examples = LintContents.examples + LintExtensions.examples
    let example = try #require(examples.first { $0.code == code })
    let codes = X509.Lint.findings(in: try example.certificate()).map(\.lint.code)
    #expect(codes.contains(code), "\(codes)")
  }

  @Test func `each lint rule has an example certificate`() {
    let examples = Set((LintContents.examples + LintExtensions.examples).map(\.code))
    let rules = X509.Lint.all.map(\.code)
    #expect(Set(rules).count == rules.count && rules.count >= 60)
    #expect(Set(rules) == examples)
  }

  @Test func `each lint rule has a summary and a section`() {
    for lint in X509.Lint.all {
      #expect(lint.section.hasPrefix("RFC ") || lint.section.hasPrefix("CA/Browser Forum"))
      #expect(lint.code.utf8.allSatisfy { 0x61...0x7a ~= $0 || $0 == 0x2d || $0 == 0x33 })
      #expect(!lint.summary.isEmpty)
    }
  }

  @Test func `a lint finding is shown in one line without control characters`() throws {
    var content = try LintExample.Role.server.content()
    try content.name("a\n\u{1b}[2J")
    let certificate = try content.certificate(signature: Sample.signature)
    let lines = X509.Lint.findings(in: certificate).map(\.description)
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
  }
}
