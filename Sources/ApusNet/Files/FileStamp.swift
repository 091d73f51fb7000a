public import ApusFiles
internal import CApusSystem

/// Which file a path leads to, and when it last changed: unlike another if it must be read again.
///
/// A file that takes another one's place is seen, whatever times it has. One that is rewritten in
/// place is seen by its times, which a system counts in milliseconds: what is written twice within
/// one of them, and is as long, is not.
public struct FileStamp: Hashable, Sendable {
  private let parts: [Int64]

  /// Creates the stamp of the file or folder that a path leads to, over links.
  public init(of path: FilePath) throws(SystemError) {
    guard path.isWhole else {
      throw SystemError("stat", path.description, result: Kernel.Failure.invalidArgument)
    }
    var parts = [Int64](repeating: 0, count: Int(APUS_STAMP_COUNT))
    // SAFETY: a C string for this call, and C writes as many numbers as the array has.
    let result = unsafe apus_file_stamp(path.cString, &parts)
    guard result == 0 else { throw SystemError("stat", path.description, result: result) }
    self.parts = parts
  }

  /// The stamp of an open file.
  init(of descriptor: Descriptor, named path: FilePath) throws(NetError) {
    var parts = [Int64](repeating: 0, count: Int(APUS_STAMP_COUNT))
    let result = descriptor.use { descriptor in
      // SAFETY: C writes as many numbers as the array has.
      unsafe apus_open_file_stamp(descriptor, &parts)
    }
    guard result == 0 else { throw NetError("fstat", path.description, result: result) }
    self.parts = parts
  }

  /// Returns whether it is the same file, as long as it was, and its content was not written since.
  ///
  /// A file whose name, owner or permissions have changed is another one by its stamp, and has the
  /// same content.
  public func hasSameContent(as other: FileStamp) -> Bool {
    parts.prefix(5) == other.parts.prefix(5)
  }
}
