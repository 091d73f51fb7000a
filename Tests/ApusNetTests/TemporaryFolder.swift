import CApusTestSupport

/// A folder for one test, which is removed with its content when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    var bytes = [CChar](repeating: 0, count: 4096)
    // SAFETY: C writes at most the given capacity, and ends it with a zero.
    try Self.check(unsafe apus_test_make_folder(&bytes, bytes.count))
    path = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = unsafe apus_test_remove_folder(path)  // SAFETY: a C string for this call only.
  }

  /// Creates a file, and returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try write(bytes, toBytes: Array(name.utf8))
    return "\(path)/\(name)"
  }

  /// Creates a file whose name need not be text.
  func write(_ bytes: [UInt8], toBytes name: [UInt8]) throws {
    let path = (Array(self.path.utf8) + [0x2f] + name + [0]).map { CChar(bitPattern: $0) }
    // SAFETY: a path that ends with a zero, and bytes that outlive the call.
    try Self.check(unsafe apus_test_write_file(path, bytes, bytes.count))
  }

  /// Creates a link to a path that need not exist, and returns the path of the link.
  func link(_ name: String, to target: String) throws -> String {
    let path = "\(self.path)/\(name)"
    // SAFETY: two C strings for this call only.
    try Self.check(unsafe apus_test_write_link(path, target))
    return path
  }

  /// Creates a named pipe, and returns its path.
  func makePipe(_ name: String) throws -> String {
    let path = "\(self.path)/\(name)"
    try Self.check(unsafe apus_test_make_pipe(path))  // SAFETY: a C string for this call only.
    return path
  }

  /// Moves a folder into this one.
  func take(_ path: String, as name: String) throws {
    // SAFETY: two C strings for this call only.
    try Self.check(unsafe apus_test_move(path, "\(self.path)/\(name)"))
  }

  /// Writes other bytes into an existing file.
  func rewrite(_ bytes: [UInt8], in name: String) throws {
    // SAFETY: a C string, and bytes that outlive the call.
    try Self.check(unsafe apus_test_rewrite_file("\(path)/\(name)", bytes, bytes.count))
  }

  /// Extends a file by zeros that take no space.
  func stretch(_ name: String, to count: Int64) throws {
    // SAFETY: a C string for this call only.
    try Self.check(unsafe apus_test_stretch("\(path)/\(name)", count))
  }

  /// Sets the permissions of a file.
  func setMode(_ mode: UInt32, of path: String) throws {
    try Self.check(unsafe apus_test_set_mode(path, mode))  // SAFETY: a C string for this call only.
  }

  /// Sets the owner and the group of a file, which few users may; false if this process may not.
  func setOwner(_ owner: UInt32, of path: String) -> Bool {
    unsafe apus_test_set_owner(path, owner) == 0  // SAFETY: a C string for this call only.
  }

  /// The user that owns a file.
  static func owner(of path: String) -> Int64 {
    unsafe apus_test_file_owner(path)  // SAFETY: a C string for this call only.
  }

  /// The kind and permissions of a file.
  static func mode(of path: String) -> Int64 {
    unsafe apus_test_file_mode(path)  // SAFETY: a C string for this call only.
  }

  private static func check(_ result: Int64) throws {
    guard result == 0 else { throw Failure(errno: -result) }
  }

  /// The preparation of a test failed.
  struct Failure: Error { let errno: Int64 }
}
