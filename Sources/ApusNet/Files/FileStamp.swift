public import ApusFiles
internal import CApusSystem

/// The identity of the file at a path and the times of its last change.
///
/// A file with a different stamp must be read again. A replaced file always has a different stamp.
/// A file that is rewritten in place is detected by its modification times, which have a resolution
/// of milliseconds. Two writes of the same length within one millisecond are not distinguished.
public struct FileStamp: Hashable, Sendable {
  private let parts: [Int64]

  /// Creates the stamp of the file or folder that a path leads to, through links.
  public init(of path: FilePath) throws(SystemError) {
    guard path.isWhole else {
      throw SystemError("stat", path.description, result: Kernel.Failure.invalidArgument)
    }
    var parts = [Int64](repeating: 0, count: Int(APUS_STAMP_COUNT))
    // SAFETY: the C string is used for this call only, and C writes as many numbers as the array
    // has.
    let result = unsafe apus_file_stamp(path.cString, &parts)
    guard result == 0 else { throw SystemError("stat", path.description, result: result) }
    self.parts = parts
  }

  /// Creates the stamp of an open file.
  init(of descriptor: Descriptor, named path: FilePath) throws(NetError) {
    var parts = [Int64](repeating: 0, count: Int(APUS_STAMP_COUNT))
    let result = descriptor.use { descriptor in
      // SAFETY: C writes as many numbers as the array has.
      unsafe apus_open_file_stamp(descriptor, &parts)
    }
    guard result == 0 else { throw NetError("fstat", path.description, result: result) }
    self.parts = parts
  }

  /// Returns whether the stamps belong to the same file with unchanged content.
  ///
  /// A new name, owner or permission changes the stamp, but not the content.
  public func hasSameContent(as other: FileStamp) -> Bool {
    parts.prefix(5) == other.parts.prefix(5)
  }
}
