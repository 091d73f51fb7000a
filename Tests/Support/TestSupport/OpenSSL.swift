import ApusNet
import CApusTestSupport

/// The program `openssl`, with a folder of its own.
package final class OpenSSL {
  private let folder: String

  package init() throws {
    var bytes = [CChar](repeating: 0, count: 4096)
    // SAFETY: C writes at most the given capacity, and ends it with a zero.
    let result = unsafe apus_test_make_folder(&bytes, bytes.count)
    guard result == 0 else { throw Failure(line: "mkdtemp", status: result) }
    folder = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = unsafe apus_test_remove_folder(folder)  // SAFETY: a C string for this call only.
  }

  /// A Boolean value that indicates whether tests that need it must run: with `APUS_STRICT` set to
  /// 1 its absence is a failure.
  package static var isExpected: Bool { isInstalled || Corpus.isStrict }

  private static let isInstalled = run("command -v openssl") == 0

  /// Runs the program with arguments in the shell's form; throws unless it succeeds.
  package func run(_ arguments: String) throws {
    let status = Self.run("cd '\(folder)' && openssl \(arguments)")
    guard status == 0 else { throw Failure(line: "openssl \(arguments)", status: status) }
  }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } >/dev/null 2>&1 </dev/null")
  }

  /// Creates a file in the folder.
  package func write(_ bytes: [UInt8], to name: String) throws {
    // SAFETY: a C string and bytes that outlive the call.
    let result = unsafe apus_test_write_file("\(folder)/\(name)", bytes, bytes.count)
    guard result == 0 else { throw Failure(line: name, status: result) }
  }

  /// Returns the bytes of a file in the folder.
  package func read(_ name: String) throws -> [UInt8] {
    try Files.contents(of: "\(folder)/\(name)")
  }

  /// A command that failed, and its result.
  package struct Failure: Error {
    package let line: String
    package let status: Int64
  }
}
