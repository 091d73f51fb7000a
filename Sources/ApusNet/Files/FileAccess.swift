public import ApusFiles

/// Access to files without blocking the event loop, with a thread pool and a clock.
public struct FileAccess: Sendable {
  let pool: BlockingPool
  let loop: EventLoop

  /// Creates access to files on the threads of a pool, with the deadlines of an event loop.
  public init(pool: BlockingPool = .shared, on loop: EventLoop) {
    self.pool = pool
    self.loop = loop
  }

  /// Opens a regular file for reading.
  public func open(
    _ path: FilePath, until deadline: Deadline
  ) async throws(NetError) -> ReadableFile {
    try await run(until: deadline) { () throws(NetError) in
      let text = path.description
      let descriptor = try Descriptor(opened: ReadableFile.openResult(path), by: "open", text)
      let size = descriptor.use(Kernel.Files.size)
      if size == Kernel.Failure.invalidArgument {
        throw .system(SystemError("open", text, found: Files.kind(path) ?? .other))
      }
      guard size >= 0 else { throw NetError("fstat", text, result: size) }
      return ReadableFile(
        descriptor, path: path, byteCount: size,
        stamp: try FileStamp(of: descriptor, named: path), access: self)
    }
  }

  /// Returns the kind of file at a destination path, before the content of a download is fetched.
  public func destination(
    _ path: FilePath, until deadline: Deadline
  ) async throws(NetError) -> FileDestination {
    try await run(until: deadline) { () throws(NetError) in try FileDestination(at: path) }
  }

  /// Creates the file that is moved to `path` when it is complete.
  ///
  /// A file with a token can be found again by `findPartial` after the file was kept. A new file
  /// has the given permissions, without the bits of the process's mask, unless it takes the
  /// permissions of the file that it replaces.
  ///
  /// - Parameters:
  ///   - path: The path of the complete file.
  ///   - replacing: A Boolean value that indicates whether the complete file may replace another
  ///     file.
  ///   - token: The token by which the file is found again; nil if the file is not kept.
  ///   - isNamed: A Boolean value that indicates whether a file with a token has its hidden name
  ///     from the start. Such a file is found even if the process is killed. With `false` the file
  ///     receives the hidden name when it is kept.
  ///   - note: The text of a note that is found with the file. The note has at most
  ///     `PartialFile.noteLimit` bytes, and only a file with a hidden name has a note.
  ///   - permissions: The permissions of the new file, without the bits that the process masks.
  ///   - keepsPermissions: A Boolean value that indicates whether the file takes the permissions of
  ///     the file that it replaces.
  ///   - deadline: The end of all waits for the file system.
  /// - Throws: `fileExists` or `notReplaceable` if the file could not be committed at the path,
  ///   `fileInUse` if another task or process has a file of that token.
  public func createPartial(
    for path: FilePath, replacing: Bool = false, token: PartialFile.Token? = nil,
    isNamed: Bool = true, note: [UInt8] = [], permissions: UInt32 = 0o600,
    keepsPermissions: Bool = true, until deadline: Deadline
  ) async throws(NetError) -> PartialFile {
    let plan = PartialFile.Plan(
      path: path, replaces: replacing, token: token, isNamed: isNamed, note: note,
      permissions: permissions)
    return try await run(until: deadline) { () throws(NetError) in
      PartialFile(
        try PartialFile.make(plan), access: self, keepsPermissions: keepsPermissions)
    }
  }

  /// Finds a partial file that was kept, or was left by a process that ended.
  ///
  /// The result is `nil` if no such file exists. A file that other users could read or write is
  /// removed, and not found.
  ///
  /// - Parameters:
  ///   - token: The token of the partial file.
  ///   - path: The path of the complete file.
  ///   - replacing: A Boolean value that indicates whether the complete file may replace another
  ///     file.
  ///   - permissions: The permissions of the complete file, without the bits that the process
  ///     masks.
  ///   - deadline: The end of all waits for the file system.
  /// - Throws: `fileInUse` if another task or process has the file, `notOwnPart` if another user
  ///   made the file.
  public func findPartial(
    _ token: PartialFile.Token, for path: FilePath, replacing: Bool = false,
    permissions: UInt32 = 0o600, until deadline: Deadline
  ) async throws(NetError) -> PartialFile? {
    let plan = PartialFile.Plan(
      path: path, replaces: replacing, token: token, permissions: permissions)
    return try await run(until: deadline) { () throws(NetError) in
      try PartialFile.find(plan).map { PartialFile($0, access: self) }
    }
  }

  /// Reads the metadata note about a partial file in a folder.
  ///
  /// The result is empty if the folder contains no note, or only a note that other users could have
  /// written. The file is not locked, so another process may change the note.
  public func partialNote(
    _ token: PartialFile.Token, in folder: FilePath, until deadline: Deadline
  ) async throws(NetError) -> [UInt8] {
    try await run(until: deadline) { () throws(NetError) in
      let (folder, _) = try FileDestination.open(folder.appending(token.noteName))
      return PartialFile.note(of: token, in: folder)
    }
  }

  /// Returns whether a path leads to a folder, and `false` if the path does not exist.
  public func isFolder(_ path: FilePath, until deadline: Deadline) async throws(NetError) -> Bool {
    try await run(until: deadline) { () throws(NetError) in Files.isFolder(path) }
  }

  /// Creates the missing folders on the path of a file.
  ///
  /// The folders have the given permissions, without the bits of the process's mask.
  public func makeFolders(
    to path: FilePath, permissions: UInt32 = 0o700, until deadline: Deadline
  ) async throws(NetError) {
    try await run(until: deadline) { () throws(NetError) in
      guard path.isWhole else {
        throw NetError("mkdir", path.description, result: Kernel.Failure.invalidArgument)
      }
      for slash in path.bytes.indices.dropFirst() where path.bytes[slash] == 0x2f {
        let folder = FilePath(bytes: Array(path.bytes[..<slash]))
        if Files.isFolder(folder) { continue }
        let result = Kernel.Files.makeFolder(folder, mode: permissions)
        // Another process may have created the folder just now.
        guard result == 0 || Files.isFolder(folder) else {
          throw NetError("mkdir", folder.description, result: result)
        }
      }
    }
  }

  /// Runs a mandatory file system call, and waits for its end even if the task is cancelled.
  /// Returns `false` if the deadline passed.
  func finish(until deadline: Deadline, _ call: @escaping @Sendable () -> Void) async -> Bool {
    await pool.finish(until: deadline, on: loop, call)
  }

  func run<Value: Sendable>(
    until deadline: Deadline, _ call: @escaping @Sendable () throws(NetError) -> Value
  ) async throws(NetError) -> Value {
    let result = try await pool.run(.fileAccess, until: deadline, on: loop) {
      Result { () throws(NetError) in try call() }
    }
    return try result.get()
  }
}
