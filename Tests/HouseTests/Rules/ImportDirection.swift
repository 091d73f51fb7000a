/// A module imports only lower floors, and only the modules in the manifest's table.
struct ImportDirection: Rule {
  func breaches(in house: House) -> [Breach] {
    plan(of: house) + house.swiftFiles.flatMap { imports(of: $0, in: house.floors) }
  }

  /// The manifest's own table must point downward.
  private func plan(of house: House) -> [Breach] {
    guard let manifest = house.files.first(where: { $0.path == "Package.swift" }) else { return [] }
    return house.floors.modules.flatMap { module in
      module.imports.compactMap { name in
        guard !Floors.ground.contains(name) else { return nil }
        guard let floor = house.floors[name]?.floor, floor < module.floor else {
          return Breach(manifest, module.line, "\(module.name) may not depend on \(name)")
        }
        return nil
      }
    }
  }

  private func imports(of file: SourceFile, in floors: Floors) -> [Breach] {
    guard file.area == "Sources", let name = file.module, let module = floors[name] else {
      return []
    }
    return file.imports.compactMap { entry -> Breach? in
      let isOurs = floors[entry.module] != nil || Floors.ground.contains(entry.module)
      guard isOurs, !module.imports.contains(entry.module) else { return nil }
      return Breach(file, entry.line, "\(name) may not import \(entry.module)")
    }
  }
}
