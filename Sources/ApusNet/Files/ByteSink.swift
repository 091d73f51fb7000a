public import ApusFiles

/// An existing device or pipe that is open for writing.
///
/// The device or pipe is opened through links, and is never created, truncated or replaced. A write
/// waits on a pool thread until the reader accepts the bytes.
public final class ByteSink: Sendable {
  private let path: FilePath
  private let descriptor: Descriptor
  private let access: FileAccess

  /// Returns whether a path leads, through links, to a device or a pipe.
  ///
  /// The content of a download is written directly to a device or a pipe.
  public static func isMeant(by path: FilePath) -> Bool { isMeant(by: Files.kind(path)) }

  private static func isMeant(by kind: FileKind?) -> Bool { kind == .device || kind == .pipe }

  /// Opens a device or a pipe, and waits until a pipe has a reader.
  ///
  /// Throws `notReplaceable` if the path leads to any other file, because a regular file must not
  /// be overwritten in place.
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

  /// Appends all of the bytes to the previously written bytes.
  ///
  /// If a call fails, is cancelled or times out, the number of written bytes is unknown.
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

  /// Waits until the written bytes are on disk if the device is a disk, and closes the device.
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
