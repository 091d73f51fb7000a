import ApusNet

/// A private file, which only its owner can read and which is replaced as a whole.
enum PrivateFile {
  /// The time limit for writing the file to the disk.
  private static let limit = Duration.seconds(30)

  /// Writes the file under a temporary name, and renames the file when it is complete.
  ///
  /// The file is written even if the task is cancelled, because a signal may have caused the
  /// cancellation.
  ///
  /// - Parameter keepsPermissions: A Boolean value that indicates whether an existing file keeps
  ///   its permissions.
  static func write(
    _ bytes: [UInt8], to path: FilePath, keepsPermissions: Bool = true
  ) async throws {
    try await Task.detached {
      let deadline = Deadline.after(limit)
      let file = try await FileAccess(on: .shared()).createPartial(
        for: path, replacing: true, keepsPermissions: keepsPermissions, until: deadline)
      try await file.write(bytes, until: deadline)
      try await file.commit(until: deadline)
    }.value
  }
}
