import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// A signal that ends a download keeps the old file, and leaves no other.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct InterruptionTests {
  /// Runs an endless download, and a shell command after its start.
  ///
  /// In the command `$pid` is the tool. The new file has no name meanwhile: the server writes a
  /// file of its own when it has sent more than fits between the two.
  private static func run(_ before: String, _ line: String) async throws -> RunningTool {
    let folder = try TrialFolder(["a": Array("old".utf8)])
    var outcome: RunningTool?
    try await TrialServer.run(nil) { _ in
      .stream(HTTP.ResponseHead(200)) { connection in
        var count = 0
        while true {
          try await connection.writeChunk([UInt8](repeating: 0x61, count: 65_536))
          count += 1
          if count == 1_000 { try folder.write(".begun", []) }
        }
      }
    } _: { server in
      outcome = try await RunningTool.run(
        "(\(before); exec \"$tool\" get \(server.url) --output a) & pid=$!; "
          + "until [ -e .begun ]; do sleep 0.05; done; \(line); wait $pid; echo $?; rm .begun; "
          + "ls -A | grep -v '^.output$' | grep -v '^.complaints$'; cat a",
        in: folder)
    }
    return try #require(outcome)
  }

  @Test(arguments: [("HUP", 129), ("TERM", 143)])
  func `a signal removes partial files and exits with 128 plus the signal number`(
    _ signal: String, _ status: Int
  ) async throws {
    let run = try await Self.run(":", "kill -\(signal) $pid")
    #expect(run.output == "\(status)\na\nold", "\(run.complaints)")
    #expect(run.complaints == "apus: interrupted\n")
  }

  @Test func `a signal that was ignored at the start of apus remains ignored`() async throws {
    // The first of the two that is not ignored gives the status.
    let run = try await Self.run("trap '' HUP", "kill -HUP $pid; kill -TERM $pid")
    #expect(run.output == "143\na\nold", "\(run.complaints)")
  }
}
