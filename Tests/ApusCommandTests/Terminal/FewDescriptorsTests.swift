import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// A process that may open few files ends with words, and never by a signal.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct FewDescriptorsTests {
  /// Runs a command with each limit, and returns the statuses by the limit.
  ///
  /// The open files of the tests are inherited, and use some of the numbers, unless they are
  /// closed.
  private static func statuses(
    _ words: String, root: String?, inherits: Bool
  ) async throws -> [Int: Int] {
    let close = inherits ? "" : "for n in $(seq 3 40); do eval \"exec $n>&-\"; done"
    let script = """
      \(close)
      echo content >file
      for n in $(seq 3 20); do
        (ulimit -n $n; exec "$tool" \(words)) >out 2>err </dev/null
        echo $n $?
      done
      """
    let folder = try TrialFolder([
      "script": Array(script.utf8), "root.pem": Array((root ?? "").utf8),
    ])
    let run = try await RunningTool.run(
      "export tool SWIFT_BACKTRACE=enable=no; bash ./script", in: folder)
    var statuses: [Int: Int] = [:]
    for line in run.output.split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      if numbers.count == 2 { statuses[numbers[0]] = numbers[1] }
    }
    return statuses
  }

  @Test(arguments: [
    "get URL", "get URL --output copy", "post URL --data @file", "get LOCALHOST --verbose",
    "get LOCALHOST --output copy", "get https://SERVER/ --cacert root.pem",
    "get https://SERVER/ --cacert root.pem --output copy",
    "--version", "cert inspect '\(Trial.server)'", "cert scan 1h SERVER", "reach 127.0.0.1",
  ])
  func `with few file descriptors, a command succeeds or exits with 3`(
    _ words: String
  ) async throws {
    let security: TestServer.Security? = words.contains("SERVER") ? try .local() : nil
    try await TrialServer.run(security) { request in
      .response(HTTP.Response(200, body: request.body))
    } _: { server in
      let line = words.replacing("URL", with: server.url)
        .replacing("LOCALHOST", with: "http://localhost:\(server.port)/")
        .replacing("SERVER", with: "localhost:\(server.port)")
      for inherits in [false, true] {
        let statuses = try await Self.statuses(
          line, root: server.root?.pem, inherits: inherits)
        #expect(statuses.count == 18)
        // Without a descriptor, the loader opens no library.
        for (limit, status) in statuses {
          let isOfLoader = status == 127 && (inherits || limit == 3)
          #expect([0, 3].contains(status) || isOfLoader, "\(limit): \(status)")
        }
        guard !inherits else { continue }
        #expect(statuses[4] == 3 && statuses[20] == 0, "\(statuses)")
      }
    }
  }

  @Test func `the error for too few file descriptors contains advice`() throws {
    let run = try RunningTool("(ulimit -n 5; exec \"$tool\" --version)")
    #expect(run.status == 3 && run.output.isEmpty)
    #expect(
      run.complaints.contains(
        "apus: too few file descriptors: the limit is 5, and apus needs at least "),
      "\(run.complaints)")
    #expect(run.complaints.contains("(ulimit -n)"))
    #expect(
      DescriptorLimit.complaint(limit: 7, missing: 2)
        == "too few file descriptors: the limit is 7, and apus needs at least 9; "
        + "raise the limit (ulimit -n)")
    #expect(DescriptorLimit.complaint == nil)
  }
}
