import CApusTestSupport

/// The program `node`, with all that it brings along.
enum Node {
  /// Whether tests that need it are to run: where `APUS_STRICT` is 1 its absence is a failure.
  static let isExpected: Bool = {
    let question = "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)"
    // SAFETY: a C string for this call only.
    let status = unsafe apus_test_run("node -e '\(question)' >/dev/null 2>&1")
    return Surroundings.isStrict || status == 0
  }()
}
