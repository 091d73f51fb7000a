import CApusTestSupport
import TestSupport

/// A program that others wrote, which is a client of the test server.
enum Program: String {
  case openssl, curl
  case python = "python3"
  case gnutls = "gnutls-cli"
  /// The Python that has `requests`: `APUS_PEERS` names its folder, or it is at the place of the
  /// checks.
  case requests

  /// A Boolean value that indicates whether a test that needs it must run.
  ///
  /// With `APUS_STRICT` set to 1 its absence is a failure.
  var isExpected: Bool {
    let question =
      self == .requests ? "\(command) -c 'import requests'" : "command -v \(command)"
    return Surroundings.isStrict || Self.run("\(question) >/dev/null 2>&1") == 0
  }

  /// The name of the program in a shell.
  private var command: String {
    guard self == .requests else { return rawValue }
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    return "'\(Surroundings.variables["APUS_PEERS"] ?? root + "/.build/peers/bin")/python'"
  }

  /// Runs the program in a folder, with arguments in the shell's form.
  func run(_ arguments: String, in folder: TemporaryFolder) throws {
    let status = status(of: arguments, in: folder)
    guard status == 0 else { throw Failure(line: "\(command) \(arguments)", status: status) }
  }

  /// Returns the exit status of the program; its output is written to a file named `said`.
  func status(of arguments: String, in folder: TemporaryFolder) -> Int64 {
    Self.run("cd '\(folder.path)' && \(command) \(arguments) 2>>said")
  }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } </dev/null")
  }

  /// The command, and its result.
  struct Failure: Error {
    let line: String
    let status: Int64
  }
}
