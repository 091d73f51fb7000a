/// A regular file that is open for reading; closed when nobody holds it any more.
public final class ReadableFile: Sendable {
  /// The path it was opened by.
  public let path: String
  /// How long it was when it was opened.
  public let byteCount: Int64

  let descriptor: Descriptor
  private let access: FileAccess

  init(_ descriptor: Descriptor, path: String, byteCount: Int64, access: FileAccess) {
    self.descriptor = descriptor
    self.path = path
    self.byteCount = byteCount
    self.access = access
  }

  /// What opening a path gives, which C must see to its end.
  static func openResult(_ path: String) -> Int64 {
    path.utf8.contains(0) ? Kernel.Failure.invalidArgument : Kernel.Files.openReading(path)
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
      guard result >= 0 else { throw NetError("read", path, result: result) }
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
