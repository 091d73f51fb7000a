import ApusNet
import CApusSystem

/// The program `apus-conformance`, which tests the modules with test cases from other projects.
///
/// The program has two words that are not suites. The word `tls-shim` runs a TLS test with the
/// arguments of a test runner. The word `tls-shim-list` prints the list of disabled tests for that
/// runner.
@main
enum Conformance {
  /// The conformance test suites. Each test suite reads its own files of cases.
  static let suites: [any Suite.Type] = [
    HTTP1Suite.self, WycheproofSuite.self, MLKEMSuite.self, SpeccheckSuite.self,
    CertificatesSuite.self, LimboSuite.self, ChainsSuite.self, JSONSuite.self, XMLSuite.self,
    ImagesSuite.self, CookiesSuite.self, PublicSuffixSuite.self, DigestSuite.self,
    CacheSuite.self,
  ]

  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "tls-shim-list" { printList(Array(arguments.dropFirst())) }
    if arguments.first == "tls-shim" { await runShim(Array(arguments.dropFirst())) }
    let isVerbose = arguments.contains("--verbose")
    arguments.removeAll { $0 == "--verbose" }
    guard arguments.count >= 2, let suite = suites.first(where: { $0.name == arguments[0] }),
      !arguments.contains(where: { $0.hasPrefix("-") })
    else { usage() }
    do {
      let files = try files(of: suite, at: arguments.dropFirst())
      let report = try await suite.run(files: files)
      report.print(isVerbose: isVerbose)
      apus_exit(report.isSuccess ? 0 : 1)
    } catch {
      complain("apus-conformance: \(error)")
      apus_exit(3)
    }
  }

  /// Returns the test files at the given paths. A folder contributes the files whose names end as
  /// the suite requires.
  static func files(of suite: any Suite.Type, at paths: some Sequence<String>) throws -> [String] {
    try paths.flatMap { path in
      let folders = suite.folders.map { "\(path)/\($0)" }
      return !folders.isEmpty && folders.allSatisfy(Files.isFolder) ? folders : [path]
    }.flatMap { path in
      guard Files.isFolder(path) else { return [path] }
      let names = try Files.names(in: path).filter { name in
        suite.fileNameEndings.contains { name.hasSuffix($0) }
      }
      guard !names.isEmpty else {
        let endings = suite.fileNameEndings.joined(separator: " or ")
        throw CorpusError.noFiles(folder: path, ending: endings)
      }
      return names.map { "\(path)/\($0)" }
    }
  }

  private static func runShim(_ arguments: [String]) async -> Never {
    let outcome = await TLSShim.outcome(of: arguments)
    if !outcome.output.isEmpty { print(outcome.output) }
    if !outcome.complaint.isEmpty { complain(outcome.complaint) }
    apus_exit(outcome.status)
  }

  /// Prints the configuration of the test runner in a folder, with the list of disabled tests.
  private static func printList(_ arguments: [String]) -> Never {
    guard arguments.count == 2 else { usage() }
    do {
      let list = try ShimList(Files.contents(of: arguments[0]))
      let text = try list.text(in: ShimList.form(ofRunnerIn: arguments[1]))
      print(String(decoding: text, as: UTF8.self), terminator: "")
      apus_exit(0)
    } catch {
      complain("apus-conformance: \(error)")
      apus_exit(3)
    }
  }

  private static func usage() -> Never {
    let width = suites.map { $0.name.utf8.count }.max() ?? 0
    let lines = suites.map { suite in
      let space = String(repeating: " ", count: width - suite.name.utf8.count + 2)
      return "  \(suite.name)\(space)\(suite.summary)"
    }
    complain(
      """
      usage: apus-conformance SUITE FOLDER|FILE... [--verbose]
             apus-conformance tls-shim FLAGS OF BORINGSSL'S TEST RUNNER
             apus-conformance tls-shim-list LIST FOLDER OF BORINGSSL'S TEST RUNNER
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
