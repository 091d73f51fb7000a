/// The keys of the tables of requirements, which only these tables name: `SP-20` of a feature, and
/// the number of a class of attacks, as in `security 24: a claim`.
enum TableKeys {
  private static let groups: Set = [
    "AI", "AU", "CC", "CP", "DB", "DL", "FN", "HSM", "HX", "IC", "ID", "IM", "JQ", "JR", "MP", "NT",
    "PK", "PL", "PQ", "PR", "QS", "RM", "RQ", "RS", "S", "SP", "TD", "UI", "UL", "UP", "USM", "XR",
  ]
  private static let classes: Set = ["security", "class", "Class", "classes", "Classes"]

  /// Returns the first key in a text; nil if there is none.
  static func first(in text: String) -> String? {
    let words = text.split { $0 == " " || $0 == "\n" }
    for (index, word) in words.enumerated() {
      let bare = word.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "-") }
      if let key = bare.first(where: { isRow($0) }) { return String(key) }
      guard let last = bare.last, classes.contains(String(last)), index + 1 < words.count else {
        continue
      }
      // A number after it counts at the end of a list before a colon, or before "of attacks".
      let rest = words[(index + 1)...]
      let list = rest.prefix { Int($0.filter { !":,.".contains($0) }) != nil || $0 == "and" }
      let isClaim =
        list.last?.last == ":" || rest.dropFirst(list.count).prefix(2) == ["of", "attacks"]
      if let number = list.first, isClaim { return "\(last) \(number.filter(\.isNumber))" }
    }
    return nil
  }

  private static func isRow(_ word: Substring) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && groups.contains(String(parts[0])) && parts[1].utf8.count == 2
      && Int(parts[1]) != nil
  }
}
