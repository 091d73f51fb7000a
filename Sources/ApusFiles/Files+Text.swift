public import ApusBytes

/// The same calls with paths as text, which spells them in UTF-8.
extension Files {
  /// Returns the bytes of a file; one that has more than `limit` is an error, and never cut short.
  ///
  /// A pipe, a device or a socket is an error unless the call may wait.
  public static func contents(
    of path: String, limit: Int = 1 << 30, mayWait: Bool = false
  ) throws(SystemError) -> [UInt8] {
    try contents(of: FilePath(path), limit: limit, mayWait: mayWait)
  }

  /// Returns the bytes of a file as a secret; one that has more than `limit` is an error.
  ///
  /// A pipe, a device or a socket is an error unless the call may wait.
  public static func secret(
    of path: String, limit: Int = secretLimit, mayWait: Bool = false
  ) throws(SystemError) -> SecretBytes {
    try secret(of: FilePath(path), limit: limit, mayWait: mayWait)
  }

  /// Lists the names in a folder as text, sorted; throws for one that is not UTF-8.
  public static func names(
    in path: String, limit: Int = nameLimit
  ) throws(SystemError) -> [String] {
    try names(in: FilePath(path), limit: limit)
  }

  /// Returns whether a path leads to a folder; false where nothing is.
  public static func isFolder(_ path: String) -> Bool { isFolder(FilePath(path)) }

  /// Returns whether a path leads to a regular file, which keeps no reader waiting.
  public static func isRegularFile(_ path: String) -> Bool { isRegularFile(FilePath(path)) }

  /// Returns whether the path leads to anything; false for a link to nothing.
  public static func exists(_ path: String) -> Bool { exists(FilePath(path)) }
}
