import ApusNet

/// A group of new files that the tool writes together, without replacing an existing file.
struct NewFiles {
  /// A new file with its path, its content and its permissions.
  struct File {
    let path: FilePath
    let bytes: [UInt8]
    /// A Boolean value that indicates whether only the owner may read the file.
    let isSecret: Bool
  }

  /// The time limit for writing the files to the disk.
  private static let limit = Duration.seconds(30)

  /// Writes the group of files. No file gets its final name before all files are written.
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

  /// Writes the result to its file, or prints the result if the command line names no output path.
  /// The function also writes the file of a new key.
  static func make(
    _ pem: String, at output: FilePath?, beside key: File?, _ console: inout Console
  ) async throws {
    let result = output.map { File(path: $0, bytes: Array(pem.utf8), isSecret: false) }
    try await make([key, result].compactMap(\.self))
    if output == nil { console.print(pem) }
  }
}
