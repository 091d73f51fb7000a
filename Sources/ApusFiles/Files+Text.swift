public import ApusBytes

/// The file functions with paths as text in UTF-8.
extension Files {
  /// Returns the bytes of a file, which are never truncated.
  /// Throws an error if the file has more than `limit` bytes.
  ///
  /// The function throws an error for a pipe, a device or a socket unless `mayWait` is `true`.
  public static func contents(
    of path: String, limit: Int = 1 << 30, mayWait: Bool = false
  ) throws(SystemError) -> [UInt8] {
    try contents(of: FilePath(path), limit: limit, mayWait: mayWait)
  }

  /// Returns the bytes of a file as a secret.
  /// Throws an error if the file has more than `limit` bytes.
  ///
  /// The function throws an error for a pipe, a device or a socket unless `mayWait` is `true`.
  public static func secret(
    of path: String, limit: Int = secretLimit, mayWait: Bool = false
  ) throws(SystemError) -> SecretBytes {
    try secret(of: FilePath(path), limit: limit, mayWait: mayWait)
  }

  /// Returns the names in a folder as sorted text. Throws an error if a name is not valid UTF-8.
  public static func names(
    in path: String, limit: Int = nameLimit
  ) throws(SystemError) -> [String] {
    try names(in: FilePath(path), limit: limit)
  }

  /// Returns whether a path leads to a folder. Returns `false` if the path does not exist.
  public static func isFolder(_ path: String) -> Bool { isFolder(FilePath(path)) }

  /// Returns whether a path leads to a regular file, which never blocks a reader.
  public static func isRegularFile(_ path: String) -> Bool { isRegularFile(FilePath(path)) }

  /// Returns whether a path leads to an existing file. Returns `false` for a broken link.
  public static func exists(_ path: String) -> Bool { exists(FilePath(path)) }
}
