/// The modules of the house and their allowed imports, from `Package.swift`.
struct Floors {
  struct Module {
    let name: String
    let imports: [String]
    let floor: Int
    let line: Int
  }

  private(set) var modules: [Module] = []

  /// Reads the table `floors` of the manifest: a list of floors, each of them a list of a name and
  /// the names that it may import.
  init(_ manifest: SourceFile) {
    let tokens = manifest.tokens
    guard let name = tokens.firstIndex(where: { $0.is("floors") }),
      let start = tokens[name...].firstIndex(where: { $0.is("=") })
    else { return }
    var depth = 0
    var floor = 0
    var names: [Token] = []
    for token in tokens[(start + 1)...] {
      switch (token.kind, token.value) {
      case (.text, _): names.append(token)
      case (_, "["): depth += 1
      case (_, "]"):
        depth -= 1
        if depth == 1 { floor += 1 }
        if depth == 0 { return }
      case (_, ")"):
        if let first = names.first {
          let imports = names.dropFirst().map(\.value)
          modules.append(
            Module(name: first.value, imports: imports, floor: floor, line: first.line))
        }
        names = []
      default: break
      }
    }
  }

  subscript(name: String) -> Module? { modules.first { $0.name == name } }

  /// The C shims below all modules.
  static let ground: Set = ["CApus", "CApusSystem", "CApusNet", "CApusRoots", "CApusZlib"]

  /// The programs on the top floor.
  static let programs: Set = ["ApusCommand", "ApusConformance", "ApusBenchmarks"]
}
