internal import ApusBytes

/// A file that is being written under a name of its own, and takes its place when it is whole.
///
/// The name is new and hidden, in the folder that was opened for it, whatever becomes of the
/// folder's path; no link is followed. A partial file that is not committed is removed.
public final class PartialFile: Sendable {
  /// Where the file will be.
  public let path: String
  /// Its name until then.
  let temporaryName: String

  private let name: String
  private let folder: Descriptor
  private let descriptor: Descriptor
  private let access: FileAccess
  private let state = Lock(State.idle)

  private enum State {
    case idle
    /// A call is being made, or was given up and may still be made.
    case busy
    case finished
  }

  /// Makes the file; blocks.
  init(for path: String, permissions: UInt32, access: FileAccess) throws(NetError) {
    guard let (folder, name) = Self.split(path) else {
      throw NetError("open", path, result: Kernel.Failure.invalidArgument)
    }
    self.path = path
    self.name = name
    self.access = access
    let parent = try Descriptor(opened: Kernel.Files.openFolder(folder), by: "open", folder)
    let temporaryName = try Self.freshName()
    let result = parent.use {
      Kernel.Files.create(temporaryName, in: $0, mode: permissions)
    }
    descriptor = try Descriptor(opened: result, by: "open", folder + "/" + temporaryName)
    self.folder = parent
    self.temporaryName = temporaryName
  }

  deinit { discard() }

  /// Adds bytes at the end.
  ///
  /// After a call that was cancelled or came too late nobody knows what the file holds, so that
  /// nothing more is taken.
  public func write(_ bytes: [UInt8], until deadline: Deadline) async throws(NetError) {
    try await perform(until: deadline) { file throws(NetError) in
      var written = 0
      while written < bytes.count {
        let result = file.descriptor.use {
          Kernel.Files.write($0, bytes.span.extracting(written...))
        }
        guard result >= 0 else { throw NetError("write", file.path, result: result) }
        written += Int(result)
      }
    }
  }

  /// Waits until everything is on the disk, and gives the file its name.
  ///
  /// A commit that is cancelled may still happen.
  public func commit(replacing: Bool, until deadline: Deadline) async throws(NetError) {
    try await perform(until: deadline) { file throws(NetError) in
      try file.sync(file.descriptor)
      var result = file.rename(replacing: replacing)
      if !replacing, result == Kernel.Failure.invalidArgument {
        // Some file systems of networks cannot rename so, and can link.
        result = file.link()
      }
      guard result == 0 else { throw NetError("rename", file.path, result: result) }
      file.state.withLock { $0 = .finished }
      try file.sync(file.folder)
      file.descriptor.close()
    }
  }

  /// Removes the file, unless it was committed.
  public func discard() {
    let wasFinished = state.withLock { state in
      defer { state = .finished }
      return state == .finished
    }
    guard !wasFinished else { return }
    descriptor.close()
    access.pool.runUnawaited { [folder, temporaryName] in
      _ = folder.use { Kernel.Files.unlink(temporaryName, in: $0) }
    }
  }

  /// Makes a blocking call, one at a time; after one that failed there is no other.
  private func perform(
    until deadline: Deadline, _ call: @escaping @Sendable (PartialFile) throws(NetError) -> Void
  ) async throws(NetError) {
    let isOpen = state.withLock { state in
      guard state == .idle else { return false }
      state = .busy
      return true
    }
    guard isOpen else { throw .closed }
    try await access.run(until: deadline) { [self] () throws(NetError) in try call(self) }
    state.withLock { if $0 == .busy { $0 = .idle } }
  }

  /// A name that nobody can guess and nobody has.
  private static func freshName() throws(NetError) -> String {
    do throws(RandomError) {
      return ".apus-" + Hex.encode(try SystemRandom().bytes(16))
    } catch {
      switch error {
      case .unavailable(let errno): throw NetError("getrandom", result: -Int64(errno))
      }
    }
  }

  private func sync(_ descriptor: Descriptor) throws(NetError) {
    let result = descriptor.use(Kernel.Files.sync)
    guard result == 0 else { throw NetError("fsync", path, result: result) }
  }

  private func rename(replacing: Bool) -> Int64 {
    folder.use { Kernel.Files.rename(temporaryName, to: name, in: $0, replacing: replacing) }
  }

  /// Gives the file its name by a second one, which fails too if it is taken.
  func link() -> Int64 {
    folder.use { folder in
      let result = Kernel.Files.link(temporaryName, to: name, in: folder)
      return result == 0 ? Kernel.Files.unlink(temporaryName, in: folder) : result
    }
  }

  /// The folder of a path and the plain name in it; nil if it names no file.
  static func split(_ path: String) -> (folder: String, name: String)? {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: 0x2f)
    let name = bytes[(slash.map { $0 + 1 } ?? 0)...]
    let isDots = name.count <= 2 && name.allSatisfy { $0 == 0x2e }
    guard !bytes.contains(0), !isDots, name.count <= 255 else { return nil }
    let folder = bytes[..<(slash ?? 0)]
    return (
      folder.isEmpty ? (slash == nil ? "." : "/") : String(decoding: folder, as: UTF8.self),
      String(decoding: name, as: UTF8.self)
    )
  }
}
