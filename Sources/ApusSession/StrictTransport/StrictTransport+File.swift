internal import ApusConnections
internal import ApusCrypto
internal import ApusNames
internal import ApusNet

extension HTTPSession.StrictTransport {
  /// Writes all changes to the hosts file, and returns when they are written.
  ///
  /// Without a hosts file, the function returns at once. A session calls this function
  /// automatically in the background and when the session is shut down.
  public func save() async throws {
    try await save(on: nil)
  }

  /// Writes all changes to the hosts file, with a given event loop or the shared event loop for
  /// timeouts.
  private func save(on loop: EventLoop?) async throws(HTTPSessionError) {
    guard path != nil, withState({ !$0.changed.isEmpty }) else { return }
    do throws(NetError) {
      let home = if let loop { loop } else { try EventLoop.shared() }
      try await write(on: home)
      withState { $0.failure = nil }
    } catch {
      let failure = HTTPSessionError(.file(HTTPSessionError.NetworkFault(error)))
      withState { $0.failure = failure }
      throw failure
    }
  }

  /// Returns the bytes of a file, or `nil` if the file does not exist.
  ///
  /// The function throws an error for a symbolic link, because the new file would replace the link.
  static func contents(of path: FilePath) throws(HTTPSessionError) -> [UInt8]? {
    do throws(NetError) {
      let destination: FileDestination
      do throws(NetError) { destination = try FileDestination(at: path) } catch {
        if case .system(let error) = error, error.errno == noSuchFile { return nil }
        throw error
      }
      guard destination != .vacant else { return nil }
      try destination.check(path, replacing: true)
      do throws(SystemError) {
        return try Files.contents(of: path, limit: StrictHosts.fileByteLimit)
      } catch {
        throw .system(error)
      }
    } catch {
      throw HTTPSessionError(.file(HTTPSessionError.NetworkFault(error)))
    }
  }

  /// The system error number `ENOENT`.
  private static let noSuchFile: Int32 = 2

  /// Reads the hosts from the bytes of a hosts file.
  static func hosts(
    in bytes: [UInt8], of path: FilePath, at now: Int64
  ) throws(HTTPSessionError) -> StrictHosts {
    do throws(NetError) {
      return try parsed(bytes, of: path, at: now)
    } catch {
      throw HTTPSessionError(.file(HTTPSessionError.NetworkFault(error)))
    }
  }

  private static func parsed(
    _ bytes: [UInt8], of path: FilePath, at now: Int64
  ) throws(NetError) -> StrictHosts {
    do throws(StrictHosts.TextError) {
      return try StrictHosts(parsing: bytes, at: now)
    } catch {
      switch error {
      case .line(let number): throw .fileDamaged(path, line: number)
      case .digest: throw .fileDamaged(path, line: nil)
      }
    }
  }

  /// Starts to write the changes of the hosts file in the background, unless a write is already
  /// running.
  ///
  /// A write that is already running also writes later changes.
  func saveSoon(in nursery: Nursery, on loop: EventLoop?) {
    guard withState({ $0.beginSaving() }) else { return }
    let executor: any TaskExecutor = loop?.executorOfOthers ?? globalConcurrentExecutor
    let task = nursery.begin(on: executor) { [self] in
      defer { withState { $0.isSaving = false } }
      try? await save(on: loop)
    }
    if task == nil { withState { $0.isSaving = false } }
  }

  /// Merges the changes with the current contents of the hosts file.
  ///
  /// The new hosts file has a separate name until it replaces the old file. A process locks the new
  /// file, reads the old file, adds the changes, and replaces the old file. Other processes wait
  /// for the lock.
  private func write(on loop: EventLoop) async throws(NetError) {
    guard let path else { return }
    while true {
      let changed = withState(\.changed)
      guard !changed.isEmpty else { return }
      let deadline = loop.time.deadline(after: Self.patience)
      let file = try await Self.newFile(for: path, on: loop, until: deadline)
      do throws(NetError) {
        let old = try await Self.text(of: path, FileAccess(on: loop), until: deadline)
        let now = now
        var written =
          try old.map { (old) throws(NetError) in
            try Self.parsed(old, of: path, at: now)
          } ?? StrictHosts()
        let hosts = withState(\.hosts)
        // The hosts file does not contain the order of use, so a host that this process uses must
        // not be removed from the file.
        written.noteUses(in: hosts)
        written.take(changed, from: hosts)
        let text = written.text
        guard text.count <= StrictHosts.fileByteLimit else {
          throw .fileTooLong(path, limit: StrictHosts.fileByteLimit)
        }
        try await file.write(text, until: deadline)
        try await file.commit(until: deadline)
        withState { $0.note(written, at: now) }
      } catch {
        await file.discard()
        throw error
      }
    }
  }

  /// The maximum time that a write of the hosts file waits for the disk and for other processes.
  private static let patience: Duration = .seconds(10)
  /// The pause between two checks of the lock that another process holds.
  private static let pause: Duration = .milliseconds(10)

  /// Creates the file that replaces the hosts file, when no other process is replacing the hosts
  /// file.
  private static func newFile(
    for path: FilePath, on loop: EventLoop, until deadline: Deadline
  ) async throws(NetError) -> PartialFile {
    let access = FileAccess(on: loop)
    let token = token(of: path)
    while true {
      do throws(NetError) {
        // An incomplete hosts file that a killed process has left is removed.
        if let left = try await access.findPartial(
          token, for: path, replacing: true, until: deadline)
        {
          await left.discard()
        }
        return try await access.createPartial(
          for: path, replacing: true, token: token, until: deadline)
      } catch {
        guard error.isOfOtherWriter, loop.time.now < deadline else { throw error }
      }
      try await loop.sleep(until: loop.time.deadline(after: pause))
    }
  }

  /// Returns the token of the new hosts file, which is equal for all processes that write the same
  /// hosts file.
  static func token(of path: FilePath) -> PartialFile.Token {
    let name = path.bytes.split(separator: 0x2f).last.map(Array.init) ?? []
    return PartialFile.Token(bytes: Array(SHA256.digest(of: name.span).prefix(16)))
  }

  private static func text(
    of path: FilePath, _ access: FileAccess, until deadline: Deadline
  ) async throws(NetError) -> [UInt8]? {
    guard try await access.destination(path, until: deadline) != .vacant else { return nil }
    let file = try await access.open(path, until: deadline)
    var bytes: [UInt8] = []
    while bytes.count <= StrictHosts.fileByteLimit {
      let piece = try await file.read(
        at: Int64(bytes.count), atMost: 1 << 16, until: deadline)
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    throw .fileChanged(path)
  }
}

extension NetError {
  /// A Boolean value that indicates whether another process has locked or just created the new
  /// hosts file.
  fileprivate var isOfOtherWriter: Bool {
    if case .fileInUse = self { true } else { false }
  }
}
