public import ApusFiles

/// An incomplete file that is moved to its final path when it is complete.
///
/// Until then the file has no name or a hidden name in the folder of its path. The folder stays
/// open, so the folder may be renamed in the meantime. `commit` moves the file to its final path,
/// `keep` retains the file under its token, and `discard` removes the file. The file is also
/// removed if the object is released without any of these calls.
///
/// A file without a name disappears if the process is killed. A file that another process must find
/// later has a hidden name from the start, and may have a note in the same folder. If the file
/// system does not support files without a name, every partial file has a hidden name.
public final class PartialFile: Sendable {
  /// The path of the committed file.
  public let path: FilePath
  /// The token by which the partial file can be found again, or `nil` if the file has no token.
  public let token: Token?
  /// The metadata note about the partial file. The note is empty if the file has no note.
  public let note: [UInt8]
  /// The name of the file before it is committed. The value is `nil` if the file has no name.
  let temporaryName: FilePath?

  private let name: FilePath
  private let replaces: Bool
  private let keepsPermissions: Bool
  /// The permissions that a new file receives when it is committed. The value is `nil` if the file
  /// already has its permissions.
  private let permissions: UInt32?
  private let folder: Descriptor
  let descriptor: Descriptor
  private let access: FileAccess
  private let state: Lock<State>
  /// A lock that each blocking call acquires, because an abandoned call must end before the next
  /// call begins.
  private let calls = Lock(())

  private struct State {
    var phase = Phase.idle
    /// The end offset of the written bytes.
    var byteCount: Int64
  }

  private enum Phase {
    case idle
    /// A blocking call is in progress, has been abandoned, or has failed.
    case busy
    case finished
  }

  /// An open partial file, with its folder.
  struct Opened {
    let path: FilePath
    let name: FilePath
    let folder: Descriptor
    let descriptor: Descriptor
    var temporaryName: FilePath?
    var token: Token?
    var note: [UInt8] = []
    /// The permissions that the file receives when it is committed. The value is `nil` if the file
    /// already has its permissions.
    var permissions: UInt32?
    var byteCount: Int64 = 0
    var replaces: Bool
  }

  init(_ opened: Opened, access: FileAccess, keepsPermissions: Bool = true) {
    self.keepsPermissions = keepsPermissions
    path = opened.path
    name = opened.name
    folder = opened.folder
    descriptor = opened.descriptor
    temporaryName = opened.temporaryName
    token = opened.token
    note = opened.note
    permissions = opened.permissions
    replaces = opened.replaces
    state = Lock(State(byteCount: opened.byteCount))
    self.access = access
  }

  deinit { if end() { remove() } }

  /// The number of written bytes, without the bytes of a failed or abandoned call.
  public var byteCount: Int64 { state.withLock(\.byteCount) }

  /// Writes bytes at an offset, or at the end.
  ///
  /// If a call fails, is cancelled or times out, the content at that offset is unknown, and later
  /// writes are rejected.
  public func write(
    _ bytes: [UInt8], at offset: Int64? = nil, until deadline: Deadline
  ) async throws(NetError) {
    precondition(offset ?? 0 >= 0, "a file has no bytes before its first")
    try await perform(until: deadline) { file throws(NetError) in
      let start = offset ?? file.byteCount
      let (end, isTooLong) = start.addingReportingOverflow(Int64(bytes.count))
      guard !isTooLong else {
        throw NetError("write", file.path.description, result: Kernel.Failure.fileTooLarge)
      }
      var written = 0
      while written < bytes.count {
        let result = file.descriptor.use {
          Kernel.Files.write($0, bytes.span.extracting(written...), at: start + Int64(written))
        }
        guard result >= 0 else { throw NetError("write", file.path.description, result: result) }
        written += Int(result)
      }
      file.state.withLock { $0.byteCount = max($0.byteCount, end) }
    }
  }

