internal import CApus

/// Files and folders, read by blocking calls; the event loop's own files come with the loop.
public enum Files {
  /// The bytes of a file; one that has more than `limit` is an error, and never cut short.
  public static func contents(
    of path: String, limit: Int = 1 << 30
  ) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe apus_open_reading(path)  // SAFETY: a C string for this call only.
    guard descriptor >= 0 else { throw SystemError("open", path, result: descriptor) }
    defer { _ = apus_close(Int32(descriptor)) }
    var bytes: [UInt8] = []
    var got: Int64 = 0
    repeat {
      let room = 65_536
      bytes.append(addingCapacity: room) { output in
        // SAFETY: C writes at most `room` bytes, and returns how many it wrote.
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          unsafe got = apus_read(Int32(descriptor), buffer.baseAddress, room)
          count = max(0, Int(got))
        }
      }
      guard got >= 0 else { throw SystemError("read", path, result: got) }
      guard bytes.count <= limit else { throw SystemError("read", path, result: -fileTooLarge) }
    } while got > 0
    return bytes
  }

  /// The names in a folder, sorted by their bytes.
  public static func names(in path: String) throws(SystemError) -> [String] {
    var names: [String] = []
    // SAFETY: C calls back within this call only, with the pointer it was given.
    let result = unsafe withUnsafeMutablePointer(to: &names) { pointer in
      unsafe apus_list_folder(path, pointer) { context, name in
        guard let context = unsafe context, let name = unsafe name else { return }
        unsafe context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
      }
    }
    guard result == 0 else { throw SystemError("opendir", path, result: result) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a path leads to a folder; false where nothing is.
  public static func isFolder(_ path: String) -> Bool {
    unsafe apus_is_folder(path) == 1  // SAFETY: a C string for this call only.
  }

  /// Whether anything is at the path.
  public static func exists(_ path: String) -> Bool {
    unsafe apus_is_folder(path) >= 0  // SAFETY: a C string for this call only.
  }

  /// What Linux calls `EFBIG`.
  private static let fileTooLarge: Int64 = 27
}
