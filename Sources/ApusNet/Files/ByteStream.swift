public import ApusFiles
internal import CApusSystem

/// A stream of bytes from a file of unknown length, such as a pipe or standard input.
///
/// A read waits on a pool thread until the writer has written bytes.
public final class ByteStream: Sendable {
  private let path: FilePath
  private let descriptor: Descriptor
  private let access: FileAccess

  /// Opens the file at a path, and waits until a pipe has a writer.
  public init(_ path: FilePath, access: FileAccess) async throws(NetError) {
    self.path = path
    self.access = access
    descriptor = try await access.run(until: .never) { () throws(NetError) in
      let text = path.description
      guard path.isWhole else {
        throw NetError("open", text, result: Kernel.Failure.invalidArgument)
      }
      // SAFETY: the C string is used for this call only.
      let result = unsafe apus_open_reading(path.cString, 1)
      return try Descriptor(opened: result, by: "open", text)
    }
  }

  /// Reads up to a number of bytes, or returns an empty array at the end of the file.
  ///
  /// The function returns as soon as some bytes are available.
  public func read(atMost limit: Int) async throws(NetError) -> [UInt8] {
    try await access.run(until: .never) { [path, descriptor] () throws(NetError) in
      var bytes: [UInt8] = []
      var got: Int64 = 0
      bytes.append(addingCapacity: limit) { output in
        got = descriptor.use { file in
          // SAFETY: C writes at most `limit` bytes, and returns the number of bytes written.
          unsafe output.withUnsafeMutableBufferPointer { buffer, count in
            let got = unsafe apus_read(file, buffer.baseAddress, limit)
            count = max(0, Int(got))
            return got
          }
        }
      }
      guard got >= 0 else { throw NetError("read", path.description, result: got) }
      return bytes
    }
  }
}
