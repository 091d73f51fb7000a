import CApus

/// `apus-conformance`: judges the modules by cases that others wrote.
@main
enum Conformance {
  /// The suites, each over a folder of cases that it reads afresh.
  static let suites: [any Suite.Type] = [HTTP1Suite.self]

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isVerbose = arguments.contains("--verbose")
    arguments.removeAll { $0 == "--verbose" }
    guard arguments.count == 2, let suite = suites.first(where: { $0.name == arguments[0] })
    else { usage() }
    do {
      let report = try suite.run(folder: arguments[1])
      report.print(isVerbose: isVerbose)
      apus_exit(report.isSuccess ? 0 : 1)
    } catch {
      complain("apus-conformance: \(error)")
      apus_exit(3)
    }
  }

  private static func usage() -> Never {
    let lines = suites.map { "  apus-conformance \($0.name) FOLDER    \($0.summary)" }
    complain(
      """
      usage: apus-conformance SUITE FOLDER [--verbose]
      \(lines.joined(separator: "\n"))
      exit status: 0 all passed, 1 a case failed or none ran, 2 usage, 3 unreadable
      """)
    apus_exit(2)
  }

  private static func complain(_ text: String) {
    let bytes = Array((text + "\n").utf8).map { CChar(bitPattern: $0) }
    // SAFETY: C reads the bytes of the array within the call.
    unsafe apus_write_error(bytes, bytes.count)
  }
}
