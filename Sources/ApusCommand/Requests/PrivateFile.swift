import ApusNet

/// A file for its owner alone that is replaced as a whole.
enum PrivateFile {
  /// The time that a disk has for it.
  private static let limit = Duration.seconds(30)

  /// Writes the file under another name, and renames it when it is complete.
  ///
  /// The call is made even if the task is cancelled: a signal may be the reason for it.
  ///
  /// - Parameter keepsPermissions: keepsPermissions: A Boolean value that indicates whether an
  ///   existing file keeps its permissions.
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
