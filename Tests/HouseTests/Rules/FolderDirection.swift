/// The folders of a module form a DAG: the files of one use only types of lower folders.
///
/// The order of the folders is not configured. It follows from the types that the files declare and
/// name; if two folders depend on each other, neither is lower, and each file that names a type of
/// the other is a breach. Files without a folder count as one more folder.
struct FolderDirection: Rule {
  func breaches(in house: House) -> [Breach] {
    let files = house.swiftFiles.filter { $0.area == "Sources" }
    return Dictionary(grouping: files) { $0.module ?? "" }.sorted { $0.key < $1.key }
      .flatMap { FolderGraph($0.value).circles }.map { use in
        Breach(use.file, use.line, "\(use.type) is of \(use.folder), which stands on this folder")
      }
  }
}

/// The uses of types between the folders of a module.
struct FolderGraph {
  /// A use of another folder's type in a file.
  struct Use {
    let file: SourceFile
    let line: Int
    let type: String
    /// The folder that declares it.
    let folder: String
  }

  private(set) var uses: [Use] = []
  private var below: [String: Set<String>] = [:]

  init(_ files: [SourceFile]) {
    let types = Self.types(of: files)
    for file in files {
      let folder = Self.folder(of: file)
      var found: Set<String> = []
      for (index, token) in file.tokens.enumerated() where token.kind == .word {
        guard let type = types[token.value], type.folder != folder,
          !type.mayBeNested
            || !(index > 0 && file.tokens[index - 1].is(".")) && !Self.declares(token.value, file),
          !Self.isNamespace(at: index, in: file), found.insert(token.value).inserted
        else { continue }
        uses.append(Use(file: file, line: token.line, type: token.value, folder: type.folder))
        below[folder, default: []].insert(type.folder)
      }
    }
  }

  /// The uses of folders that in turn use the file's own, directly or indirectly.
  var circles: [Use] {
    uses.filter { use in
      let own = Self.folder(of: use.file)
      return reachable(from: use.folder).contains(own)
    }
  }

  private func reachable(from folder: String) -> Set<String> {
    var found: Set<String> = []
    var open = [folder]
    while let folder = open.popLast() {
      for next in below[folder] ?? [] where found.insert(next).inserted { open.append(next) }
    }
    return found
  }

  private struct Place {
    let folder: String
    /// A Boolean value that indicates whether a nested type has the same name, which can then
    /// follow a dot.
    let mayBeNested: Bool
  }

  /// The folder of each type that a file of another folder can name: a type at the top of a file,
  /// or directly in an extension there, such as a namespace's. Ambiguous names are ignored.
  private static func types(of files: [SourceFile]) -> [String: Place] {
    var topmost: [String: Set<String>] = [:]
    var members: [String: [String]] = [:]
    var nestedCounts: [String: Int] = [:]
    for file in files {
      let declarations = file.outline.declarations
      for declaration in declarations where declaration.isType {
        guard let parent = declaration.parent.map({ declarations[$0] }) else {
          topmost[declaration.name, default: []].insert(folder(of: file))
          continue
        }
        nestedCounts[declaration.name, default: 0] += 1
        guard parent.keyword == "extension", parent.parent == nil else { continue }
        members[declaration.name, default: []].append(folder(of: file))
      }
    }
    var places: [String: Place] = [:]
    for (name, folders) in members where nestedCounts[name] == 1 {
      places[name] = Place(folder: folders[0], mayBeNested: false)
    }
    for (name, folders) in topmost {
      places[name] =
        folders.count > 1
        ? nil : folders.first.map { Place(folder: $0, mayBeNested: nestedCounts[name] != nil) }
    }
    return places
  }

  /// Returns whether a name is only the namespace of a nested type, or is extended by such a type.
  private static func isNamespace(at index: Int, in file: SourceFile) -> Bool {
    let tokens = file.tokens
    if index + 2 < tokens.count, tokens[index + 1].is("."), tokens[index + 2].kind == .word {
      return tokens[index + 2].value.first?.isUppercase == true
    }
    guard index > 0, tokens[index - 1].is("extension") else { return false }
    let declarations = file.outline.declarations
    return declarations.contains { declaration in
      guard declaration.isType, let parent = declaration.parent else { return false }
      return declarations[parent].keyword == "extension"
        && declarations[parent].name == tokens[index].value
    }
  }

  private static func declares(_ name: String, _ file: SourceFile) -> Bool {
    file.outline.declarations.contains {
      $0.isType && $0.name == name && $0.parent != nil
    }
  }

  private static func folder(of file: SourceFile) -> String {
    let components = file.components
    return components.count > 3 ? components[2] : "the module itself"
  }
}
