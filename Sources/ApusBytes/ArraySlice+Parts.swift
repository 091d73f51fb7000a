// The search functions of the standard library link the regular expression engine, which adds 1.5
// megabytes to every program.

extension ArraySlice<UInt8> {
  /// Returns the range of the first occurrence of a word in the bytes, or `nil` if the word does
  /// not occur. An empty word occurs at the start.
  package func firstPlace(of word: ArraySlice<UInt8>) -> Range<Int>? {
    guard let first = word.first else { return startIndex..<startIndex }
    var start = startIndex
    while start + word.count <= endIndex {
      if self[start] == first, self[start..<(start + word.count)] == word {
        return start..<(start + word.count)
      }
      start += 1
    }
    return nil
  }

  /// Returns the byte slices between the occurrences of a word. If the word does not occur, the
  /// result is a single slice.
  package func parts(around word: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = self
    while !word.isEmpty, let place = rest.firstPlace(of: word[...]) {
      parts.append(rest[..<place.lowerBound])
      rest = rest[place.upperBound...]
    }
    return parts + [rest]
  }
}

extension String {
  /// Returns the substrings between the occurrences of a word. If the word does not occur, the
  /// result is the whole text.
  package func parts(around word: String) -> [String] {
    Array(utf8)[...].parts(around: Array(word.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }
}
