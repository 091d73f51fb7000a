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

    /// The name of the token's file.
    fileprivate var name: FilePath { FilePath(".apus-" + description) }
  }

  /// Creates a file; blocks.
  ///
  /// A file that replaces another one is accessible to its owner only until it takes the
  /// permissions of the old one.
  static func make(
    for path: FilePath, replacing: Bool, token: Token?, permissions: UInt32
  ) throws(NetError) -> Opened {
    let (folder, name) = try FileDestination.open(path)
    let old = try FileDestination.check(name, in: folder, path, replacing: replacing)
    if !replacing, token == nil {
      let result = folder.use { Kernel.Files.createNameless(in: $0, mode: permissions) }
      if result != Kernel.Failure.notSupported {
        let descriptor = try Descriptor(opened: result, by: "open", path.description)
        return Opened(
          path: path, name: name, folder: folder, descriptor: descriptor, replaces: false)
      }
    }
    let temporaryName = if let token { token.name } else { try Token.random().name }
    let result = folder.use {
      Kernel.Files.create(temporaryName, in: $0, mode: old == nil ? permissions : 0o600)
    }
    let descriptor = try Descriptor(opened: result, by: "open", path.description)
    if token != nil {
      try lock(descriptor, path)
      // Another writer may have found and removed the file before it was locked.
      guard try isNamed(temporaryName, descriptor, in: folder, path) else {
        throw .fileInUse(path)
      }
    }
    return Opened(
      path: path, name: name, folder: folder, descriptor: descriptor,
      temporaryName: temporaryName, token: token, replaces: replacing)
  }

  /// Opens a file that was kept; blocks. Returns nil if this user has no file with the token.
  static func find(
    _ token: Token, for path: FilePath, replacing: Bool
  ) throws(NetError) -> Opened? {
    let (folder, name) = try FileDestination.open(path)
    _ = try FileDestination.check(name, in: folder, path, replacing: replacing)
    let result = folder.use { Kernel.Files.reopen(token.name, in: $0) }
    guard ![Kernel.Failure.noSuchFile, Kernel.Failure.tooManyLinks].contains(result) else {
      return nil
    }
    let descriptor = try Descriptor(opened: result, by: "open", path.description)
    try lock(descriptor, path)
    // Before it was locked it may have been committed or removed, or another user may have put it
    // there.
    guard let status = status(of: descriptor), status.kind == .regular, status.linkCount == 1,
      status.owner == Kernel.Files.user, try isNamed(token.name, descriptor, in: folder, path)
    else { return nil }
    return Opened(
      path: path, name: name, folder: folder, descriptor: descriptor, temporaryName: token.name,
      token: token, byteCount: status.byteCount, replaces: replacing)
  }

  private static func status(of descriptor: Descriptor) -> FileStatus? {
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
