public import ApusFiles

/// A regular file that is open for reading; closed when no one holds it any more.
public final class ReadableFile: Sendable {
  /// The path it was opened by.
  public let path: FilePath
  /// How long it was when it was opened.
  public let byteCount: Int64

  /// Which file it is, and when it had last changed when it was opened.
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

  /// What opening a path gives, which C must see to its end.
  static func openResult(_ path: FilePath) -> Int64 {
    path.isWhole ? Kernel.Files.openReading(path) : Kernel.Failure.invalidArgument
  }

  /// Throws `fileChanged` if the content may have changed since the file was opened.
  ///
  /// It asks what is open, and so waits for no disk.
  public func checkUnchangedNow() throws(NetError) {
    let now = try FileStamp(of: descriptor, named: path)
    guard now.hasSameContent(as: stamp) else { throw .fileChanged(path) }
  }

  /// Throws `fileChanged` if the content may have changed since the file was opened.
  ///
  /// What is sent of it would be neither the old content nor the new one.
  public func checkUnchanged(until deadline: Deadline) async throws(NetError) {
    try await access.run(until: deadline) { [self] () throws(NetError) in
      try checkUnchangedNow()
    }
  }

  /// Reads up to so many bytes from an offset on; fewer at the end, and then none.
  public func read(
    at offset: Int64, atMost count: Int, until deadline: Deadline
  ) async throws(NetError) -> [UInt8] {
    precondition(offset >= 0 && count > 0, "nothing can be read there")
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

  /// Asks the kernel to fetch a part from the disk, so that who needs it soon need not wait.
  func willRead(_ offset: Int64, count: Int64) {
    guard offset < byteCount else { return }
    _ = descriptor.use { file in
      Kernel.Files.willRead(file, offset: offset, count: count)
      return 0
    }
  }
}
