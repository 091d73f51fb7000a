import ApusNet

/// The repository for the rules: its files and the plan of its floors.
struct House {
  let files: [SourceFile]
  let floors: Floors
  /// The names of protocol requirements, of the standard library and of the house.
  let requirements: Set<String>

  /// Reads all files in a folder.
  ///
  /// A fixture may have no manifest, and then uses the given plan; its file names end in `.txt`, so
  /// that they are not compiled.
  init(at root: String, plan: Floors? = nil) throws {
    var paths: [String] = []
    for name in try Files.names(in: root) where !Self.ignored.contains(name) {
      try Self.collect(name, in: root, into: &paths)
    }
    let nested = paths.filter { $0.utf8.suffix(14).elementsEqual("/Package.swift".utf8) }
      .map { $0.utf8.dropLast(13) }
    files = try paths.map { path in
      let isText = path.utf8.suffix(4).elementsEqual(".txt".utf8)
      return SourceFile(
        path: isText ? String(path.dropLast(4)) : path,
        bytes: try Files.contents(of: root + "/" + path),
        isNested: nested.contains { path.utf8.starts(with: $0) })
    }
    let manifest = files.first { $0.path == "Package.swift" }
    requirements = files.reduce(into: ["=", "<", "hash", "description", "encode"]) {
      $0.formUnion($1.requirements)
    }
    floors = manifest.map(Floors.init) ?? plan ?? Floors(SourceFile(path: "", bytes: []))
  }

  /// The repository that contains this file.
  static let here = Result { try House(at: root) }

  static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

  /// The folders of git and the package manager, and the fixtures, which are invalid on purpose or
  /// only data.
  private static let ignored: Set = [".git", ".build", ".swiftpm", "Fixtures"]

  private static func collect(
    _ path: String, in root: String, into paths: inout [String]
  ) throws {
    guard Files.isFolder(root + "/" + path) else { return paths.append(path) }
    for name in try Files.names(in: root + "/" + path) where !ignored.contains(name) {
      try collect(path + "/" + name, in: root, into: &paths)
    }
  }

  /// Every Swift file under `Sources`, `Tests` and `Benchmarks`.
  var swiftFiles: [SourceFile] {
    files.filter { $0.isSwift && ["Sources", "Tests", "Benchmarks"].contains($0.area) }
  }

  /// Every Swift or C file there.
  var codeFiles: [SourceFile] {
    files.filter {
      ($0.isSwift || $0.isC) && ["Sources", "Tests", "Benchmarks"].contains($0.area)
    }
  }

  /// The Swift files of the libraries.
  var libraryFiles: [SourceFile] {
    swiftFiles.filter { $0.area == "Sources" && !Floors.programs.contains($0.module ?? "") }
  }
}
