internal import CApusSystem

/// An open file of a store, which is closed with its last reference.
final class DiskFile: Sendable {
  private let descriptor: Int32

  /// Takes over an open descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = apus_close(descriptor) }

  /// The length in bytes; 0 for a file that is not regular.
  var byteCount: Int { max(0, Int(apus_file_size(descriptor))) }

  /// Gives the room of the content back to the disk, although the file is still open.
  func empty() { _ = apus_truncate(descriptor, 0) }

  /// The owner, permissions and links; nil if the call fails.
  var status: DiskStatus? {
    var status = apus_file_status()
    let result = unsafe apus_status_of(descriptor, &status)  // SAFETY: a status for this call only.
    return result == 0 ? DiskStatus(status) : nil
  }

  /// Marks the file as used now.
  func touch() { _ = apus_touch(descriptor) }

  /// Returns that many bytes from an offset on; nil if there are fewer.
  func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let (missing, place) = (count - bytes.count, Int64(offset + bytes.count))
      var got: Int64 = 0
      bytes.append(addingCapacity: missing) { output in
        // SAFETY: C writes at most `missing` bytes, and returns their number.
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          unsafe got = apus_read_at(descriptor, buffer.baseAddress, missing, place)
          count = max(0, Int(got))
        }
      }
      guard got > 0 else { return nil }
    }
    return bytes
  }

  /// Writes all of the bytes at the end; returns false if the disk is full or fails.
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

/// The kernel's record of a file or folder, which may be a link.
struct DiskStatus {
  let isFolder: Bool
  let isRegular: Bool
  let owner: UInt32
  /// The permission bits, without those for set-user-ID, set-group-ID and sticky.
  let permissions: UInt32
  let linkCount: UInt64
  /// The bytes that it takes on the disk: its blocks, and its inode.
  let cost: Int
  /// The time of its last use, in nanoseconds since the start of 1970.
  let used: Int64

  /// The bytes that are counted for an inode, which file systems make of 256 or 512.
  static let inodeByteCount = 512
  /// The largest difference between the length of a file and the room that it takes.
  static let overhead = 4_096 + inodeByteCount

  /// The bytes that are counted for one file at most.
  private static let costLimit = 1 << 40

  /// The times that nanoseconds can count from 1970 on, in seconds.
  private static let secondsLimit: Int64 = 9_000_000_000

  init(_ status: apus_file_status) {
    isFolder = status.kind == UInt32(APUS_FOLDER)
    isRegular = status.kind == UInt32(APUS_REGULAR_FILE)
    owner = status.owner
    permissions = status.mode & 0o777
    linkCount = status.link_count
    // A file system that has yet to place a file, or compresses it, counts fewer blocks. The limit
    // keeps sums of millions of files below half of the largest number.
    let blocks = Int(clamping: min(status.block_count, UInt64(Self.costLimit / 512))) * 512
    let length = min(Int(clamping: status.size), Self.costLimit)
    cost = max(blocks, length, 0) + Self.inodeByteCount
    let seconds = min(max(status.modified_seconds, 0), Self.secondsLimit)
    used = seconds * 1_000_000_000 + Int64(min(status.modified_nanoseconds, 999_999_999))
  }
}
