/// The modules of the house and their allowed imports, from `Package.swift`.
struct Floors {
  struct Module {
    let name: String
    let imports: [String]
    let floor: Int
    let line: Int
  }

  /// A module that connects the house with other packages, if its trait is enabled.
  struct Adapter {
    let trait: String
    /// The products of other packages that it imports.
    let products: [String]
    /// The products that its tests import besides.
    let testProducts: [String]
  }

  private(set) var modules: [Module] = []
  /// The adapters by name, which are modules too.
  private(set) var adapters: [String: Adapter] = [:]

  /// Reads the tables `floors` and `adapters` of the manifest.
  init(_ manifest: SourceFile) {
    readFloors(of: manifest)
    readAdapters(of: manifest)
  }

  /// Reads the table `floors` of the manifest: a list of floors, each of them a list of a name and
  /// the names that it may import.
  private mutating func readFloors(of manifest: SourceFile) {
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

  /// Reads the table `adapters` of the manifest: a list of a name, the names that the adapter may
  /// import, its trait, and the products of other packages for it and for its tests.
  ///
  /// An adapter is one floor above its imports.
  private mutating func readAdapters(of manifest: SourceFile) {
    let tokens = manifest.tokens
    guard let name = tokens.firstIndex(where: { $0.is("adapters") }),
      let start = tokens[name...].firstIndex(where: { $0.is("=") })
    else { return }
    var depth = 0
    var names: [Token] = []
    var lists: [[String]] = []
    for token in tokens[(start + 1)...] {
      switch (token.kind, token.value) {
      case (.text, _) where depth == 1: names.append(token)
      case (.text, _): lists[lists.count - 1].append(token.value)
      case (_, "["):
        depth += 1
        if depth == 2 { lists.append([]) }
      case (_, "]"):
        depth -= 1
        if depth == 0 { return }
      case (_, ")") where depth == 1:
        guard names.count == 2, lists.count == 3 else { return }
        add(names, lists)
        (names, lists) = ([], [])
      default: break
      }
    }
  }

  private mutating func add(_ names: [Token], _ lists: [[String]]) {
    let products = lists.dropFirst().map { list in
      // Each product is followed by its package.
      list.indices.filter { $0.isMultiple(of: 2) }.map { list[$0] }
    }
    let floor = lists[0].compactMap { self[$0]?.floor }.max() ?? 0
    modules.append(
      Module(name: names[0].value, imports: lists[0], floor: floor + 1, line: names[0].line))
    adapters[names[0].value] = Adapter(
      trait: names[1].value, products: products[0], testProducts: products[1])
  }

  subscript(name: String) -> Module? { modules.first { $0.name == name } }

  /// The C shims below all modules.
  static let ground: Set = [
    "CApus", "CApusSystem", "CApusNet", "CApusRoots", "CApusZlib", "CApusBrotli", "CApusZstd",
  ]

  /// The module that imports Foundation for the other modules.
  static let foundation = "ApusFoundation"

  /// The programs on the top floor.
  static let programs: Set = ["ApusCommand", "ApusConformance", "ApusBenchmarks"]
}
