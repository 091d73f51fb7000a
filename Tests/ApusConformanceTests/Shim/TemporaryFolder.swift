import CApusTestSupport

/// A folder of a test's own, which goes with what is in it when the test ends.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var bytes = [CChar](repeating: 0, count: 4096)
    // SAFETY: C writes at most the capacity it is told, and ends it with a zero.
    guard unsafe apus_test_make_folder(&bytes, bytes.count) == 0 else { throw Failure() }
    path = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = unsafe apus_test_remove_folder(path)  // SAFETY: a C string for this call only.
  }

  /// Makes a file, and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = "\(path)/\(name)"
    // SAFETY: a C string and bytes that outlive the call.
    guard unsafe apus_test_write_file(path, bytes, bytes.count) == 0 else { throw Failure() }
    return path
  }

  /// The test's own preparations failed.
  struct Failure: Error {}
}
