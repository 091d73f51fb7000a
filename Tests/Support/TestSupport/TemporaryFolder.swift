import CApusTestSupport

/// A folder of a test's own, which goes with what is in it when the test ends.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let path: String

  /// Makes a folder.
  package init() throws {
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
  package func write(_ bytes: [UInt8], to name: String = "content") throws -> String {
    let path = "\(path)/\(name)"
    // SAFETY: a C string and bytes that outlive the call.
    guard unsafe apus_test_write_file(path, bytes, bytes.count) == 0 else { throw Failure() }
    return path
  }

  /// Puts another file in the place of one, or where none is.
  package func replace(_ name: String, with bytes: [UInt8]) throws {
    let path = try write(bytes, to: ".\(name).new")
    // SAFETY: two C strings for this call only.
    guard unsafe apus_test_move(path, "\(self.path)/\(name)") == 0 else { throw Failure() }
  }

  /// Writes another content into a file.
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

  /// Makes a link, which may lead to nothing.
  package func link(_ name: String, to target: String) throws {
    // SAFETY: two C strings for this call only.
    guard unsafe apus_test_write_link("\(path)/\(name)", target) == 0 else { throw Failure() }
  }

  /// Makes a pipe with a name, and returns its path.
  package func makePipe(_ name: String) throws -> String {
    let path = "\(path)/\(name)"
    // SAFETY: a C string for this call only.
    guard unsafe apus_test_make_pipe(path) == 0 else { throw Failure() }
    return path
  }

  /// The test's own preparations failed.
  package struct Failure: Error {
    /// Says that something failed.
    package init() {}
  }
}
