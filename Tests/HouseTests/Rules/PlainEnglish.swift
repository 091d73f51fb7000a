/// Comments are in plain English, without the turns that have been removed.
struct PlainEnglish: Rule {
  private let turns = [
    "whoever", "nobody", "nobody's", "but for", "holds that", "lies apart", "a double",
    "hands over", "asks for what",
  ].map { $0.split(separator: " ").map(String.init) }

  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { $0.area == "Sources" }
      .flatMap { file in
        let words = file.comments.flatMap(words(of:))
        return words.indices.compactMap { index in
          turns.first { stands($0, at: index, in: words) }.map {
            Breach(file, words[index].line, "say it plainly: \($0.joined(separator: " "))")
          }
        }
      }
  }

  private struct Word {
    let text: String
    let line: Int
  }

  /// Returns the words of a comment, without surrounding punctuation.
  private func words(of comment: Comment) -> [Word] {
    comment.text.split(separator: " ").map { word in
      let isInside: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "`" }
      let text = word.drop { !isInside($0) }.reversed().drop { !isInside($0) }.reversed()
      return Word(text: String(text), line: comment.line)
    }.filter { !$0.text.isEmpty }
  }

  /// Returns whether a turn occurs at an index, on one line or across two.
  private func stands(_ turn: [String], at index: Int, in words: [Word]) -> Bool {
    guard index + turn.count <= words.count else { return false }
    return turn.indices.allSatisfy { place in
      let word = words[index + place]
      guard word.line - words[index].line <= 1 else { return false }
      return word.text == turn[place] || place == 0 && word.text.lowercased() == turn[place]
    }
  }
}
