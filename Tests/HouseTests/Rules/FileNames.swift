/// A file is named for a type that it declares, or extends if the name has a `+`.
///
/// The fuzzers are excluded: their programs are C functions, which need no type.
struct FileNames: Rule {
  private let exempt: Set = ["main", "Exports", "Package"]

  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter {
      !exempt.contains($0.stem) && !$0.isGenerated && !$0.path.utf8.starts(with: "Tests/Fuzz/".utf8)
    }.compactMap { file in
      let names = file.outline.declarations.filter { $0.isType || $0.keyword == "extension" }
        .flatMap { $0.name.split(separator: ".") }
      let isFound = candidates(for: file).contains { candidate in
        names.contains { $0.utf8.starts(with: candidate.utf8) }
      }
      return isFound ? nil : Breach(file, 1, "no type \(file.stem) is declared")
    }
  }

  /// `SHA3` may hold a family such as `SHA3_256`, and `URL+JoiningTests` holds `URLJoiningTests`.
  private func candidates(for file: SourceFile) -> [String] {
    let parts = file.stem.split(separator: "+").map(String.init)
    return file.area == "Tests" ? [parts.joined()] : Array(parts.prefix(1))
  }
}
