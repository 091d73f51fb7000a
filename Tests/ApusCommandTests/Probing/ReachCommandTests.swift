import ApusNet
import ApusSerialization
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusCommand

/// The routes of a network of the test's own, which has only loopback.
@Suite(.ownThread, .timeLimit(.minutes(3)), .enabled(if: OwnNetwork.mayBe, "not as root"))
struct ReachCommandTests {
  @Test func `reach prints the network interface, or exits with 1 without a route`()
    async throws
  {
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

  @Test func `the JSON output of the reach command has one object per line`() async throws {
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

  @Test func `the reach command with --watch prints each network change at once`() throws {
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

  @Test func `a cancelled reach --watch command exits with 130`() async throws {
    let task = Task(executorPreference: CurrentTask.preferredExecutor) {
      await Trial("reach", "--watch")
    }
    task.cancel()
    #expect(await task.value.status == .interrupted)
  }

  @Test(arguments: [["a b"], ["a", "b"], ["--watch=1"], ["--format", "xml"], [""]])
  func `a usage error of the reach command contains advice`(_ words: [String]) async {
    let trial = await Trial(["reach"] + words)
    #expect(trial.status == .usage && trial.complaints.contains("type "), "\(trial.complaints)")
  }
}

/// A network of a test's own.
private enum OwnNetwork {
  /// A Boolean value that indicates whether there can be one.
  ///
  /// With `APUS_STRICT` set to 1 its absence is a failure.
  static let mayBe =
    apus_test_may_own_network() == 0 || ProcessEnvironment.value(of: "APUS_STRICT") == "1"
}
