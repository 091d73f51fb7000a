internal import CApus

/// Which file a path leads to, and when it last changed: unlike another if it must be read again.
///
/// A file that takes another one's place is seen, whatever times it has. One that is rewritten in
/// place is seen by its times, which a system counts in milliseconds: what is written twice within
/// one of them, and is as long, is not.
public struct FileStamp: Hashable, Sendable {
  private let parts: [Int64]

  /// The stamp of the file or folder that a path leads to, over links.
  public init(of path: String) throws(SystemError) {
    guard !path.utf8.contains(0) else {
      throw SystemError("stat", path, result: Kernel.Failure.invalidArgument)
    }
    var parts = [Int64](repeating: 0, count: Int(APUS_STAMP_COUNT))
    // SAFETY: C writes as many numbers as the array has.
    let result = unsafe apus_file_stamp(path, &parts)
    guard result == 0 else { throw SystemError("stat", path, result: result) }
    self.parts = parts
  }
}
