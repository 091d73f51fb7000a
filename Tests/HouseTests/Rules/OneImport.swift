/// One import of a library is enough: it re-exports the modules of its public API, only in
/// `Exports.swift`. `ApusFoundation` is excluded, because it has only the types of Foundation.
struct OneImport: Rule {
  func breaches(in house: House) -> [Breach] {
    let files = house.libraryFiles
    let imports = files.flatMap { file in file.imports.map { (file, $0) } }
    var exports: [String: Set<String>] = [:]
    for (file, entry) in imports where entry.isExported {
      exports[file.module ?? "", default: []].insert(entry.module)
    }
    var reported: Set<String> = []
    return imports.compactMap { file, entry in
      if entry.isExported, file.stem != "Exports" {
        return Breach(file, entry.line, "re-exports stand in Exports.swift")
      }
      guard entry.isPublic, !Floors.ground.contains(entry.module),
        house.floors[entry.module] != nil, entry.module != Floors.foundation,
        !reachable(from: file.module ?? "", exports).contains(entry.module),
        reported.insert("\(file.module ?? "") \(entry.module)").inserted
      else { return nil }
      return Breach(file, entry.line, "\(entry.module) is shown and not re-exported")
    }
  }

  private func reachable(from module: String, _ exports: [String: Set<String>]) -> Set<String> {
    var found: Set<String> = []
    var open = [module]
    while let module = open.popLast() {
      for next in exports[module] ?? [] where found.insert(next).inserted { open.append(next) }
    }
    return found
  }
}
