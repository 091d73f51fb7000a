import ApusNet
import TestSupport

@testable import ApusConnections
@testable import ApusSession

/// The server httpbin, of Python's package index, at work under gunicorn.
final class HTTPBin: Sendable {
  let url: String
  private let port: ReservedPort
  private let folder: TemporaryFolder

  /// Starts the server, and waits until it responds.
  init() async throws {
    port = try ReservedPort()
    url = "http://127.0.0.1:\(port.number)/"
    folder = try TemporaryFolder()
    let status = folder.run(
      "'\(Self.program)' --daemon --pid \(folder.path)/pid --workers 1 --threads 8 "
        + "--bind 127.0.0.1:\(port.number) httpbin:app")
    guard status == 0 else { throw Failure(status: status) }
    let session = try HTTPSession(url)
    for _ in 0..<200 {
      if (try? await session.send(.get("get"))) != nil { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw Failure(status: -1)
  }

  deinit { _ = folder.run("kill $(cat pid)") }

  /// A Boolean value that indicates whether a test that needs it must run.
  ///
  /// With `APUS_STRICT` set to 1 its absence is a failure.
  static var isExpected: Bool {
    Files.exists(program) || Surroundings.isStrict
  }

  /// The server's program: `APUS_HTTPBIN`, or the place of the checks.
  private static let program =
    Surroundings.variables["APUS_HTTPBIN"] ?? root + "/.build/httpbin/bin/gunicorn"

  /// A Boolean value that indicates whether a test that needs the Python must run.
  ///
  /// With `APUS_STRICT` set to 1 its absence is a failure.
  static var hasPython: Bool { Files.exists(python) || Surroundings.isStrict }

  /// The Python that the server runs in, with all that it brings along.
  static let python = program.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/python"

  private static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

  /// The server did not start; the status of its program.
  struct Failure: Error { let status: Int64 }
}
