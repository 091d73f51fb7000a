import ApusNet

/// Files that are made together, and replace none.
struct NewFiles {
  /// A file with its content.
  struct File {
    let path: FilePath
    let bytes: [UInt8]
    /// A Boolean value that indicates whether the owner alone may read the file.
    let isSecret: Bool
  }

  /// The time that a disk has for the files.
  private static let limit = Duration.seconds(30)

  /// Makes the files; none has its name before all of them are written.
  static func make(_ files: [File]) async throws {
    let deadline = Deadline.after(limit)
    let access = FileAccess(on: try .shared())
    var partials: [PartialFile] = []
    for file in files {
      let partial = try await access.createPartial(
        for: file.path, permissions: file.isSecret ? 0o600 : 0o644, until: deadline)
      try await partial.write(file.bytes, until: deadline)
      partials.append(partial)
    }
    for partial in partials { try await partial.commit(until: deadline) }
  }

  /// Makes the file of a result, or prints the result, with the file of a new key.
  static func make(
    _ pem: String, at output: FilePath?, beside key: File?, _ console: inout Console
  ) async throws {
    let result = output.map { File(path: $0, bytes: Array(pem.utf8), isSecret: false) }
    try await make([key, result].compactMap(\.self))
    if output == nil { console.print(pem) }
  }
}
