import ApusNet
import CApusTestSupport

/// The program itself in a shell, for tests of terminals, pipes and signals.
struct RunningTool {
  /// Its exit status, as in shells: 128 and more for a signal.
  let status: Int64
  let output: String
  let complaints: String

  /// Runs a shell command in which `$tool` is the program, in a folder of its own.
  ///
  /// Standard output and standard error are written to files, unless the command redirects them.
  init(_ line: String, in folder: TrialFolder? = nil) throws {
    let folder = try folder ?? TrialFolder([:])
    let script =
      "here=$(dirname \"$(readlink /proc/$PPID/exe)\"); "
      + "tool=$(ls -t \"$here/apus\" \"$here/ApusCommand\" 2>/dev/null | head -n 1); "
      + "[ -n \"$tool\" ] || exit 126; unset http_proxy https_proxy all_proxy; "
      + "cd '\(folder.path)'; { \(line)\n} >.output 2>.complaints </dev/null"
    // SAFETY: a C string for this call only.
    status = unsafe apus_test_run(script)
    output = String(decoding: (try? folder.bytes(of: ".output")) ?? [], as: UTF8.self)
    complaints = String(decoding: (try? folder.bytes(of: ".complaints")) ?? [], as: UTF8.self)
  }

  /// Runs a command while the test's server continues.
  static func run(
    _ line: String, in folder: TrialFolder? = nil
  ) async throws -> RunningTool {
    let pool = BlockingPool(threadLimit: 1)
    return try await pool.run(until: .never, on: .shared()) {
      Result { try RunningTool(line, in: folder) }
    }.get()
  }
}
