// The standard library's own searches for a word bring its engine for regular expressions into
// every program, which takes a megabyte and a half.

extension ArraySlice<UInt8> {
  /// Returns the first range of a word, or nil; an empty word is found at the start.
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

  /// Returns the parts between the occurrences of a word; all bytes if there is none.
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
  /// Returns the parts between the occurrences of a word; the whole text if there is none.
  package func parts(around word: String) -> [String] {
    Array(utf8)[...].parts(around: Array(word.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }
}
