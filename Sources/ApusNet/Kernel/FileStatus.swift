internal import ApusFiles
internal import CApusSystem

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
