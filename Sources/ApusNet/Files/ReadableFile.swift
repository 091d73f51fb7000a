public import ApusFiles

/// A regular file that is open for reading; closed when its last reference is released.
public final class ReadableFile: Sendable {
  /// The path that was opened.
  public let path: FilePath
  /// The length of the file when it was opened.
  public let byteCount: Int64

  /// The identity of the file, and its last change when it was opened.
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

  /// Throws `fileChanged` if the content may have changed since the file was opened.
  ///
  /// It inspects the open descriptor, and so does not wait for a disk.
  public func checkUnchangedNow() throws(NetError) {
    let now = try FileStamp(of: descriptor, named: path)
    guard now.hasSameContent(as: stamp) else { throw .fileChanged(path) }
  }

  /// Throws `fileChanged` if the content may have changed since the file was opened.
  ///
  /// The sent bytes would then be neither the old content nor the new one.
  public func checkUnchanged(until deadline: Deadline) async throws(NetError) {
    try await access.run(until: deadline) { [self] () throws(NetError) in
      try checkUnchangedNow()
    }
  }

  /// Reads up to a number of bytes from an offset; fewer at the end, then none.
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

  /// Prefetches a part of the file from disk, so that a later read need not wait.
  func willRead(_ offset: Int64, count: Int64) {
    guard offset < byteCount else { return }
    _ = descriptor.use { file in
      Kernel.Files.willRead(file, offset: offset, count: count)
      return 0
    }
  }
}
