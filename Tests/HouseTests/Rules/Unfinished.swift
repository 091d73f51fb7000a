/// No comment postpones work.
struct Unfinished: Rule {
  private let words = ["TODO", "FIXME", "XXX", "HACK"]

  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.flatMap { file in
      file.comments.compactMap { comment in
        let found = comment.text.split { !($0.isLetter) }.first { word in
          words.contains { word.utf8.elementsEqual($0.utf8) }
        }
        return found.map { Breach(file, comment.line, "\($0): do it, or open an issue") }
      }
    }
  }
}
