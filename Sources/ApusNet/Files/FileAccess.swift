/// Who reads and writes files without holding the loop, and by whose clock.
public struct FileAccess: Sendable {
  let pool: BlockingPool
  let loop: EventLoop

  /// Files by the threads of a pool, with the deadlines of a loop.
  public init(pool: BlockingPool = .shared, on loop: EventLoop) {
    self.pool = pool
    self.loop = loop
  }

  /// Opens a regular file for reading.
  public func open(_ path: String, until deadline: Deadline) async throws(NetError) -> ReadableFile
  {
    try await run(until: deadline) { () throws(NetError) in
      let descriptor = try Descriptor(opened: ReadableFile.openResult(path), by: "open", path)
      let size = descriptor.use(Kernel.Files.size)
      guard size >= 0 else { throw NetError("fstat", path, result: size) }
      return ReadableFile(descriptor, path: path, byteCount: size, access: self)
    }
  }

  /// Makes the file that becomes `path` once it is whole.
  ///
  /// Its permissions are those given, without what the process masks.
  public func createPartial(
    for path: String, permissions: UInt32 = 0o600, until deadline: Deadline
  ) async throws(NetError) -> PartialFile {
    try await run(until: deadline) { () throws(NetError) in
      try PartialFile(for: path, permissions: permissions, access: self)
    }
  }

  /// Whether a path leads to a folder; false where nothing is.
  public func isFolder(_ path: String, until deadline: Deadline) async throws(NetError) -> Bool {
    try await run(until: deadline) { () throws(NetError) in Files.isFolder(path) }
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
