import ApusHTTP
import ApusSession

/// The measurements of GET requests to a server of the test kit. This part of the suite needs no
/// other program.
enum LoopbackBenchmarks {
  private static let rounds = 9

  /// Runs all measurements with the server of the test kit.
  static func run() throws -> Bool {
    let server = try LoopbackServer()
    defer { server.close() }
    for (name, size) in [("100 B", 128), ("1 KB", 1_024), ("64 KB", 65_536)] {
      for connections in [1, 8, 64, 256] where size == 1_024 || connections == 64 {
        let count = max(10, Results.amount(4_000) / connections)
        try measure(
          "GET of \(name), \(connections) connection\(connections == 1 ? "" : "s")", server,
          size: size, connections, count)
      }
    }
    return true
  }

  private static func measure(
    _ name: String, _ server: LoopbackServer, size: Int, _ connections: Int, _ count: Int
  ) throws {
    let session = try HTTPSession(server.url) { $0.pool.connectionsPerHost = connections }
    var times: (loop: [Double], pool: [Double]) = ([], [])
    for round in -1..<Results.rounds(rounds) {
      let loop = try cost(session, size: size, connections, count, isOnLoop: true)
      let pool = try cost(session, size: size, connections, count, isOnLoop: false)
      guard round >= 0 else { continue }
      times.loop.append(loop)
      times.pool.append(pool)
    }
    print("\(name): on the loop \(Measurement.spread(times.loop)) µs")
    Results.add(name, client: "Apus on its loop, free", unit: "µs", times.loop)
    Results.add(name, client: "Apus by default, free", unit: "µs", times.pool)
  }

  /// Returns the processor time of a request in microseconds.
  static func cost(
    _ session: HTTPSession, size: Int, _ connections: Int, _ count: Int, isOnLoop: Bool,
    path: String = "bytes"
  ) throws -> Double {
    let start = ProcessUse.nanoseconds
    try Completion.wait {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<connections {
          let work: @concurrent @Sendable () async throws -> Void = {
            for _ in 0..<count {
              let response = try await session.send(.get(.reference("\(path)/\(size)")))
              precondition(response.status == .ok, "another status than 200")
            }
          }
          if isOnLoop {
            group.addTask(executorPreference: session.executor, operation: work)
          } else {
            group.addTask(operation: work)
          }
        }
        try await group.waitForAll()
      }
    }
    return Double(ProcessUse.nanoseconds - start) / Double(connections * count) / 1e3
  }
}
