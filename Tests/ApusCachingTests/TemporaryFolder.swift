import CApusTestSupport

/// A folder of one test, which is removed with its content when the test ends.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var bytes = [CChar](repeating: 0, count: 4096)
    // SAFETY: C writes at most the given capacity, and ends the text with a zero.
    let result = unsafe apus_test_make_folder(&bytes, bytes.count)
    guard result == 0 else { throw Failure(errno: -result) }
    path = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = unsafe apus_test_remove_folder(path)  // SAFETY: a C string for this call only.
  }

  /// Writes other bytes into a file that is there.
  func rewrite(_ bytes: [UInt8], in path: String) throws {
    // SAFETY: a C string, and bytes that outlive the call.
    let result = unsafe apus_test_rewrite_file(path, bytes, bytes.count)
    guard result == 0 else { throw Failure(errno: -result) }
  }

  /// Runs a line of the shell; throws if it fails.
  static func run(_ line: String) throws {
    let result = unsafe apus_test_run(line)  // SAFETY: a C string for this call only.
    guard result == 0 else { throw Failure(errno: result) }
  }

  /// The test's own preparations failed.
  struct Failure: Error { let errno: Int64 }
}
