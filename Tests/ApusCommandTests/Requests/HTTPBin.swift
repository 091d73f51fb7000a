import ApusNames
import ApusNet
import CApusTestSupport
import TestSupport

/// The server httpbin, of Python's package index, at work under gunicorn.
final class HTTPBin: Sendable {
  let url: String
  private let folder: TrialFolder

  /// Starts the server, and waits until it listens.
  init() async throws {
    let loop = try EventLoop.shared()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
    let port = listener.address.port ?? 0
    listener.close()
    url = "http://127.0.0.1:\(port)/"
    folder = try TrialFolder([:])
    let status = Self.run(
      "'\(Self.program)' --daemon --pid '\(folder.path)/pid' --workers 1 --threads 8 "
        + "--bind 127.0.0.1:\(port) httpbin:app")
    guard status == 0 else { throw TrialFolder.Failure(status: status) }
    let tries =
      "for i in $(seq 200); do curl -so /dev/null \(url)get && exit 0; sleep 0.1; done; exit 1"
    guard Self.run(tries) == 0 else { throw TrialFolder.Failure(status: -1) }
  }

  deinit { _ = Self.run("kill \"$(cat '\(folder.path)/pid')\"") }

  /// A Boolean value that indicates whether a test that needs it must run: with `APUS_STRICT` set
  /// to 1 its absence is a failure.
  static var isExpected: Bool {
    Files.exists(program) && run("command -v curl") == 0 || Corpus.isStrict
  }

  /// The server's program: `APUS_HTTPBIN`, or the place of the checks.
  private static let program =
    ProcessEnvironment.value(of: "APUS_HTTPBIN")
    ?? Trial.root + "/.build/httpbin/bin/gunicorn"

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } >/dev/null 2>&1 </dev/null")
  }
}
