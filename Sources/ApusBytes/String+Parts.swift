extension String {
  /// Returns the parts that lie between the places where a word stands; one where it does not.
  ///
  /// The standard library's own searches for a word bring its engine for regular expressions into
  /// every program, which takes a megabyte and a half.
  package func parts(around word: String) -> [String] {
    let (bytes, word) = (Array(utf8), Array(word.utf8))
    var parts: [String] = []
    var (start, place) = (0, 0)
    while place + word.count <= bytes.count, !word.isEmpty {
      guard bytes[place..<(place + word.count)].elementsEqual(word) else {
        place += 1
        continue
      }
      parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
      place += word.count
      start = place
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }
}
