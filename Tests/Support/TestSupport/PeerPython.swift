import ApusNet
import CApusTestSupport

/// The Python of the checks, with the packages that are compared with ours.
package struct PeerPython: Sendable {
  private let path: String

  /// Finds the Python: `APUS_PEERS` names its folder, or it is in the build folder of the package.
  package init() {
    let folder = Corpus.environment["APUS_PEERS"] ?? Corpus.root + "/.build/peers/bin"
    path = folder + "/python"
  }

  /// Returns whether a test that needs a module must run.
  ///
  /// With `APUS_STRICT` its absence is a failure.
  package func isExpected(with module: String) -> Bool {
    Corpus.isStrict || Self.run("'\(path)' -c 'import \(module)'") == 0
  }

  /// Runs a script, and returns the lines of its standard output.
  package func lines(of script: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let output = folder.path + "/output"
    let status = Self.run("'\(path)' '\(script)' > '\(output)'")
    guard status == 0 else { throw Failure(script: script, status: status) }
    let text = String(decoding: try Files.contents(of: output), as: UTF8.self)
    return text.split(separator: "\n").map { String($0) }
  }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } 2>/dev/null </dev/null")
  }

  /// A script that failed.
  package struct Failure: Error {
    package let script: String
    package let status: Int64
  }
}
