internal import CApus

extension Kernel {
  /// Calls on files, each of which may wait for a disk.
  enum Files {
    /// Opens without waiting, even for whoever would write to a pipe.
    static func openReading(_ path: String) -> Int64 {
      unsafe apus_open_reading(path, 0)  // SAFETY: a C string for this call only.
    }

    static func openFolder(_ path: String) -> Int64 {
      unsafe apus_open_folder(path)  // SAFETY: a C string for this call only.
    }

    static func create(_ name: String, in folder: Int32, mode: UInt32) -> Int64 {
      unsafe apus_create_in(folder, name, mode)  // SAFETY: a C string for this call only.
    }

    static func rename(
      _ name: String, to newName: String, in folder: Int32, replacing: Bool
    ) -> Int64 {
      // SAFETY: two C strings for this call only.
      unsafe apus_rename_in(folder, name, newName, replacing ? 1 : 0)
    }

    static func link(_ name: String, to newName: String, in folder: Int32) -> Int64 {
      unsafe apus_link_in(folder, name, newName)  // SAFETY: two C strings for this call only.
    }

    static func unlink(_ name: String, in folder: Int32) -> Int64 {
      unsafe apus_unlink_in(folder, name)  // SAFETY: a C string for this call only.
    }

    static func size(of file: Int32) -> Int64 { apus_file_size(file) }

    static func sync(_ descriptor: Int32) -> Int64 { apus_sync(descriptor) }

    static func willRead(_ file: Int32, offset: Int64, count: Int64) {
      _ = apus_will_read(file, offset, count)
    }

    /// Appends what a file holds from an offset on, as far as there is room.
    static func read(
      _ file: Int32, at offset: Int64, into bytes: inout OutputSpan<UInt8>
    ) -> Int64 {
      // SAFETY: C writes at most the free capacity behind the first `count` bytes.
      unsafe bytes.withUnsafeMutableBufferPointer { buffer, count in
        let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let result = unsafe apus_read_at(file, room.baseAddress, room.count, offset)
        if result > 0 { count += Int(result) }
        return result
      }
    }

    static func write(_ file: Int32, _ bytes: Span<UInt8>) -> Int64 {
      // SAFETY: C reads the span within the call.
      unsafe bytes.withUnsafeBufferPointer { unsafe apus_write(file, $0.baseAddress, $0.count) }
    }
  }
}
