import CApusTestSupport

/// The program `node`, with all that it brings along.
enum Node {
  /// Its version, or the status of the shell if it is missing.
  private static let version: Int64 = {
    let answer = "process.exit(parseInt(process.versions.node))"
    // SAFETY: a C string for this call only.
    return unsafe apus_test_run("node -e '\(answer)' >/dev/null 2>&1")
  }()

  /// A Boolean value that indicates whether tests that need it must run.
  ///
  /// With `APUS_STRICT` set to 1 its absence is a failure.
  static var isExpected: Bool { Surroundings.isStrict || (18..<100).contains(version) }

  /// A Boolean value that indicates whether it has the form reader that decodes the escapes of
  /// browsers.
  static var undoesEscapes: Bool { version >= 20 }
}
