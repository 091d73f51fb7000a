public import ApusBytes
internal import CApusSystem

extension Files {
  /// The default maximum number of bytes of a secret file: 256 KiB.
  public static let secretLimit = 1 << 18

  /// Returns the bytes of a file as a secret.
  /// Throws an error if the file has more than `limit` bytes.
  ///
  /// No copy of the bytes remains in the process. The method throws an error for a pipe, a device
  /// or a socket unless `mayWait` is `true`.
  public static func secret(
    of path: FilePath, limit: Int = secretLimit, mayWait: Bool = false
  ) throws(SystemError) -> SecretBytes {
    precondition(limit >= 0, "the limit of a secret is negative")
    let text = path.description
    let descriptor = try openReading(path, mayWait: mayWait)
    defer { _ = apus_close(descriptor) }
    var room = SecretBytes(zeros: limit + 1)
    let count = try room.withMutableBytes { (bytes) throws(SystemError) in
      var count = 0
      while count <= limit {
        let got = read(descriptor, into: &bytes, from: count)
        guard got >= 0 else { throw SystemError("read", text, result: got) }
        guard got > 0 else { return count }
        count += Int(got)
      }
      throw SystemError("read", text, result: -fileTooLarge)
    }
    return room.withBytes { SecretBytes(copying: $0.extracting(0..<count)) }
  }

  private static func read(
    _ descriptor: Int32, into bytes: inout MutableSpan<UInt8>, from start: Int
  ) -> Int64 {
    // SAFETY: C writes at most the bytes from `start` to the end of the buffer.
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[start...])
      return unsafe apus_read(descriptor, rest.baseAddress, rest.count)
    }
  }
}
