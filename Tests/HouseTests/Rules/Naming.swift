/// Folders, files and types are named for their subject, never for their kind.
struct Naming: Rule {
  /// The forbidden ends of names.
  private let kinds = ["Utils", "Util", "Helpers", "Helper", "Common", "Manager"]
  /// The words that may be a subject in the name of an ability: `Point+Base` has a curve's base
  /// point.
  private let kindsOfTypes = ["Base", "Models", "Protocols"]

  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.flatMap { file in
      let parts = file.stem.split(separator: "+").map(String.init)
      let types = file.outline.declarations.filter(\.isType)
      let named = file.components.dropFirst().dropLast() + parts.prefix(1)
      let paths = named.filter { isKind($0, of: kinds + kindsOfTypes) }.map { (1, $0) }
      let abilities = parts.dropFirst().filter { isKind($0, of: kinds) }.map { (1, $0) }
      let declared = types.filter { isKind($0.name, of: kinds + kindsOfTypes) }
        .map { ($0.firstLine, $0.name) }
      return (paths + abilities + declared).map { line, name in
        Breach(file, line, "\(name) names a kind, not a subject")
      }
    }
  }

  private func isKind(_ name: String, of kinds: [String]) -> Bool {
    kinds.contains { name.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }
}
