internal import ApusFiles

extension PartialFile {
  /// The path and the properties of a partial file that is created or found.
  struct Plan {
    let path: FilePath
    var replaces = false
    var token: Token?
    /// A Boolean value that indicates whether a partial file has its hidden name from the start.
    var isNamed = true
    /// A Boolean value that indicates whether the file may have no name until it is committed.
    var triesNameless = true
    /// The text of the metadata note about the partial file. The text is empty if the file has no
    /// note.
    var note: [UInt8] = []
    var permissions: UInt32 = 0o600
  }

  /// The maximum number of bytes of a note about a partial file.
  public static let noteLimit = 16_384

  /// Reads the note about a locked partial file. The result is empty if no note exists or other
  /// users could have written the note.
  static func note(of token: Token, in folder: Descriptor) -> [UInt8] {
    let opened = folder.use { Kernel.Files.openReading(token.noteName, in: $0) }
    guard opened >= 0, let descriptor = try? Descriptor(opened: opened, by: "open", ""),
      let status = status(of: descriptor), isOwn(status), status.permissions & 0o077 == 0,
      status.byteCount <= noteLimit
    else { return [] }
    var bytes: [UInt8] = []
    var got: Int64 = 0
    bytes.append(addingCapacity: noteLimit) { output in
      got = descriptor.use { Kernel.Files.read($0, at: 0, into: &output) }
    }
    return got == status.byteCount ? bytes : []
  }

  /// Writes the note about a locked partial file, and replaces an older note.
  static func writeNote(of file: Opened) throws(NetError) {
    guard let token = file.token else { return }
    _ = file.folder.use { Kernel.Files.unlink(token.noteName, in: $0) }
    guard !file.note.isEmpty else { return }
    precondition(file.note.count <= noteLimit, "a note has at most \(noteLimit) bytes")
    let path = file.path.sibling(token.noteName)
    let result = file.folder.use { Kernel.Files.create(token.noteName, in: $0, mode: 0o600) }
    guard result != Kernel.Failure.exists else { throw .notOwnPart(path) }
    let descriptor = try Descriptor(opened: result, by: "open", path.description)
    let written = descriptor.use { Kernel.Files.write($0, file.note.span, at: 0) }
    guard written == Int64(file.note.count) else {
      _ = file.folder.use { Kernel.Files.unlink(token.noteName, in: $0) }
      let result = written < 0 ? written : Kernel.Failure.noSpace
      throw NetError("write", path.description, result: result)
    }
  }
}

extension FilePath {
  /// Returns the path of another file name in the same folder.
  func sibling(_ name: FilePath) -> FilePath {
    guard let slash = bytes.lastIndex(of: 0x2f) else { return name }
    return FilePath(bytes: Array(bytes[...slash]) + name.bytes)
  }
}