  /// Reads up to a number of written bytes from an offset, with fewer bytes at the end of the file.
  ///
  /// The result is empty after the end of the file. Only a file with a hidden name can be read
  /// before the file is complete.
  public func read(
    at offset: Int64, atMost count: Int, until deadline: Deadline
  ) async throws(NetError) -> [UInt8] {
    precondition(offset >= 0 && count > 0, "the offset is negative, or the count is not positive")
    let bytes = Lock<[UInt8]>([])
    try await perform(until: deadline) { file throws(NetError) in
      var read: [UInt8] = []
      var result: Int64 = 0
      read.append(addingCapacity: count) { output in
        result = file.descriptor.use { Kernel.Files.read($0, at: offset, into: &output) }
      }
      guard result >= 0 else { throw NetError("read", file.path.description, result: result) }
      bytes.withLock { $0 = read }
    }
    return bytes.withLock(\.self)
  }

  /// Waits until all bytes are on disk, and moves the file to its path.
  ///
  /// Only a regular file is replaced. The new file takes the permissions of the replaced file,
  /// without set-user-ID and set-group-ID. The new file also takes the owner of the replaced file
  /// if the system permits that. After a failure, the existing file is unchanged. A cancelled
  /// commit may still take effect.
  public func commit(until deadline: Deadline) async throws(NetError) {
    try await perform(until: deadline) { file throws(NetError) in
      try file.sync(file.descriptor)
      let old = try FileDestination.check(
        file.name, in: file.folder, file.path, replacing: file.replaces)
      if let old, file.keepsPermissions {
        try file.takeOver(old)
      } else if let permissions = file.permissions {
        try file.setPermissions(permissions)
      }
      // The note is removed before the hidden name, because another process may use the token after
      // the name is removed.
      file.removeNote()
      let result = file.state.withLock { state in
        // The caller may have stopped waiting for this call and discarded the file.
        guard state.phase == .busy else { return Kernel.Failure.badDescriptor }
        let result = file.place()
        if result == 0 { state.phase = .finished }
        return result
      }
      guard result == 0 else {
        try? file.restore()
        guard result != Kernel.Failure.exists else { throw .fileExists(file.path) }
        throw NetError("rename", file.path.description, result: result)
      }
      try file.sync(file.folder)
      file.descriptor.close()
    }
  }

  /// Retains the written part of the file, which can be found again by the file's token.
  ///
  /// Returns the number of retained bytes. An empty file is removed. The function completes even if
  /// the task is cancelled. The function first waits for an abandoned write, whose bytes are
  /// included.
  @discardableResult
  public func keep(until deadline: Deadline) async throws(NetError) -> Int64 {
    precondition(token != nil, "a file without a token is not found again")
    guard end() else { throw .closed }
    let failure = Lock<NetError?>(nil)
    let kept = Lock<Int64>(0)
    let isDone = await access.finish(until: deadline) { [self] in
      calls.withLock { _ in
        let count = byteCount
        guard count > 0 else { return remove() }
        kept.withLock { $0 = count }
        do throws(NetError) {
          let result = descriptor.use { Kernel.Files.truncate($0, to: count) }
          guard result == 0 else {
            throw NetError("ftruncate", path.description, result: result)
          }
          try sync(descriptor)
          try giveHiddenName()
          try sync(folder)
        } catch {
          failure.withLock { $0 = error }
        }
        // A child of this process may have the descriptor until the child executes its program.
        _ = descriptor.use(Kernel.Files.unlock)
        descriptor.close()
      }
    }
    guard isDone else { throw .timedOut(.fileAccess, nil) }
    if let failure = failure.withLock({ $0 }) { throw failure }
    return kept.withLock(\.self)
  }

  /// Removes the file, unless it was committed or kept, and waits until it is removed.
  ///
  /// The function completes even if the task is cancelled. Returns `false` if the deadline passed
  /// because a disk does not respond. The file is removed when the disk responds.
  @discardableResult
  public func discard(until deadline: Deadline = .after(.seconds(10))) async -> Bool {
    guard end() else { return true }
    return await access.finish(until: deadline) { [self] in calls.withLock { _ in remove() } }
  }

  /// Marks the file as ended, which rejects further calls. Returns `false` if the file had already
  /// ended.
  private func end() -> Bool {
    state.withLock { state in
      defer { state.phase = .finished }
      return state.phase != .finished
    }
  }

