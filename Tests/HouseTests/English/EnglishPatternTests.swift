import Testing

struct EnglishPatternTests {
  @Test(arguments: [
    (EnglishPattern.what, "it prints what was read", "the received bytes"),
    (.what, "Whatever the size is", "a whatnot"),
    (.who, "the server that it was for whom", "the whole of it"),
    (.how, "how long a key is", "it shows how to read"),
    (.why, "the reason why", "the reason"),
    (.whStart, "A key. Which one it is", "a key which is old"),
    (.whStart, "Whether the peer has closed", "Which key is it, the first or the second?"),
    (.whStart, "The rule: Where a list ends", "How to read a list"),
    (.whether, "it reads whether it is so", "a value that indicates whether it is so"),
    (.thing, "no one and something", "no number is one"),
    (.thatWhich, "the one that follows", "the number that follows"),
    (.thatWhich, "those of others", "those keys"),
    (.thatWhich, "the thing coming after", "the thing or two"),
    (.ofWhich, "a list of which it reads", "a list, which it reads"),
    (.says, "the server says so", "the server states it"),
    (.comesOf, "this comes of that", "this comes late"),
    (.stands, "it stands behind", "it understands"),
    (.isNo, "it is no number", "it is no longer a number"),
    (.isNo, "there are no bytes", "there are now bytes"),
    (.whereIf, "where it ends", "where lists end"),
    (.archaic, "but for this", "but from this"),
    (.archaic, "all the same", "all the others"),
    (.archaic, "it heeds the rule", "it follows the rule"),
  ])
  func `a style pattern matches the bad sentence and not the good sentence`(
    pattern: EnglishPattern, planted: String, plain: String
  ) {
    #expect(Self.patterns(in: planted).contains(pattern))
    #expect(!Self.patterns(in: plain).contains(pattern))
  }

  @Test func `the style checker counts each occurrence of a pattern`() {
    let found = Self.patterns(in: "What he said: it asks what, and of which list.")
    #expect(found == [.what, .whStart, .says, .says, .what, .ofWhich])
  }

  @Test(arguments: [
    ("one-sided lists don't end", 4), ("it's 3 bytes", 2), ("RFC 9112 section 4.", 2),
    ("", 0), ("a\u{2014}b c", 3), ("x - y", 2),
  ])
  func `the style checker counts hyphenated words and contractions once`(text: String, count: Int) {
    #expect(Words(Array(text.utf8)).count == count)
  }

  private static func patterns(in text: String) -> [EnglishPattern] {
    let words = Words(Array(text.utf8))
    return words.words.indices.flatMap { EnglishPattern.found(at: $0, in: words) }
  }
}
