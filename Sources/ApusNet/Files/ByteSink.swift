public import ApusFiles

/// A device or a pipe that is there, written from its start to its end.
///
/// It is opened as it is, over links, and never made, cut or replaced: what is written goes through
/// it. Each call waits, for as long as a reader may take, in a thread of a pool.
public final class ByteSink: Sendable {
  private let path: FilePath
  private let descriptor: Descriptor
  private let access: FileAccess

  /// Returns whether what a path leads to, over links, is written through: a device or a pipe.
  public static func isMeant(by path: FilePath) -> Bool { isMeant(by: Files.kind(path)) }

  private static func isMeant(by kind: FileKind?) -> Bool { kind == .device || kind == .pipe }

  /// Opens a path, which waits until somebody reads from a pipe.
  ///
  /// Throws `notReplaceable` if it leads to anything else: a file is not written over piece by
  /// piece, and one that has just taken a pipe's place is not either.
  public init(_ path: FilePath, access: FileAccess, until deadline: Deadline) async throws(NetError)
  {
    self.path = path
    self.access = access
    descriptor = try await access.run(until: deadline) { () throws(NetError) in
      let text = path.description
      guard path.isWhole else {
        throw NetError("open", text, result: Kernel.Failure.invalidArgument)
      }
      let descriptor = try Descriptor(opened: Kernel.Files.openWriting(path), by: "open", text)
      var kind = FileKind.other
      _ = descriptor.use { file in
        kind = Kernel.Files.status(of: file)?.kind ?? .other
        return 0
      }
      guard Self.isMeant(by: kind) else { throw .notReplaceable(path, kind) }
      return descriptor
    }
  }

  /// Writes all of the bytes behind those that were written before.
  ///
  /// After a call that failed, was cancelled or came too late no one knows how many of them were.
  public func write(_ bytes: [UInt8], until deadline: Deadline) async throws(NetError) {
    try await access.run(until: deadline) { [path, descriptor] () throws(NetError) in
      var written = 0
      while written < bytes.count {
        let result = descriptor.use {
          Kernel.Files.write($0, bytes.span.extracting(written...))
        }
        guard result >= 0 else { throw NetError("write", path.description, result: result) }
        written += Int(result)
      }
    }
  }

  /// Waits until what was written is on its disk, and closes it; only some devices have one.
  public func finish(until deadline: Deadline) async throws(NetError) {
    try await access.run(until: deadline) { [path, descriptor] () throws(NetError) in
      let result = descriptor.use(Kernel.Files.sync)
      let hasNoDisk = [Kernel.Failure.invalidArgument, Kernel.Failure.notSupported]
      guard result == 0 || hasNoDisk.contains(result) else {
        throw NetError("fsync", path.description, result: result)
      }
      descriptor.close()
    }
  }
}
