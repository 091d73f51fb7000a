import CApusTestSupport

/// The program `node`, with all that it brings along.
enum Node {
  /// Its version, or what the shell ends with that finds none.
  private static let version: Int64 = {
    let answer = "process.exit(parseInt(process.versions.node))"
    // SAFETY: a C string for this call only.
    return unsafe apus_test_run("node -e '\(answer)' >/dev/null 2>&1")
  }()

  /// Whether tests that need it are to run: where `APUS_STRICT` is 1 its absence is a failure.
  static var isExpected: Bool { Surroundings.isStrict || (18..<100).contains(version) }

  /// Whether it has the reader of forms that undoes what browsers escape.
  static var undoesEscapes: Bool { version >= 20 }
}
