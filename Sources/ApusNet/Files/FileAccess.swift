public import ApusFiles

/// Access to files without blocking the loop, with a thread pool and a clock.
public struct FileAccess: Sendable {
  let pool: BlockingPool
  let loop: EventLoop

  /// Creates access to files on the threads of a pool, with the deadlines of a loop.
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

  /// Returns the kind of place at the path of a file to be written, before its content is fetched.
  public func destination(
    _ path: FilePath, until deadline: Deadline
  ) async throws(NetError) -> FileDestination {
    try await run(until: deadline) { () throws(NetError) in try FileDestination(at: path) }
  }

  /// Creates the file that becomes `path` once it is complete.
  ///
  /// With a token it can be found again after it was kept, by `findPartial`. The permissions of a
  /// file that replaces none, or that does not keep those of the old one, are those given, without
  /// what the process masks.
  ///
  /// - Parameters:
  ///   - path: The path that the file gets.
  ///   - replacing: A Boolean value that indicates whether the file may replace another.
  ///   - token: The token by which the file is found again; nil if it is not kept.
  ///   - isNamed: A Boolean value that indicates whether a file with a token has its hidden name
  ///     from the start, so that it is found even if the process is killed; false gives it the name
  ///     when it is kept.
  ///   - note: The text of a note that is found with the file; it has at most
  ///     `PartialFile.noteLimit` bytes, and only a file that is named has one.
  ///   - permissions: The permissions of the new file, without those that the process masks.
  ///   - keepsPermissions: A Boolean value that indicates whether the file gets the permissions of
  ///     the file that it replaces.
  ///   - deadline: The end of all waits.
  /// - Throws: `fileExists` or `notReplaceable` if the file could not be committed there,
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

  /// Finds a partial file that was kept, or was left by a process that ended; nil if there is none.
  ///
  /// A file that other users could read or write is removed, and not found.
  ///
  /// - Parameters:
  ///   - token: The token of the file.
  ///   - path: The path that the file gets.
  ///   - replacing: A Boolean value that indicates whether the file may replace another.
  ///   - permissions: The permissions of the new file, without those that the process masks.
  ///   - deadline: The end of all waits.
  /// - Throws: `fileInUse` if another task or process has it, `notOwnPart` if another user made it.
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

  /// Reads the note about a partial file in a folder; empty if there is none that can be trusted.
  ///
  /// The file is not locked, so that another process may be about to change the note.
  public func partialNote(
    _ token: PartialFile.Token, in folder: FilePath, until deadline: Deadline
  ) async throws(NetError) -> [UInt8] {
    try await run(until: deadline) { () throws(NetError) in
      let (folder, _) = try FileDestination.open(folder.appending(token.noteName))
      return PartialFile.note(of: token, in: folder)
    }
  }

  /// Returns whether a path leads to a folder; false if it does not exist.
  public func isFolder(_ path: FilePath, until deadline: Deadline) async throws(NetError) -> Bool {
    try await run(until: deadline) { () throws(NetError) in Files.isFolder(path) }
  }

  /// Creates the missing folders on the path of a file.
  ///
  /// They get the given permissions, without the bits of the process's mask.
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
        // Another process may have created it just now.
        guard result == 0 || Files.isFolder(folder) else {
          throw NetError("mkdir", folder.description, result: result)
        }
      }
    }
  }

  /// Makes a call that must not be skipped, and waits for its end even if the task is cancelled;
  /// returns false if the deadline passed.
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
