import CApusTestSupport

/// A folder for one test, which is removed with its content when the test ends.
package final class TemporaryFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// Creates a folder.
  package init() throws {
    var bytes = [CChar](repeating: 0, count: 4096)
    // SAFETY: C writes at most the given capacity, and ends it with a zero.
    guard unsafe apus_test_make_folder(&bytes, bytes.count) == 0 else { throw Failure() }
    path = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = unsafe apus_test_remove_folder(path)  // SAFETY: a C string for this call only.
  }

  /// Creates a file, and returns its path.
  package func write(_ bytes: [UInt8], to name: String = "content") throws -> String {
    let path = "\(path)/\(name)"
    // SAFETY: a C string and bytes that outlive the call.
    guard unsafe apus_test_write_file(path, bytes, bytes.count) == 0 else { throw Failure() }
    return path
  }

  /// Replaces a file by another one, or creates it.
  package func replace(_ name: String, with bytes: [UInt8]) throws {
    let path = try write(bytes, to: ".\(name).new")
    // SAFETY: two C strings for this call only.
    guard unsafe apus_test_move(path, "\(self.path)/\(name)") == 0 else { throw Failure() }
  }

  /// Writes other content into a file.
  package func rewrite(_ name: String, with bytes: [UInt8]) throws {
    // SAFETY: a C string and bytes that outlive the call.
    guard unsafe apus_test_rewrite_file("\(path)/\(name)", bytes, bytes.count) == 0 else {
      throw Failure()
    }
  }

  /// Removes a file.
  package func remove(_ name: String) throws {
    // SAFETY: a C string for this call only.
    guard unsafe apus_test_remove_file("\(path)/\(name)") == 0 else { throw Failure() }
  }

  /// Creates a link to a target that need not exist.
  package func link(_ name: String, to target: String) throws {
    // SAFETY: two C strings for this call only.
    guard unsafe apus_test_write_link("\(path)/\(name)", target) == 0 else { throw Failure() }
  }

  /// Creates a named pipe, and returns its path.
  package func makePipe(_ name: String) throws -> String {
    let path = "\(path)/\(name)"
    // SAFETY: a C string for this call only.
    guard unsafe apus_test_make_pipe(path) == 0 else { throw Failure() }
    return path
  }

  /// The preparation of a test failed.
  package struct Failure: Error {
    /// Creates the failure.
    package init() {}
  }
}
