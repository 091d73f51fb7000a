/// No two modules have non-nested types of the same name: one noun for one thing, and one thing for
/// one noun.
struct SharedNames: Rule {
  /// The names that are still shared; the list may only shrink.
  private static let notYet: Set<String> = []

  func breaches(in house: House) -> [Breach] {
    var places: [String: [(file: SourceFile, line: Int)]] = [:]
    for file in house.swiftFiles where file.area == "Sources" {
      for declaration in file.outline.declarations
      where declaration.isType && declaration.parent == nil {
        places[declaration.name, default: []].append((file, declaration.firstLine))
      }
    }
    return places.sorted { $0.key < $1.key }.flatMap { name, places in
      let modules = Set(places.compactMap(\.file.module)).sorted()
      guard modules.count > 1, !Self.notYet.contains(name) else { return [Breach]() }
      return places.map {
        Breach($0.file, $0.line, "\(name) is a type of \(modules.joined(separator: ", "))")
      }
    } + stale(places)
  }

  /// Returns the listed names that are no longer shared.
  private func stale(_ places: [String: [(file: SourceFile, line: Int)]]) -> [Breach] {
    Self.notYet.sorted().compactMap { name in
      guard let first = places[name]?.first,
        Set(places[name, default: []].compactMap(\.file.module)).count < 2
      else { return nil }
      return Breach(first.file, first.line, "\(name) is listed, and not shared any more")
    }
  }
}
