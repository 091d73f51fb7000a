import ApusNet
import Glibc

/// The comparison of a session with a plain C client that uses epoll, both with nginx servers.
///
/// Each program has a separate process. The servers run on the first core, and the clients run in
/// turn on the second core.
enum TransportBenchmarks {
  private static let rounds = 7

  /// Runs all measurements and returns whether every bar was met.
  static func run() throws -> Bool {
    let workplace = try Workplace()
    let outcome = Result {
      let contestsHold = try contests(at: workplace)
      let readerHolds = try slowReader(at: workplace)
      let idleHold = try idleConnections(at: workplace)
      return contestsHold && readerHolds && idleHold
    }
    try workplace.close()
    return try outcome.get()
  }

  /// Performs the work of a client process, which prints numbers.
  static func client(_ arguments: [String]) throws {
    guard arguments.count > 1 else { throw Peer.Failure.command("transport", status: EINVAL) }
    let port = arguments[1]
    switch arguments[0] {
    case "transport-slow":
      let (begun, most) = try Completion.wait { try await SlowReader(port: port).run() }
      print(begun, most)
    case "transport-idle":
      let cost = try Completion.wait {
        try await IdleConnections(idleCount, of: "http://127.0.0.1:\(port)/").run()
      }
      print(cost.heap, cost.resident, cost.nanoseconds, cost.wakeups)
    default:
      guard arguments.count >= 6, let job = Job(arguments[2..<5]) else {
        throw Peer.Failure.command("transport", status: EINVAL)
      }
      let client = try SessionClient(
        "http://127.0.0.1:\(port)/", job, path: arguments[5],
        file: arguments.count > 6 ? arguments[6] : "",
        isOnLoop: arguments[0] == "transport-loop")
      let nanoseconds = try Completion.wait { try await client.run() }
      print(nanoseconds, try ProcessUse.peak())
    }
  }

  private static func contests(at workplace: Workplace) throws -> Bool {
    var allHold = true
    for contest in [
      TransportContest(.get, 64, 1000, "GET of 1 KB", onLoop: 1.3, byDefault: 1.75),
      TransportContest(.get, 1, 8000, "GET of 1 KB", onLoop: 1.25),
      TransportContest(.fresh, 64, 100, "GET of 1 KB on a new connection", onLoop: 1.4),
      TransportContest(.download, 1, 1, "download of 1 GB", onLoop: 1.1),
      TransportContest(.upload, 1, 1, "upload of 1 GB", onLoop: 1.15),
    ] {
      allHold = try contest.run(rounds: rounds, at: workplace) && allHold
    }
    return allHold
  }
}
