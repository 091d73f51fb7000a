import CApusTestSupport

/// A program that others wrote, which is a client of the test server.
enum Program: String {
  case openssl, curl
  case python = "python3"
  case gnutls = "gnutls-cli"

  /// Whether a test that needs it is to run: where `APUS_STRICT` is 1 its absence is a failure.
  var isExpected: Bool {
    Surroundings.isStrict || Self.run("command -v \(rawValue) >/dev/null") == 0
  }

  /// Runs the program in a folder, with arguments in the shell's form.
  func run(_ arguments: String, in folder: TemporaryFolder) throws {
    let status = status(of: arguments, in: folder)
    guard status == 0 else { throw Failure(line: "\(rawValue) \(arguments)", status: status) }
  }

  /// What the program ends with; what it says goes into a file named `said`.
  func status(of arguments: String, in folder: TemporaryFolder) -> Int64 {
    Self.run("cd '\(folder.path)' && \(rawValue) \(arguments) 2>>said")
  }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } </dev/null")
  }

  /// What was run, and what came of it.
  struct Failure: Error {
    let line: String
    let status: Int64
  }
}
