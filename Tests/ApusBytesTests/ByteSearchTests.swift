import ApusBytes
import Testing

@Suite struct ByteSearchTests {
  @Test(arguments: [
    ("", "a", [""]), ("b", "a", ["b"]), ("a", "a", ["", ""]), ("bab", "a", ["b", "b"]),
    ("aaa", "aa", ["", "a"]), ("one, two", ", ", ["one", "two"]), ("ab", "abc", ["ab"]),
    ("naïve ï", "ï", ["na", "ve ", ""]), ("abc", "", ["abc"]),
  ])
  func `splitting a text at a word returns the text between the occurrences`(
    text: String, word: String, parts: [String]
  ) {
    #expect(text.parts(around: word) == parts)
    if !word.isEmpty { #expect(parts.joined(separator: word) == text) }
  }

  @Test(
    arguments: [
      ("abcabd", "abd", 3), ("aab", "ab", 1), ("abc", "", 0), ("", "", 0), ("", "a", nil),
      ("ab", "abc", nil), ("abab", "ab", 0),
    ] as [(String, String, Int?)])
  func `a word search returns the position of the first occurrence, or nil`(
    text: String, word: String, place: Int?
  ) {
    let bytes = [0xff] + Array(text.utf8)
    let found = bytes[1...].firstPlace(of: Array(word.utf8)[...])
    #expect(found?.lowerBound == place.map { $0 + 1 })
    #expect(found.map { Array(bytes[$0]) == Array(word.utf8) } != false)
  }
}
