internal import ApusBytes
internal import ApusFiles

extension PartialFile {
  /// A token of sixteen bytes that identifies a partial file.
  ///
  /// The hidden name of the partial file contains the token.
  public struct Token: Hashable, Sendable, CustomStringConvertible {
    /// The token as 32 lower-case hexadecimal digits.
    public let description: String

    /// Creates a token from 32 hexadecimal digits, or returns `nil` if the text is invalid.
    public init?(_ text: String) {
      guard text.utf8.count == 32,
        text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
      else { return nil }
      description = text
    }

    /// Creates a token from sixteen bytes.
    package init(bytes: [UInt8]) {
      precondition(bytes.count == 16, "a token has sixteen bytes")
      description = Hex.encode(bytes)
    }

    /// Returns a random token that other processes cannot predict.
    public static func random() throws(NetError) -> Token {
      do throws(RandomError) {
        return Token(bytes: try SystemRandom().bytes(16))
      } catch {
        switch error {
        case .unavailable(let errno): throw NetError("getrandom", result: -Int64(errno))
        }
      }
    }

    /// The hidden name of the partial file with the token.
    var name: FilePath { FilePath(".apus-" + description) }
    /// The hidden name of the note about the partial file with the token.
    var noteName: FilePath { FilePath(".apus-" + description + "-note") }
  }

  /// Creates a partial file in a blocking call.
  ///
  /// Until the file is committed, only the owner has access to a file with a hidden name or to a
  /// file that replaces another file.
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

  /// Creates the partial file of a token, and locks the file.
  private static func create(
    _ token: Token, in folder: Descriptor, _ path: FilePath
  ) throws(NetError) -> Descriptor {
    let result = folder.use { Kernel.Files.create(token.name, in: $0, mode: 0o600) }
    guard result != Kernel.Failure.exists else { throw .fileInUse(path) }
    let descriptor = try Descriptor(opened: result, by: "open", path.description)
    try lock(descriptor, path)
    // Another process may have removed the partial file before this process locked it.
    guard try isNamed(token.name, descriptor, in: folder, path) else { throw .fileInUse(path) }
    return descriptor
  }

  /// Returns the permissions of a new file after the process's umask is applied. Returns `nil` if
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

  /// Opens the partial file of an earlier download in a blocking call. Returns `nil` if the file
  /// does not exist.
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
    // Another process may have committed, removed or replaced the partial file before this process
    // locked it.
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

  /// Returns whether a file name still leads to an open file.
  private static func isNamed(
    _ name: FilePath, _ descriptor: Descriptor, in folder: Descriptor, _ path: FilePath
  ) throws(NetError) -> Bool {
    let named = try FileDestination.status(of: name, in: folder, path)
    return named != nil && status(of: descriptor)?.identity == named?.identity
  }

  /// Locks the partial file against writes of other tasks and processes.
  private static func lock(_ descriptor: Descriptor, _ path: FilePath) throws(NetError) {
    let result = descriptor.use(Kernel.Files.lock)
    guard result != Kernel.Failure.tryAgain else { throw .fileInUse(path) }
    guard result == 0 else { throw NetError("flock", path.description, result: result) }
  }
}
