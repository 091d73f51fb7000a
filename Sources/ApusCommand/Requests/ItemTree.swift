import ApusNet
import ApusSerialization

/// A JSON value that the tool builds from the request items after the URL.
indirect enum ItemTree {
  /// JSON text that the user typed and that has been validated.
  case json([UInt8])
  /// A text that is read from a file.
  case text(FilePath)
  /// JSON text that is read from a file.
  case file(FilePath)
  case object([Member])
  case array([ItemTree?])

  struct Member {
    let name: String
    var value: ItemTree?
  }

  /// The reason that a JSON value cannot be inserted at a path.
  enum Fault {
    /// The path in the JSON document already has a value.
    case taken
    /// The path leads through a JSON value that is not an object or array of the required kind.
    case mixed
  }

  /// Inserts a JSON value at a path, and returns the reason if the value cannot be inserted.
  static func insert(
    _ leaf: ItemTree, at steps: ArraySlice<RequestItem.Step>, into place: inout ItemTree?
  ) -> Fault? {
    guard let step = steps.first else {
      guard place == nil else { return .taken }
      place = leaf
      return nil
    }
    let rest = steps.dropFirst()
    switch step {
    case .key(let key):
      guard var members = members(of: place) else { return .mixed }
      let index = members.firstIndex { $0.name == key } ?? members.count
      if index == members.count { members.append(Member(name: key)) }
      if let fault = insert(leaf, at: rest, into: &members[index].value) { return fault }
      place = .object(members)
    case .index, .next:
      guard var elements = elements(of: place) else { return .mixed }
      var index = elements.count
      if case .index(let number) = step { index = number }
      while elements.count <= index { elements.append(nil) }
      if let fault = insert(leaf, at: rest, into: &elements[index]) { return fault }
      place = .array(elements)
    }
    return nil
  }

  private static func members(of place: ItemTree?) -> [Member]? {
    switch place {
    case nil: []
    case .object(let members): members
    default: nil
    }
  }

  private static func elements(of place: ItemTree?) -> [ItemTree?]? {
    switch place {
    case nil: []
    case .array(let elements): elements
    default: nil
    }
  }
}

extension ItemTree {
  /// Returns the JSON text of the value. The function reads the files that the request items name.
  func bytes(_ files: FileBody) async throws -> [UInt8] {
    switch self {
    case .json(let bytes): return bytes
    case .text(let path):
      let contents = try await files.contents(path)
      guard let text = String(validating: contents, as: UTF8.self) else {
        throw UsageError.notJSON(Console.shown(path), "the text is not valid UTF-8")
      }
      return try JSON.Value.string(text).bytes()
    case .file(let path):
      let contents = try await files.contents(path)
      do throws(JSON.ParsingError) { _ = try JSON.Value(parsing: contents) } catch {
        throw UsageError.notJSON(Console.shown(path), "\(error)")
      }
      return contents
    case .object(let members):
      var bytes: [UInt8] = [0x7b]
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(0x2c) }
        bytes += try JSON.Value.string(member.name).bytes() + [0x3a]
        bytes += try await Self.bytes(of: member.value, files)
      }
      return bytes + [0x7d]
    case .array(let elements):
      var bytes: [UInt8] = [0x5b]
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(0x2c) }
        bytes += try await Self.bytes(of: element, files)
      }
      return bytes + [0x5d]
    }
  }

  /// A Boolean value that indicates whether the JSON value is read from standard input.
  var usesStandardInput: Bool {
    switch self {
    case .json: false
    case .text(let path), .file(let path): path == "-"
    case .object(let members): members.contains { $0.value?.usesStandardInput == true }
    case .array(let elements): elements.contains { $0?.usesStandardInput == true }
    }
  }

  private static func bytes(of place: ItemTree?, _ files: FileBody) async throws -> [UInt8] {
    guard let place else { return Array("null".utf8) }
    return try await place.bytes(files)
  }
}
