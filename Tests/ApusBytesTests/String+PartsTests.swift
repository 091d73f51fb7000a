import ApusBytes
import Testing

@Suite struct StringPartsTests {
  @Test(arguments: [
    ("", "a", [""]), ("b", "a", ["b"]), ("a", "a", ["", ""]), ("bab", "a", ["b", "b"]),
    ("aaa", "aa", ["", "a"]), ("one, two", ", ", ["one", "two"]), ("ab", "abc", ["ab"]),
    ("naïve ï", "ï", ["na", "ve ", ""]), ("abc", "", ["abc"]),
  ])
  func `parts lie around a word`(text: String, word: String, parts: [String]) {
    #expect(text.parts(around: word) == parts)
    if !word.isEmpty { #expect(parts.joined(separator: word) == text) }
  }
}
