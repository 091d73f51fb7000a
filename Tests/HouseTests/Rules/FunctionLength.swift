/// A function has at most 60 lines, from its first to its closing brace.
struct FunctionLength: Rule {
  private let limit = 60

  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { !$0.isGenerated }.flatMap { file in
      file.outline.declarations.compactMap { declaration in
        guard declaration.isFunction, declaration.lineCount > limit else { return nil }
        let what = "\(declaration.name) has \(declaration.lineCount) lines"
        return Breach(file, declaration.firstLine, what)
      }
    }
  }
}
