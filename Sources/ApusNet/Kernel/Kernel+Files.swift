internal import ApusFiles
internal import CApusSystem

extension Kernel {
  /// System calls on files, each of which may wait for a disk.
  enum Files {
    /// Opens a file for reading without waiting, even for the writer of a pipe.
    static func openReading(_ path: FilePath) -> Int64 {
      unsafe apus_open_reading(path.cString, 0)  // SAFETY: a C string for this call only.
    }

    static func openWriting(_ path: FilePath) -> Int64 {
      unsafe apus_open_writing(path.cString)  // SAFETY: a C string for this call only.
    }

    static func openFolder(_ path: FilePath) -> Int64 {
      unsafe apus_open_folder(path.cString)  // SAFETY: a C string for this call only.
    }

    static func makeFolder(_ path: FilePath, mode: UInt32) -> Int64 {
      unsafe apus_make_folder(path.cString, mode)  // SAFETY: a C string for this call only.
    }

    static func create(_ name: FilePath, in folder: Int32, mode: UInt32) -> Int64 {
      unsafe apus_create_in(folder, name.cString, mode)  // SAFETY: as above.
    }

    static func createNameless(in folder: Int32, mode: UInt32) -> Int64 {
      apus_create_nameless(folder, mode)
    }

    static func reopen(_ name: FilePath, in folder: Int32) -> Int64 {
      unsafe apus_reopen_in(folder, name.cString)  // SAFETY: a C string for this call only.
    }

    /// Opens a file in a folder for reading without waiting, and follows no link.
    static func openReading(_ name: FilePath, in folder: Int32) -> Int64 {
      unsafe apus_open_reading_in(folder, name.cString)  // SAFETY: as above.
    }

    static func name(_ file: Int32, _ name: FilePath, in folder: Int32) -> Int64 {
      unsafe apus_name_in(file, folder, name.cString)  // SAFETY: a C string for this call only.
    }

    static func rename(
      _ name: FilePath, to newName: FilePath, in folder: Int32, replacing: Bool
    ) -> Int64 {
      // SAFETY: the two C strings are used for this call only.
      unsafe apus_rename_in(folder, name.cString, newName.cString, replacing ? 1 : 0)
    }

    static func link(_ name: FilePath, to newName: FilePath, in folder: Int32) -> Int64 {
      // SAFETY: the two C strings are used for this call only.
      unsafe apus_link_in(folder, name.cString, newName.cString)
    }

    static func unlink(_ name: FilePath, in folder: Int32) -> Int64 {
      unsafe apus_unlink_in(folder, name.cString)  // SAFETY: a C string for this call only.
    }

    /// Returns the status of the file with a name in a folder, without following links.
    static func status(of name: FilePath, in folder: Int32) -> (result: Int64, FileStatus?) {
      var status = apus_file_status()
      // SAFETY: the C string and the status are used for this call only.
      let result = unsafe apus_status_in(folder, name.cString, &status)
      return (result, result == 0 ? FileStatus(status) : nil)
    }

    static func status(of file: Int32) -> FileStatus? {
      var status = apus_file_status()
      let result = unsafe apus_status_of(file, &status)  // SAFETY: a status for this call only.
      return result == 0 ? FileStatus(status) : nil
    }

    static func takeOver(
      _ file: Int32, _ owner: UInt32, _ group: UInt32, permissions: UInt32
    ) -> Int64 {
      apus_take_over(file, owner, group, permissions)
    }

    /// The user ID that owns the files of this process.
    static var user: UInt32 { apus_user() }

    static func lock(_ file: Int32) -> Int64 { apus_lock_file(file) }

    static func unlock(_ file: Int32) -> Int64 { apus_unlock_file(file) }

    static func truncate(_ file: Int32, to count: Int64) -> Int64 { apus_truncate(file, count) }

    static func size(of file: Int32) -> Int64 { apus_file_size(file) }

    static func sync(_ descriptor: Int32) -> Int64 { apus_sync(descriptor) }

    static func willRead(_ file: Int32, offset: Int64, count: Int64) {
      _ = apus_will_read(file, offset, count)
    }

    /// Reads file content from an offset into a byte array, up to the array's free capacity.
    static func read(
      _ file: Int32, at offset: Int64, into bytes: inout OutputSpan<UInt8>
    ) -> Int64 {
      // SAFETY: C writes at most the free capacity after the first `count` bytes.
      unsafe bytes.withUnsafeMutableBufferPointer { buffer, count in
        let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let result = unsafe apus_read_at(file, room.baseAddress, room.count, offset)
        if result > 0 { count += Int(result) }
        return result
      }
    }

    static func write(_ file: Int32, _ bytes: Span<UInt8>, at offset: Int64) -> Int64 {
      // SAFETY: C reads the span within the call.
      unsafe bytes.withUnsafeBufferPointer {
        unsafe apus_write_at(file, $0.baseAddress, $0.count, offset)
      }
    }

    static func write(_ file: Int32, _ bytes: Span<UInt8>) -> Int64 {
      // SAFETY: C reads the span within the call.
      unsafe bytes.withUnsafeBufferPointer { unsafe apus_write(file, $0.baseAddress, $0.count) }
    }
  }
}

/// The status of a file or of a symbolic link.
struct FileStatus: Equatable {
  let kind: FileKind
  let byteCount: Int64
  let permissions: UInt32
  let owner: UInt32
  let group: UInt32
  let linkCount: UInt64
  /// The device number and the inode number that identify the file.
  let identity: [UInt64]

  init(_ status: apus_file_status) {
    kind = FileKind(number: Int64(status.kind))
    byteCount = status.size
    permissions = status.mode
    owner = status.owner
    group = status.group
    linkCount = status.link_count
    identity = [status.device, status.inode]
  }
}