  /// Removes the hidden name while the file is still locked, because another process may use the
  /// name after the lock is released.
  private func remove() {
    removeNote()
    if let temporaryName { _ = folder.use { Kernel.Files.unlink(temporaryName, in: $0) } }
    descriptor.close()
  }

  private func removeNote() {
    guard let token, !note.isEmpty else { return }
    _ = folder.use { Kernel.Files.unlink(token.noteName, in: $0) }
  }

  /// Restores the hidden name of a file after a failed commit.
  private func restore() throws(NetError) {
    guard let token, temporaryName != nil else { return }
    try setPermissions(0o600)
    try Self.writeNote(
      of: Opened(
        path: path, name: name, folder: folder, descriptor: descriptor, token: token, note: note,
        replaces: replaces))
  }

  /// Gives the hidden name of the token to a file without a name.
  private func giveHiddenName() throws(NetError) {
    guard let token, temporaryName == nil else { return }
    try setPermissions(0o600)
    let result = folder.use { folder in
      descriptor.use { Kernel.Files.name($0, token.name, in: folder) }
    }
    guard result == 0 else { throw NetError("link", path.description, result: result) }
  }

  /// Runs one blocking call at a time. After a failed call, further calls are rejected.
  private func perform(
    until deadline: Deadline, _ call: @escaping @Sendable (PartialFile) throws(NetError) -> Void
  ) async throws(NetError) {
    let isOpen = state.withLock { state in
      guard state.phase == .idle else { return false }
      state.phase = .busy
      return true
    }
    guard isOpen else { throw .closed }
    try await access.run(until: deadline) { [self] () throws(NetError) in
      try calls.withLock { _ throws(NetError) in try call(self) }
    }
    state.withLock { if $0.phase == .busy { $0.phase = .idle } }
  }

  private func sync(_ descriptor: Descriptor) throws(NetError) {
    let result = descriptor.use(Kernel.Files.sync)
    guard result == 0 else { throw NetError("fsync", path.description, result: result) }
  }

  /// Copies the permissions and the owner of the replaced file to the partial file.
  private func takeOver(_ old: FileStatus) throws(NetError) {
    let result = descriptor.use {
      Kernel.Files.takeOver($0, old.owner, old.group, permissions: old.permissions & 0o777)
    }
    guard result == 0 else { throw NetError("fchmod", path.description, result: result) }
  }

  private func setPermissions(_ permissions: UInt32) throws(NetError) {
    let result = descriptor.use {
      Kernel.Files.takeOver($0, .max, .max, permissions: permissions)
    }
    guard result == 0 else { throw NetError("fchmod", path.description, result: result) }
  }

  /// Gives the file its final name.
  private func place() -> Int64 {
    guard let temporaryName else {
      let result = folder.use { folder in
        descriptor.use { Kernel.Files.name($0, name, in: folder) }
      }
      return replaces && result == Kernel.Failure.exists ? replace() : result
    }
    let result = folder.use {
      Kernel.Files.rename(temporaryName, to: name, in: $0, replacing: replaces)
    }
    // Some network file systems do not support a rename without replacement, but support hard
    // links.
    return !replaces && result == Kernel.Failure.invalidArgument ? link() : result
  }

  /// Replaces an existing file with a file without a name. The new file has a hidden name for a
  /// moment.
  ///
  /// No system call can name a file and replace an existing file in one step.
  private func replace() -> Int64 {
    guard let hidden = try? Token.random().name else { return Kernel.Failure.tryAgain }
    return folder.use { folder in
      let named = descriptor.use { Kernel.Files.name($0, hidden, in: folder) }
      guard named == 0 else { return named }
      let result = Kernel.Files.rename(hidden, to: name, in: folder, replacing: true)
      if result != 0 { _ = Kernel.Files.unlink(hidden, in: folder) }
      return result
    }
  }

  /// Creates a hard link with the final name, which fails if the final name exists.
  func link() -> Int64 {
    guard let temporaryName else { return Kernel.Failure.noSuchFile }
    return folder.use { folder in
      let result = Kernel.Files.link(temporaryName, to: name, in: folder)
      return result == 0 ? Kernel.Files.unlink(temporaryName, in: folder) : result
    }
  }
}
