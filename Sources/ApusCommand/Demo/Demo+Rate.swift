import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer

extension Demo {
  /// The number of requests that the demo sends concurrently.
  private static let workerCount = 32

  /// Sends many requests over few connections, on the thread of these connections.
  func repeatRequests(_ count: Int) async throws -> String {
    let session = try HTTPSession(server.url) { [root] in
      $0.tls.roots = .only([root])
      $0.pool.connectionsPerHost = Self.workerCount
    }
    do {
      let proof = try await withTaskExecutorPreference(session.executor) {
        try await measure(count, session)
      }
      await session.shutdown()
      return proof
    } catch {
      await session.shutdown()
      throw error
    }
  }

  private func measure(_ count: Int, _ session: HTTPSession) async throws -> String {
    let workerCount = min(Self.workerCount, count)
    try await session.warmUp(connections: workerCount)
    let (requestsBefore, connectionsBefore) = (server.requestCount, server.connectionCount)
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingTaskGroup { group in
      for worker in 0..<workerCount {
        let share = count / workerCount + (worker < count % workerCount ? 1 : 0)
        group.addTask(executorPreference: session.executor) {
          for _ in 0..<share {
            let response = try await session.send(.get("greeting"))
            guard response.body == Array("ok".utf8) else { throw Failure("a response was wrong") }
          }
        }
      }
      try await group.waitForAll()
    }
    let duration = clock.now - start
    try expect(server.requestCount - requestsBefore == count, "requests were repeated or lost")
    let connectionCount = server.connectionCount - connectionsBefore
    try expect(connectionCount == 0, "\(connectionCount) more connections were made")
    let milliseconds = max(1, duration / .milliseconds(1))
    let rate = Int((Double(count) / milliseconds * 1000).rounded())
    let hundredths = Int((milliseconds / 10).rounded())
    let time = "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) s"
    return "over \(workerCount) connections in \(time): \(rate) a second, "
      + "client and server sharing this machine"
  }
}
