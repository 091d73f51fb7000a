/// Only modules that the design names are imported from outside.
///
/// FoundationEssentials is imported only by `ApusFoundation`, some tests and a peer of the
/// benchmarks, and Foundation only by `ApusFoundation` and the benchmarks' clients of other
/// packages. A module of another package is imported only by its adapters, and Glibc only by the
/// benchmarks.
struct ForeignImports: Rule {
  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { !$0.isNested }.flatMap { file in
      let allowed: Set<String> = allowed(in: file, house.floors)
      return file.imports.compactMap { entry -> Breach? in
        let isOurs =
          house.floors[entry.module] != nil || Floors.ground.contains(entry.module)
          || Floors.programs.contains(entry.module)
        guard !isOurs, !allowed.contains(entry.module) else { return nil }
        return Breach(file, entry.line, "\(entry.module) may not be imported here")
      }
    }
  }

  private func allowed(in file: SourceFile, _ floors: Floors) -> Set<String> {
    if file.area == "Sources", let adapter = floors.adapters[file.module ?? ""] {
      return Set(adapter.products + ["Synchronization"])
    }
    return switch (file.area, file.module) {
    case ("Sources", Floors.foundation): ["Foundation", "FoundationEssentials"]
    case ("Tests", "Integrations"):
      floors.adapters.values.reduce(
        into: [
          "CApusTestSupport", "FoundationEssentials", "TestSupport", "Synchronization", "Testing",
        ]
      ) { $0.formUnion($1.products + $1.testProducts) }
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
