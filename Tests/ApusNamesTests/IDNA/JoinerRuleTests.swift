import Testing

@testable import ApusNames

/// RFC 5892 appendices A.1 and A.2.
@Suite struct JoinerRuleTests {
  func violation(_ text: String) -> UInt32? {
    JoinerRule.violation(in: text.unicodeScalars.map(\.value), by: .current)
  }

  @Test(arguments: [
    "", "ab", "क\u{94d}\u{200d}ष", "क\u{94d}\u{200c}ष", "ب\u{200c}ب", "ب\u{64b}\u{200c}\u{64b}ب",
    "ب\u{200c}ا", "\u{a872}\u{200c}ب", "نامه\u{200c}ای", "क\u{94d}\u{200d}", "ب\u{200c}ب\u{200c}ب",
  ])
  func `ZWJ and ZWNJ are accepted after a virama, and ZWNJ between joining letters`(
    text: String
  ) {
    #expect(violation(text) == nil)
  }

  @Test(arguments: [
    ("\u{200d}", 0x200d), ("\u{200c}", 0x200c), ("a\u{200d}b", 0x200d), ("a\u{200c}b", 0x200c),
    ("ب\u{200d}ب", 0x200d), ("ا\u{200c}ب", 0x200c), ("ب\u{200c}", 0x200c), ("\u{200c}ب", 0x200c),
    ("ب\u{200c}a", 0x200c), ("ب\u{64b}\u{200c}", 0x200c), ("क\u{94d}\u{200d}\u{200d}", 0x200d),
    ("ب\u{200c}\u{200c}ب", 0x200c),
  ])
  func `a label with ZWJ or ZWNJ at any other position is rejected`(
    text: String, joiner: UInt32
  ) {
    #expect(violation(text) == joiner)
  }
}
