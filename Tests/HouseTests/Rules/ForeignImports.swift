/// Only modules that the design names are imported from outside: FoundationEssentials only by the
/// front door and a peer of the benchmarks, Glibc only by the benchmarks, and Foundation only by
/// the benchmarks' clients of other packages.
struct ForeignImports: Rule {
  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { !$0.isNested }.flatMap { file in
      let allowed: Set<String> = allowed(in: file)
      return file.imports.compactMap { entry -> Breach? in
        let isOurs =
          house.floors[entry.module] != nil || Floors.ground.contains(entry.module)
          || Floors.programs.contains(entry.module)
        guard !isOurs, !allowed.contains(entry.module) else { return nil }
        return Breach(file, entry.line, "\(entry.module) may not be imported here")
      }
    }
  }

  private func allowed(in file: SourceFile) -> Set<String> {
    switch (file.area, file.module) {
    case ("Sources", "Apus"): ["FoundationEssentials", "Synchronization"]
    case ("Tests", "NeighbourTests"): ["TakenNames", "Testing"]
    case ("Tests", "ApusTests"), ("Tests", "FrontDoorTests"):
      ["FoundationEssentials", "TestSupport", "Synchronization", "Testing"]
    case ("Tests", _): ["CApusTestSupport", "LongRun", "TestSupport", "Synchronization", "Testing"]
    // A peer is compiled separately while the benchmarks run.
    case ("Benchmarks", _) where file.components.contains("Peers"): ["FoundationEssentials"]
    // A client of another package is also compiled separately.
    case ("Benchmarks", "Clients"):
      [
        "AsyncHTTPClient", "Foundation", "FoundationNetworking", "NIOCore", "PackageDescription",
      ]
    case ("Benchmarks", _): ["Glibc", "Synchronization"]
    default: ["Synchronization"]
    }
  }
}
