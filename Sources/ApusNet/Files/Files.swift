internal import CApus

/// Files and folders, read by blocking calls; the event loop's own files come with the loop.
public enum Files {
  /// The bytes of a file; one that has more than `limit` is an error, and never cut short.
  public static func contents(
    of path: String, limit: Int = 1 << 30
  ) throws(SystemError) -> [UInt8] {
    guard isWhole(path) else { throw SystemError("open", path, result: -invalidArgument) }
    let descriptor = unsafe apus_open_reading(path, 1)  // SAFETY: a C string for this call only.
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

  /// The most names that a folder may hold if the caller does not say otherwise.
  public static let nameLimit = 1_000_000

  /// The names in a folder, sorted by their bytes; more than `limit` are an error.
  ///
  /// A name that is not UTF-8 is shown repaired, and no longer leads to what it names.
  public static func names(
    in path: String, limit: Int = nameLimit
  ) throws(SystemError) -> [String] {
    guard isWhole(path) else { throw SystemError("opendir", path, result: -invalidArgument) }
    var list = (names: [String](), limit: limit)
    // SAFETY: C calls back within this call only, with the pointer it was given.
    let result = unsafe withUnsafeMutablePointer(to: &list) { pointer in
      unsafe apus_list_folder(path, pointer) { context, name in
        guard let context = unsafe context, let name = unsafe name else { return true }
        let list = unsafe context.assumingMemoryBound(to: (names: [String], limit: Int).self)
        unsafe list.pointee.names.append(String(cString: name))
        return unsafe list.pointee.names.count <= list.pointee.limit
      }
    }
    guard result == 0 else { throw SystemError("opendir", path, result: result) }
    guard list.names.count <= limit else {
      throw SystemError("readdir", path, result: -fileTooLarge)
    }
    return list.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a path leads to a folder; false where nothing is.
  public static func isFolder(_ path: String) -> Bool {
    guard isWhole(path) else { return false }
    // SAFETY: a C string for this call only.
    return unsafe apus_file_kind(path) == Int64(APUS_FOLDER)
  }

  /// Whether a path leads to a regular file: one that has an end, and keeps nobody waiting.
  public static func isRegularFile(_ path: String) -> Bool {
    guard isWhole(path) else { return false }
    // SAFETY: a C string for this call only.
    return unsafe apus_file_kind(path) == Int64(APUS_REGULAR_FILE)
  }

  /// Whether the path leads to anything; false for a link to nothing, and where nobody may look.
  public static func exists(_ path: String) -> Bool {
    guard isWhole(path) else { return false }
    return unsafe apus_file_kind(path) >= 0  // SAFETY: a C string for this call only.
  }

  /// Whether C sees all of a path, and not another one that ends at a zero byte in its middle.
  private static func isWhole(_ path: String) -> Bool { !path.utf8.contains(0) }

  /// What Linux calls `EINVAL` and `EFBIG`.
  private static let (invalidArgument, fileTooLarge): (Int64, Int64) = (22, 27)
}
