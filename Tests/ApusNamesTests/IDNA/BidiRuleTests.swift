import Testing

@testable import ApusNames

/// RFC 5893 section 2.
@Suite struct BidiRuleTests {
  func violation(_ text: String) -> Int? {
    BidiRule.violation(in: text.unicodeScalars.map(\.value), by: .current)
  }

  @Test(arguments: [
    "", "a", "a1", "a-1", "aß", "a\u{300}", "a1\u{300}", "א", "אב", "א1", "א١", "א\u{5b0}", "ع۱",
    "א-1",
    "א1\u{5b0}\u{5b1}", "ݐ",
  ])
  func `a label that meets all six conditions of the Bidi rule is accepted`(text: String) {
    #expect(violation(text) == nil)
  }

  @Test(arguments: [
    ("1א", 1), ("-א", 1), ("\u{5b0}א", 1), ("١א", 1), ("_a", 1), ("אa", 2), ("אaב", 2), ("א-", 3),
    ("א\u{1F600}", 3), ("א1-\u{5b0}", 3), ("א1١", 4), ("א١1", 4), ("aא", 5), ("aאb", 5), ("a١", 5),
    ("a-", 6), ("a\u{1F600}", 6), ("a-\u{300}", 6),
  ])
  func `a label that violates the Bidi rule reports the first violated condition`(
    text: String, condition: Int
  ) {
    #expect(violation(text) == condition)
  }

  @Test func `one right-to-left label applies the Bidi rule to all labels of a name`() throws {
    #expect(try DomainName("0à.com").description == "xn--0-sfa.com")
    #expect(throws: NameError.brokenBidiRule(label: 0, condition: 1)) { try DomainName("0à.א") }
    #expect(throws: NameError.brokenBidiRule(label: 0, condition: 1)) {
      try DomainName("0a.xn--4db")
    }
    #expect(throws: NameError.brokenBidiRule(label: 1, condition: 2)) { try DomainName("a.אa") }
    #expect(try DomainName("a0.א").unicodeDescription == "a0.א")
  }
}
