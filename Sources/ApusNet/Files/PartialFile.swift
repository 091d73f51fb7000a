public import ApusFiles

/// A file that is being written, and is moved to its path when it is complete.
///
/// Until then it has a hidden name, or no name, in the folder that was opened for it, even if the
/// folder is renamed; links are not followed. It ends in one of three ways: `commit` moves it to
/// its path, `keep` leaves it in place so that its token can find it again, and `discard` removes
/// it. A file that is released without any of these is removed too.
///
/// A file without a name leaves nothing even if the process is killed. Files that neither replace
/// another one nor have a token are created this way.
public final class PartialFile: Sendable {
  /// The path of the committed file.
  public let path: FilePath
  /// The token that opens the file again; nil if it has none.
  public let token: Token?
  /// The temporary name; nil if it has none.
  let temporaryName: FilePath?

  private let name: FilePath
  private let replaces: Bool
  private let keepsPermissions: Bool
  private let folder: Descriptor
  let descriptor: Descriptor
  private let access: FileAccess
  private let state: Lock<State>
  /// Locked by each blocking call, so that an abandoned call has ended before the next one begins.
  private let calls = Lock(())

  private struct State {
    var phase = Phase.idle
    /// The end of the bytes that all calls have written.
    var byteCount: Int64
  }

  private enum Phase {
    case idle
    /// A call is in progress, was abandoned and may still be made, or has failed.
    case busy
    case finished
  }

  /// An open file, and its folder.
  struct Opened {
    let path: FilePath
    let name: FilePath
    let folder: Descriptor
    let descriptor: Descriptor
    var temporaryName: FilePath?
    var token: Token?
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

  /// Reads up to a number of written bytes from an offset; fewer at the end, then none.
  ///
  /// Only a file with a token can be read before it is complete.
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
  /// Only a regular file is replaced. The new one takes its permissions, without set-user-ID and
  /// set-group-ID, and its owner if the system permits that. An existing file survives every
  /// failure. A cancelled commit may still happen.
  public func commit(until deadline: Deadline) async throws(NetError) {
    try await perform(until: deadline) { file throws(NetError) in
      try file.sync(file.descriptor)
      let old = try FileDestination.check(
        file.name, in: file.folder, file.path, replacing: file.replaces)
      if let old, file.keepsPermissions { try file.takeOver(old) }
      let result = file.state.withLock { state in
        // A caller that stopped waiting for this call may have discarded the file.
        guard state.phase == .busy else { return Kernel.Failure.badDescriptor }
        let result = file.place()
        if result == 0 { state.phase = .finished }
        return result
      }
      guard result != Kernel.Failure.exists else { throw .fileExists(file.path) }
      guard result == 0 else { throw NetError("rename", file.path.description, result: result) }
      try file.sync(file.folder)
      file.descriptor.close()
    }
  }

  /// Keeps the written part of the file, so that its token can find it again.
  ///
  /// Returns the number of bytes; an empty file is removed. The call is made, and awaited, even if
  /// the task is cancelled. An abandoned write that is in progress ends first, and its bytes count.
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
          try sync(folder)
        } catch {
          failure.withLock { $0 = error }
        }
        // A child of this process may have the descriptor until it executes its program.
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
  /// The call is made, and awaited, even if the task is cancelled. Returns false if the deadline
  /// passed because a disk does not respond; the file is removed once it does.
  @discardableResult
  public func discard(until deadline: Deadline = .after(.seconds(10))) async -> Bool {
    guard end() else { return true }
    return await access.finish(until: deadline) { [self] in calls.withLock { _ in remove() } }
  }

  /// Rejects further calls; returns false if the file had already ended.
  private func end() -> Bool {
    state.withLock { state in
      defer { state.phase = .finished }
      return state.phase != .finished
    }
  }

  /// Removes the name while the file is still locked: another writer may use the name after that.
  private func remove() {
    if let temporaryName { _ = folder.use { Kernel.Files.unlink(temporaryName, in: $0) } }
    descriptor.close()
  }

  /// Makes one blocking call at a time; rejects all calls after a failed one.
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

  /// Takes the permissions of the replaced file, and its owner.
  private func takeOver(_ old: FileStatus) throws(NetError) {
    let result = descriptor.use {
      Kernel.Files.takeOver($0, old.owner, old.group, permissions: old.permissions & 0o777)
    }
    guard result == 0 else { throw NetError("fchmod", path.description, result: result) }
  }

  /// Gives the file its name.
  private func place() -> Int64 {
    guard let temporaryName else {
      return folder.use { folder in
        descriptor.use { Kernel.Files.name($0, name, in: folder) }
      }
    }
    let result = folder.use {
      Kernel.Files.rename(temporaryName, to: name, in: $0, replacing: replaces)
    }
    // Some network file systems cannot rename this way, but can create links.
    return !replaces && result == Kernel.Failure.invalidArgument ? link() : result
  }

  /// Gives the file its name by a hard link, which also fails if the name is taken.
  func link() -> Int64 {
    guard let temporaryName else { return Kernel.Failure.noSuchFile }
    return folder.use { folder in
      let result = Kernel.Files.link(temporaryName, to: name, in: folder)
      return result == 0 ? Kernel.Files.unlink(temporaryName, in: folder) : result
    }
  }
}
