import ApusNet

/// New files that the tool makes together without replacing an existing file.
struct NewFiles {
  /// A new file with its path and its content.
  struct File {
    let path: FilePath
    let bytes: [UInt8]
    /// A Boolean value that indicates whether only the owner may read the file.
    let isSecret: Bool
  }

  /// The time limit for writing the files to the disk.
  private static let limit = Duration.seconds(30)

  /// Makes the files. No file gets its final name before all files are written.
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

  /// Makes the file of a result, or prints the result if the command line names no output path. The
  /// file of a new key is made too.
  static func make(
    _ pem: String, at output: FilePath?, beside key: File?, _ console: inout Console
  ) async throws {
    let result = output.map { File(path: $0, bytes: Array(pem.utf8), isSecret: false) }
    try await make([key, result].compactMap(\.self))
    if output == nil { console.print(pem) }
  }
}
