internal import ApusBytes
internal import ApusFiles

extension PartialFile {
  /// The token that finds a partial file again: sixteen bytes, which are part of its hidden name.
  public struct Token: Hashable, Sendable, CustomStringConvertible {
    /// The token as 32 lower-case hexadecimal digits.
    public let description: String

    /// Reads a token from its text; nil for invalid text.
    public init?(_ text: String) {
      guard text.utf8.count == 32,
        text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
      else { return nil }
      description = text
    }

    /// Creates the token of sixteen bytes.
    package init(bytes: [UInt8]) {
      precondition(bytes.count == 16, "a token has sixteen bytes")
      description = Hex.encode(bytes)
    }

    /// Returns an unpredictable token.
    public static func random() throws(NetError) -> Token {
      do throws(RandomError) {
        return Token(bytes: try SystemRandom().bytes(16))
      } catch {
        switch error {
        case .unavailable(let errno): throw NetError("getrandom", result: -Int64(errno))
        }
      }
    }

    /// The hidden name of its file.
    var name: FilePath { FilePath(".apus-" + description) }
    /// The hidden name of the note about the file.
    var noteName: FilePath { FilePath(".apus-" + description + "-note") }
  }

  /// Creates a file; blocks.
  ///
  /// A file that has a token and its name from the start is its owner's alone until it is
  /// committed, and so is one that replaces another.
  static func make(_ plan: Plan) throws(NetError) -> Opened {
    let path = plan.path
    let (folder, name) = try FileDestination.open(path)
    let old = try FileDestination.check(name, in: folder, path, replacing: plan.replaces)
    let mode = old == nil ? plan.permissions : 0o600
    if plan.token == nil || !plan.isNamed, plan.triesNameless {
      let result = folder.use { Kernel.Files.createNameless(in: $0, mode: mode) }
      if result != Kernel.Failure.notSupported {
        let descriptor = try Descriptor(opened: result, by: "open", path.description)
        return Opened(
          path: path, name: name, folder: folder, descriptor: descriptor, token: plan.token,
          replaces: plan.replaces)
      }
    }
    guard let token = plan.token else {
      let temporaryName = try Token.random().name
      let result = folder.use { Kernel.Files.create(temporaryName, in: $0, mode: mode) }
      let descriptor = try Descriptor(opened: result, by: "open", path.description)
      return Opened(
        path: path, name: name, folder: folder, descriptor: descriptor,
        temporaryName: temporaryName, replaces: plan.replaces)
    }
    let permissions = try maskedPermissions(plan.permissions, in: folder, path)
    let descriptor = try create(token, in: folder, path)
    let opened = Opened(
      path: path, name: name, folder: folder, descriptor: descriptor, temporaryName: token.name,
      token: token, note: plan.note, permissions: permissions, replaces: plan.replaces)
    do throws(NetError) {
      try writeNote(of: opened)
    } catch {
      _ = folder.use { Kernel.Files.unlink(token.name, in: $0) }
      throw error
    }
    return opened
  }

  /// Makes the file of a token, and locks it.
  private static func create(
    _ token: Token, in folder: Descriptor, _ path: FilePath
  ) throws(NetError) -> Descriptor {
    let result = folder.use { Kernel.Files.create(token.name, in: $0, mode: 0o600) }
    guard result != Kernel.Failure.exists else { throw .fileInUse(path) }
    let descriptor = try Descriptor(opened: result, by: "open", path.description)
    try lock(descriptor, path)
    // Another writer may have found and removed the file before it was locked.
    guard try isNamed(token.name, descriptor, in: folder, path) else { throw .fileInUse(path) }
    return descriptor
  }

  /// Returns the permissions of a new file in a folder, as the process masks them; nil for 0600.
  private static func maskedPermissions(
    _ permissions: UInt32, in folder: Descriptor, _ path: FilePath
  ) throws(NetError) -> UInt32? {
    guard permissions != 0o600 else { return nil }
    var result = folder.use { Kernel.Files.createNameless(in: $0, mode: permissions) }
    if result == Kernel.Failure.notSupported {
      let name = try Token.random().name
      result = folder.use { Kernel.Files.create(name, in: $0, mode: permissions) }
      _ = folder.use { Kernel.Files.unlink(name, in: $0) }
    }
    let sample = try Descriptor(opened: result, by: "open", path.description)
    return status(of: sample)?.permissions
  }

  /// Opens a file that was kept, or was left by a process that ended; blocks. Nil if there is none.
  ///
  /// A file whose permissions let other users write to it or read it is removed: it is not as a
  /// partial file is made.
  static func find(_ plan: Plan) throws(NetError) -> Opened? {
    guard let token = plan.token else { return nil }
    let path = plan.path
    let (folder, name) = try FileDestination.open(path)
    _ = try FileDestination.check(name, in: folder, path, replacing: plan.replaces)
    let hidden = path.sibling(token.name)
    guard let named = try FileDestination.status(of: token.name, in: folder, hidden) else {
      return nil
    }
    guard isOwn(named) else { throw .notOwnPart(hidden) }
    let result = folder.use { Kernel.Files.reopen(token.name, in: $0) }
    guard result != Kernel.Failure.noSuchFile else { return nil }
    guard result != Kernel.Failure.tooManyLinks else { throw .notOwnPart(hidden) }
    let descriptor = try Descriptor(opened: result, by: "open", path.description)
    try lock(descriptor, path)
    // Before it was locked it may have been committed, removed, or put there by another user.
    guard try isNamed(token.name, descriptor, in: folder, path),
      let status = status(of: descriptor)
    else { return nil }
    guard isOwn(status) else { throw .notOwnPart(hidden) }
    guard status.permissions & 0o077 == 0 else {
      for name in [token.noteName, token.name] {
        _ = folder.use { Kernel.Files.unlink(name, in: $0) }
      }
      return nil
    }
    return Opened(
      path: path, name: name, folder: folder, descriptor: descriptor, temporaryName: token.name,
      token: token, note: note(of: token, in: folder),
      permissions: try maskedPermissions(plan.permissions, in: folder, path),
      byteCount: status.byteCount, replaces: plan.replaces)
  }

  /// Returns whether a file belongs to the user of this process, under one name.
  static func isOwn(_ status: FileStatus) -> Bool {
    status.kind == .regular && status.linkCount == 1 && status.owner == Kernel.Files.user
  }

  static func status(of descriptor: Descriptor) -> FileStatus? {
    var status: FileStatus?
    _ = descriptor.use { descriptor in
      status = Kernel.Files.status(of: descriptor)
      return 0
    }
    return status
  }

  /// Returns whether a name leads to an open file.
  private static func isNamed(
    _ name: FilePath, _ descriptor: Descriptor, in folder: Descriptor, _ path: FilePath
  ) throws(NetError) -> Bool {
    let named = try FileDestination.status(of: name, in: folder, path)
    return named != nil && status(of: descriptor)?.identity == named?.identity
  }

  /// Locks the file, so that no other task or process writes to it.
  private static func lock(_ descriptor: Descriptor, _ path: FilePath) throws(NetError) {
    let result = descriptor.use(Kernel.Files.lock)
    guard result != Kernel.Failure.tryAgain else { throw .fileInUse(path) }
    guard result == 0 else { throw NetError("flock", path.description, result: result) }
  }
}
