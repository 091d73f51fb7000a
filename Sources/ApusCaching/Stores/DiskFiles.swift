internal import ApusNet
internal import CApus

/// The calls on files that a store makes, each of which may wait for the disk.
///
/// All names are made of digests and random numbers by the store itself.
enum DiskFiles {
  static func makeFolder(_ path: String) -> Int64 {
    unsafe apus_make_folder(path, 0o700)  // SAFETY: a C string for this call only.
  }

  /// Removes a folder if it is empty.
  static func removeFolder(_ path: String) {
    _ = unsafe apus_remove_folder(path)  // SAFETY: a C string for this call only.
  }

  static func remove(_ path: String) { try? Files.remove(FilePath(path)) }

  /// The names in a folder, of which there may be so many; none where there is no such folder.
  static func names(in folder: String, limit: Int = Files.nameLimit) -> [String] {
    (try? Files.names(in: FilePath(folder), limit: limit)) ?? []
  }

  /// How long a file is, and when it was last written or used; nil where there is none.
  static func size(_ path: String) -> (byteCount: Int64, used: Int64)? {
    var parts = [Int64](repeating: 0, count: Int(APUS_STAMP_COUNT))
    // SAFETY: a C string for this call, and C writes as many numbers as the array has.
    guard unsafe apus_file_stamp(path, &parts) == 0 else { return nil }
    return (parts[2], parts[3])
  }
}

/// An open file of a store, closed when it is let go of.
final class DiskFile: Sendable {
  private let descriptor: Int32

  private init?(_ result: Int64) {
    guard result >= 0 else { return nil }
    descriptor = Int32(truncatingIfNeeded: result)
  }

  /// Opens a file for reading; nil where there is none.
  convenience init?(reading path: String) {
    // SAFETY: a C string for this call only.
    self.init(unsafe apus_open_reading(path, 1))
  }

  /// Makes a file that was not there.
  static func make(_ name: String, in folder: String) -> (result: Int64, file: DiskFile?) {
    // SAFETY: a C string for this call only.
    let descriptor = unsafe apus_open_folder(folder)
    guard descriptor >= 0 else { return (descriptor, nil) }
    defer { _ = apus_close(Int32(descriptor)) }
    // SAFETY: as above.
    let result = unsafe apus_create_in(Int32(descriptor), name, 0o600)
    return (result, DiskFile(result))
  }

  /// Gives a file in a folder another name, in the place of what has it unless that is forbidden.
  static func rename(
    _ name: String, to other: String, in folder: String, replacing: Bool = true
  ) -> Bool {
    // SAFETY: C strings for these calls only.
    let descriptor = unsafe apus_open_folder(folder)
    guard descriptor >= 0 else { return false }
    defer { _ = apus_close(Int32(descriptor)) }
    // SAFETY: as above.
    return unsafe apus_rename_in(Int32(descriptor), name, other, replacing ? 1 : 0) == 0
  }

  deinit { _ = apus_close(descriptor) }

  var byteCount: Int { max(0, Int(apus_file_size(descriptor))) }

  /// Says that the file was used now.
  func touch() { _ = apus_touch(descriptor) }

  /// Reads exactly so many bytes; nil where there are fewer.
  func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let (missing, place) = (count - bytes.count, Int64(offset + bytes.count))
      var got: Int64 = 0
      bytes.append(addingCapacity: missing) { output in
        // SAFETY: C writes at most `missing` bytes, and returns how many it wrote.
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          unsafe got = apus_read_at(descriptor, buffer.baseAddress, missing, place)
          count = max(0, Int(got))
        }
      }
      guard got > 0 else { return nil }
    }
    return bytes
  }

  /// Writes all of the bytes at the end; returns false where the disk is full or fails.
  func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      // SAFETY: C reads the bytes of the span within the call.
      let result = unsafe bytes.span.extracting(written...).withUnsafeBufferPointer {
        unsafe apus_write(descriptor, $0.baseAddress, $0.count)
      }
      guard result > 0 else { return false }
      written += Int(result)
    }
    return true
  }
}
