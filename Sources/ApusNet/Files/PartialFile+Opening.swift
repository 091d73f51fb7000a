internal import ApusBytes
internal import ApusFiles

extension PartialFile {
  /// The token that finds a partial file again, which consists of sixteen bytes.
  ///
  /// The bytes of the token are part of the file's hidden name.
  public struct Token: Hashable, Sendable, CustomStringConvertible {
    /// The token as 32 lower-case hexadecimal digits.
    public let description: String

    /// Creates a token from its text, or returns `nil` if the text is invalid.
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

    /// The hidden name of the token's file.
    var name: FilePath { FilePath(".apus-" + description) }
    /// The hidden name of the note about the token's file.
    var noteName: FilePath { FilePath(".apus-" + description + "-note") }
  }

  /// Creates a partial file in a blocking call.
  ///
  /// Only the owner has access to a file with a token and a hidden name until the file is
  /// committed. The same applies to a file that replaces another file.
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

  /// Creates the file of a token, and locks the file.
  private static func create(
    _ token: Token, in folder: Descriptor, _ path: FilePath
  ) throws(NetError) -> Descriptor {
    let result = folder.use { Kernel.Files.create(token.name, in: $0, mode: 0o600) }
    guard result != Kernel.Failure.exists else { throw .fileInUse(path) }
    let descriptor = try Descriptor(opened: result, by: "open", path.description)
    try lock(descriptor, path)
    // Another writer may have found and removed the file before the file was locked.
    guard try isNamed(token.name, descriptor, in: folder, path) else { throw .fileInUse(path) }
    return descriptor
  }

  /// Returns the permissions of a new file in a folder after the process's mask. Returns `nil` if
  /// the permissions are 0600.
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

  /// Opens a file that was kept, or was left by a process that ended, in a blocking call. Returns
  /// `nil` if no such file exists.
  ///
  /// A file that other users can read or write is removed, because a partial file never has such
  /// permissions.
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
    // The file may have been committed, removed, or put there by another user before it was locked.
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

  /// Returns whether a file belongs to the user of this process and has only one name.
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

  /// Locks the file against writes of other tasks and processes.
  private static func lock(_ descriptor: Descriptor, _ path: FilePath) throws(NetError) {
    let result = descriptor.use(Kernel.Files.lock)
    guard result != Kernel.Failure.tryAgain else { throw .fileInUse(path) }
    guard result == 0 else { throw NetError("flock", path.description, result: result) }
  }
}
