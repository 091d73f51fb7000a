internal import CApusSystem

/// The blocking functions that read files and folders.
///
/// The functions that do not block the event loop are in the module of the event loop.
public enum Files {
  /// Returns the bytes of a file, which are never truncated. Throws an error if the file has more
  /// than `limit` bytes.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The maximum length of the file in bytes.
  ///   - mayWait: A Boolean value that indicates whether the path may lead to a pipe, a device or a
  ///     socket. The call may then wait without end.
  /// - Throws: `SystemError` if the file cannot be read, or is not a regular file and `mayWait` is
  ///   `false`.
  public static func contents(
    of path: FilePath, limit: Int = 1 << 30, mayWait: Bool = false
  ) throws(SystemError) -> [UInt8] {
    let text = path.description
    let descriptor = try openReading(path, mayWait: mayWait)
    defer { _ = apus_close(descriptor) }
    var bytes: [UInt8] = []
    var got: Int64 = 0
    repeat {
      let room = 65_536
      bytes.append(addingCapacity: room) { output in
        // SAFETY: C writes at most `room` bytes, and returns the number of written bytes.
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          unsafe got = apus_read(descriptor, buffer.baseAddress, room)
          count = max(0, Int(got))
        }
      }
      guard got >= 0 else { throw SystemError("read", text, result: got) }
      guard bytes.count <= limit else { throw SystemError("read", text, result: -fileTooLarge) }
    } while got > 0
    return bytes
  }

  /// Opens a file for reading. If `mayWait` is `false`, the function rejects a pipe, a device or a
  /// socket.
  ///
  /// A reader of an open pipe without a writer, or of a terminal without a user, never reaches the
  /// end.
  static func openReading(_ path: FilePath, mayWait: Bool) throws(SystemError) -> Int32 {
    let text = path.description
    guard path.isWhole else { throw SystemError("open", text, result: -invalidArgument) }
    // SAFETY: C reads the string only during this call.
    let result = unsafe apus_open_reading(path.cString, mayWait ? 1 : 0)
    guard result >= 0 else { throw SystemError("open", text, result: result) }
    let descriptor = Int32(truncatingIfNeeded: result)
    // The kernel rejects the reading of a folder with its own error, so the function does not check
    // for a folder.
    var status = apus_file_status()
    // SAFETY: C writes the status only during this call.
    if !mayWait, unsafe apus_status_of(descriptor, &status) == 0 {
      let kind = FileKind(number: Int64(status.kind))
      guard kind != .regular, kind != .folder else { return descriptor }
      _ = apus_close(descriptor)
      throw SystemError("open", text, found: kind)
    }
    return descriptor
  }

  /// The default maximum number of file names in a folder.
  public static let nameLimit = 1_000_000

  /// Returns the sorted file names in a folder as bytes. Throws an error if the folder has more
  /// than `limit` names.
  public static func entries(
    in path: FilePath, limit: Int = nameLimit
  ) throws(SystemError) -> [FilePath] {
    let text = path.description
    guard path.isWhole else { throw SystemError("opendir", text, result: -invalidArgument) }
    var list = (names: [FilePath](), limit: limit)
    // SAFETY: C calls the closure only during this call, with the given pointer.
    let result = unsafe withUnsafeMutablePointer(to: &list) { pointer in
      unsafe apus_list_folder(path.cString, pointer) { context, name in
        guard let context = unsafe context, let name = unsafe name else { return true }
        let list = unsafe context.assumingMemoryBound(to: (names: [FilePath], limit: Int).self)
        var bytes: [UInt8] = []
        for index in 0... {
          let byte = unsafe UInt8(bitPattern: name[index])
          if byte == 0 { break }
          bytes.append(byte)
        }
        unsafe list.pointee.names.append(FilePath(bytes: bytes))
        return unsafe list.pointee.names.count <= list.pointee.limit
      }
    }
    guard result == 0 else { throw SystemError("opendir", text, result: result) }
    guard list.names.count <= limit else {
      throw SystemError("readdir", text, result: -fileTooLarge)
    }
    return list.names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Returns the file names in a folder as text, sorted by their bytes.
  ///
  /// The function throws an error if the folder has more than `limit` names. The function also
  /// throws an error if a name is not valid UTF-8, because no text names the file.
  public static func names(
    in path: FilePath, limit: Int = nameLimit
  ) throws(SystemError) -> [String] {
    var names: [String] = []
    for entry in try entries(in: path, limit: limit) {
      guard let name = entry.text else {
        throw SystemError("readdir", path.appending(entry).description, result: -notText)
      }
      names.append(name)
    }
    return names
  }

  /// Returns whether a path leads to a folder. Returns `false` if the path does not exist.
  public static func isFolder(_ path: FilePath) -> Bool { kind(path) == .folder }

  /// Returns whether a path leads to a regular file, which never blocks a reader.
  public static func isRegularFile(_ path: FilePath) -> Bool { kind(path) == .regular }

  /// Returns whether a path leads to an existing file. Returns `false` for a broken symbolic link.
  public static func exists(_ path: FilePath) -> Bool { kind(path) != nil }

  /// Returns the kind of the file at a path after following symbolic links.
  /// The value is `nil` if the file does not exist.
  public static func kind(_ path: FilePath) -> FileKind? {
    guard path.isWhole else { return nil }
    let number = unsafe apus_file_kind(path.cString)  // SAFETY: a C string for this call only.
    return number >= 0 ? FileKind(number: number) : nil
  }

  /// The error numbers of Linux for an invalid argument, a file that is too large, and a file name
  /// that is not text. The C code translates the error numbers of other systems.
  static let (invalidArgument, fileTooLarge, notText): (Int64, Int64, Int64) = (22, 27, 84)
}
