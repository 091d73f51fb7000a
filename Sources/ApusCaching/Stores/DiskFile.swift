internal import CApusSystem

/// An open file of a disk cache. The file is closed when its last reference is released.
final class DiskFile: Sendable {
  private let descriptor: Int32

  /// Creates a file that owns an open file descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = apus_close(descriptor) }

  /// The length of the file in bytes. The value is 0 if the file is not a regular file.
  var byteCount: Int { max(0, Int(apus_file_size(descriptor))) }

  /// Truncates the open file, which frees the disk space of its content.
  func empty() { _ = apus_truncate(descriptor, 0) }

  /// The owner, the permissions and the number of links of the file. The value is `nil` if the
  /// system call fails.
  var status: DiskStatus? {
    var status = apus_file_status()
    let result = unsafe apus_status_of(descriptor, &status)  // SAFETY: a status for this call only.
    return result == 0 ? DiskStatus(status) : nil
  }

  /// Sets the time of the file's last use to the present time.
  func touch() { _ = apus_touch(descriptor) }

  /// Reads bytes from an offset of the file. The value is `nil` if the file contains fewer bytes.
  func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let (missing, place) = (count - bytes.count, Int64(offset + bytes.count))
      var got: Int64 = 0
      bytes.append(addingCapacity: missing) { output in
        // SAFETY: C writes at most `missing` bytes into the buffer, and returns the number of
        // written bytes.
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          unsafe got = apus_read_at(descriptor, buffer.baseAddress, missing, place)
          count = max(0, Int(got))
        }
      }
      guard got > 0 else { return nil }
    }
    return bytes
  }

  /// Appends all of the bytes to the file. Returns `false` if the disk is full or the write fails.
  func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      // SAFETY: C reads the bytes of the span only during the call.
      let result = unsafe bytes.span.extracting(written...).withUnsafeBufferPointer {
        unsafe apus_write(descriptor, $0.baseAddress, $0.count)
      }
      guard result > 0 else { return false }
      written += Int(result)
    }
    return true
  }
}

/// The kernel's status of a file, a folder or a symbolic link.
struct DiskStatus {
  let isFolder: Bool
  let isRegular: Bool
  let owner: UInt32
  /// The permission bits of the file, without the bits for set-user-ID, set-group-ID and sticky.
  let permissions: UInt32
  let linkCount: UInt64
  /// The number of bytes that the file occupies on the disk, for its blocks and its inode.
  let cost: Int
  /// The time of the file's last use, in nanoseconds since the start of 1970.
  let used: Int64

  /// The number of bytes that are counted for an inode. File systems use inodes of 256 or 512
  /// bytes.
  static let inodeByteCount = 512
  /// The largest difference between the length of a file and the disk space that the file occupies.
  static let overhead = 4_096 + inodeByteCount

  /// The maximum number of bytes that are counted for one file.
  private static let costLimit = 1 << 40

  /// The largest time in seconds since 1970 that fits into the count of nanoseconds.
  private static let secondsLimit: Int64 = 9_000_000_000

  init(_ status: apus_file_status) {
    isFolder = status.kind == UInt32(APUS_FOLDER)
    isRegular = status.kind == UInt32(APUS_REGULAR_FILE)
    owner = status.owner
    permissions = status.mode & 0o777
    linkCount = status.link_count
    // A file system may report too few blocks for a compressed file or for a file that is not yet
    // on the disk. The limit keeps the sum of millions of file sizes below half of the largest
    // integer.
    let blocks = Int(clamping: min(status.block_count, UInt64(Self.costLimit / 512))) * 512
    let length = min(Int(clamping: status.size), Self.costLimit)
    cost = max(blocks, length, 0) + Self.inodeByteCount
    let seconds = min(max(status.modified_seconds, 0), Self.secondsLimit)
    used = seconds * 1_000_000_000 + Int64(min(status.modified_nanoseconds, 999_999_999))
  }
}
