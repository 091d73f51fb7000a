public import ApusFiles

/// A regular file that is open for reading until its last reference is released.
public final class ReadableFile: Sendable {
  /// The path by which the file was opened.
  public let path: FilePath
  /// The length of the file in bytes at the time of opening.
  public let byteCount: Int64

  /// The identity and the last change of the file at the time of opening.
  public let stamp: FileStamp

  let descriptor: Descriptor
  private let access: FileAccess

  init(
    _ descriptor: Descriptor, path: FilePath, byteCount: Int64, stamp: FileStamp,
    access: FileAccess
  ) {
    self.descriptor = descriptor
    self.path = path
    self.byteCount = byteCount
    self.stamp = stamp
    self.access = access
  }

  /// Opens a path and returns the C result, which the caller must close.
  static func openResult(_ path: FilePath) -> Int64 {
    path.isWhole ? Kernel.Files.openReading(path) : Kernel.Failure.invalidArgument
  }

  /// Throws `fileChanged` if the file has changed since it was opened, without waiting.
  ///
  /// The check compares the modification times, and also fails if the content is unchanged after a
  /// write. The check inspects the open descriptor, and therefore does not wait for a disk.
  public func checkUnchangedNow() throws(NetError) {
    let now = try FileStamp(of: descriptor, named: path)
    guard now.hasSameContent(as: stamp) else { throw .fileChanged(path) }
  }

  /// Throws `fileChanged` if the file has changed since it was opened.
  ///
  /// The check compares the modification times. Without the check, the sent bytes could be a
  /// mixture of the old content and the new content.
  public func checkUnchanged(until deadline: Deadline) async throws(NetError) {
    try await access.run(until: deadline) { [self] () throws(NetError) in
      try checkUnchangedNow()
    }
  }

  /// Reads up to a number of bytes from an offset, with fewer bytes at the end of the file.
  ///
  /// The result is empty after the end of the file.
  public func read(
    at offset: Int64, atMost count: Int, until deadline: Deadline
  ) async throws(NetError) -> [UInt8] {
    precondition(offset >= 0 && count > 0, "the offset is negative, or the count is not positive")
    return try await access.run(until: deadline) { [descriptor, path] () throws(NetError) in
      var bytes: [UInt8] = []
      var result: Int64 = 0
      bytes.append(addingCapacity: count) { output in
        result = descriptor.use { Kernel.Files.read($0, at: offset, into: &output) }
      }
      guard result >= 0 else { throw NetError("read", path.description, result: result) }
      return bytes
    }
  }

  /// Prefetches a part of the file from disk, which lets a later read complete without a wait.
  func willRead(_ offset: Int64, count: Int64) {
    guard offset < byteCount else { return }
    _ = descriptor.use { file in
      Kernel.Files.willRead(file, offset: offset, count: count)
      return 0
    }
  }
}
