/// Each declassification of a value that depends on a secret has a reason.
struct Declassified: Rule {
  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { $0.area == "Sources" }.flatMap { file in
      file.tokens.indices.dropFirst().filter { index in
        file.tokens[index].is("declassified") && file.tokens[index - 1].is(".")
      }.map { file.tokens[$0].line }.filter { !hasReason(above: $0, in: file) }
        .map { Breach(file, $0, "no PUBLIC line says why") }
    }
  }

  /// Returns whether the comment above the line has a line with a reason.
  private func hasReason(above line: Int, in file: SourceFile) -> Bool {
    var above = line - 1
    while let comment = file.comments.first(where: { $0.line == above }) {
      if comment.text.utf8.starts(with: "// PUBLIC:".utf8) { return true }
      above -= 1
    }
    return false
  }
}
