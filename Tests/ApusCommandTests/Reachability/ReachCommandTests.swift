import ApusNet
import ApusSerialization
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusCommand

/// Whether a way leads somewhere, in a network of the test's own in which there is loopback alone.
@Suite(.ownThread, .timeLimit(.minutes(3)), .enabled(if: OwnNetwork.mayBe, "not as root"))
struct ReachCommandTests {
  @Test func `a way is told with its interface, and ends with 0; none ends with 1`() async throws {
    try #require(apus_test_enter_own_network() == 0)
    let none = await Trial("reach", "127.0.0.1")
    #expect(none.output == "127.0.0.1: not reachable\n" && none.status == .failure)
    try #require(apus_test_raise_loopback() == 0)
    let home = await Trial("reach", "127.0.0.1")
    #expect(home.output == "127.0.0.1: reachable over lo\n" && home.status == .success)
    #expect(await Trial("reach", "localhost").status == .success)
    for words in [["reach", "::1"], ["reach", "[::1]"]] {
      #expect(await Trial(words).status == .success, "\(words)")
    }
    let everything = await Trial("reach")
    #expect(everything.output == "the default route: not reachable\n")
    #expect(everything.status == .failure && everything.complaints.isEmpty)
  }

  @Test func `JSON has one object a line`() async throws {
    try #require(apus_test_enter_own_network() == 0)
    try #require(apus_test_raise_loopback() == 0)
    let home = await Trial("reach", "127.0.0.1", "--format", "json")
    #expect(
      home.output == """
        {"schema": "apus.reach/1", "host": "127.0.0.1", "status": "viaLocal", \
        "isReachable": true, "interface": "lo"}

        """)
    let value = try JSON.Value(parsing: home.bytes)
    #expect(value["isReachable"] == true)
    let everything = try JSON.Value(parsing: await Trial("reach", "--format=json").bytes)
    #expect(everything["status"] == "notReachable" && everything["host"] == nil)
  }

  @Test func `a watch tells each change as it comes`() throws {
    try #require(apus_test_enter_own_network() == 0)
    let run = try RunningTool(
      """
      mkfifo told; "$tool" reach 127.0.0.1 --watch >told & watch=$!; exec 3<told
      read -r first <&3; ip link set lo up
      read -r second <&3; ip link set lo down
      read -r third <&3; kill $watch; exec 2>/dev/null; wait $watch
      echo "$? $first; $second; $third"
      """)
    #expect(
      run.output == """
        143 127.0.0.1: not reachable; 127.0.0.1: reachable over lo; 127.0.0.1: not reachable

        """)
    #expect(run.complaints.isEmpty, "\(run.complaints)")
  }

  @Test func `a watch that is cancelled ends with 130`() async throws {
    let task = Task(executorPreference: CurrentTask.preferredExecutor) {
      await Trial("reach", "--watch")
    }
    task.cancel()
    #expect(await task.value.status == .interrupted)
  }

  @Test(arguments: [["a b"], ["a", "b"], ["--watch=1"], ["--format", "xml"], [""]])
  func `a mistake of usage is answered with what to type`(_ words: [String]) async {
    let trial = await Trial(["reach"] + words)
    #expect(trial.status == .usage && trial.complaints.contains("type "), "\(trial.complaints)")
  }
}

/// A network of a test's own.
private enum OwnNetwork {
  /// Whether there can be one; where `APUS_STRICT` is 1 its absence is a failure.
  static let mayBe =
    apus_test_may_own_network() == 0 || ProcessEnvironment.value(of: "APUS_STRICT") == "1"
}
