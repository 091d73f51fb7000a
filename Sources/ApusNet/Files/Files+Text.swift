public import ApusFiles

/// Variants of the file functions whose paths are text in UTF-8.
extension Files {
  /// Appends bytes to a file, and creates a missing file with access for its owner only.
  public static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try append(bytes, to: FilePath(path))
  }

  /// Removes a file, but not a folder.
  public static func remove(_ path: String) throws(SystemError) { try remove(FilePath(path)) }
}

extension FileStamp {
  /// Creates the stamp of the file or folder that a path leads to, through links.
  public init(of path: String) throws(SystemError) { try self.init(of: FilePath(path)) }
}

extension ByteStream {
  /// Opens the file at a path, and waits until a pipe has a writer.
  public convenience init(_ path: String, access: FileAccess) async throws(NetError) {
    try await self.init(FilePath(path), access: access)
  }
}

extension FileAccess {
  /// Opens a regular file for reading.
  public func open(_ path: String, until deadline: Deadline) async throws(NetError) -> ReadableFile
  {
    try await open(FilePath(path), until: deadline)
  }

  /// Returns the kind of file at a destination path, before the content of a download is fetched.
  public func destination(
    _ path: String, until deadline: Deadline
  ) async throws(NetError) -> FileDestination {
    try await destination(FilePath(path), until: deadline)
  }

  /// Creates the file that is moved to `path` when it is complete.
  public func createPartial(
    for path: String, replacing: Bool = false, token: PartialFile.Token? = nil,
    permissions: UInt32 = 0o600, until deadline: Deadline
  ) async throws(NetError) -> PartialFile {
    try await createPartial(
      for: FilePath(path), replacing: replacing, token: token, permissions: permissions,
      until: deadline)
  }

  /// Finds a partial file that was kept, or returns `nil` if no such file exists.
  public func findPartial(
    _ token: PartialFile.Token, for path: String, replacing: Bool = false, until deadline: Deadline
  ) async throws(NetError) -> PartialFile? {
    try await findPartial(token, for: FilePath(path), replacing: replacing, until: deadline)
  }

  /// Returns whether a path leads to a folder, and `false` if the path does not exist.
  public func isFolder(_ path: String, until deadline: Deadline) async throws(NetError) -> Bool {
    try await isFolder(FilePath(path), until: deadline)
  }
}
