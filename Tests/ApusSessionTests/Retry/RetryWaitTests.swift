import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The delay before a request is sent again. RFC 9110 section 10.2.3.
@Suite(.ownThread) struct RetryWaitTests {
  /// Advances the clock by the waits of calls, and notes their durations.
  private final class Waits: CallMonitor {
    let clock = ManualClock()
    let durations = Lock<[Duration]>([])
    /// A Boolean value that indicates whether time advances automatically.
    let isMoving: Bool

    init(isMoving: Bool = true) { self.isMoving = isMoving }

    func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline) {
      guard case .event(.waiting(let duration)) = milestone else { return }
      durations.withLock { $0.append(duration) }
      if isMoving { clock.advance(by: duration) }
    }

    func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline) {}
  }

  /// Returns the results of a session's requests, whose response has a given status and fields.
  private func answer(
    _ fields: String, _ policy: HTTP.RetryPolicy, within limit: Duration? = nil,
    wall: Int64? = nil
  ) async throws -> (waits: [Duration], status: Int) {
    let waits = Waits()
    if let wall { waits.clock.setWall(milliseconds: wall) }
    let server = try MemoryServer { peer in
      while try await peer.readHead() != nil {
        try await peer.write("HTTP/1.1 503 No\r\n\(fields)Content-Length: 2\r\n\r\nno")
      }
    }
    let session = try server.session(waits.clock, { $0.retry = policy }, monitor: waits)
    var status = 0
    do {
      try await session.send(.get(""), within: limit)
    } catch {
      let error = HTTPSessionError(of: error)
      status = error.response?.status.code ?? 0
    }
    #expect(session.retries.waiting == 0)
    await session.shutdown()
    await server.shutdown()
    return (waits.durations.withLock { $0 }, status)
  }

  private static let policy = HTTP.RetryPolicy.idempotent(attempts: 4, budget: nil)

  @Test func `the delay between retries is random, and its limit doubles each time`() async throws {
    for _ in 0..<5 {
      let waits = try await answer("", Self.policy).waits
      #expect(waits.count == 3)
      for (wait, longest) in zip(waits, [200, 400, 800]) {
        #expect(wait >= .zero && wait <= .milliseconds(longest))
      }
      #expect(Set(waits).count == 3)
    }
    var policy = HTTP.RetryPolicy.idempotent(attempts: 20, budget: nil)
    policy.delayLimit = .milliseconds(300)
    let waits = try await answer("", policy).waits
    #expect(waits.count == 19 && waits.allSatisfy { $0 <= .milliseconds(300) })
  }

  @Test(arguments: [
    ("Retry-After: 7\r\n", 7), ("Retry-After: 0\r\n", 0), ("Retry-After: 60\r\n", 60),
    ("Retry-After: Sun, 06 Nov 1994 08:49:47 GMT\r\n", 10),
    ("Retry-After: Sun, 06 Nov 1994 08:49:27 GMT\r\n", 0),
    // By the server's own clock, which is ahead of ours.
    (
      "Date: Sun, 06 Nov 1994 09:49:37 GMT\r\nRetry-After: Sun, 06 Nov 1994 09:49:40 GMT\r\n", 3
    ),
    ("Retry-After: soon\r\n", 0), ("Retry-After: -1\r\n", 0), ("Retry-After: 1, 2\r\n", 0),
  ])
  func `a Retry-After field of the response sets the delay of the retry`(
    _ fields: String, _ seconds: Int
  )
    async throws
  {
    let (waits, status) = try await answer(
      fields, .idempotent(attempts: 2, budget: nil), wall: 784_111_777_000)
    #expect(status == 503 && waits.count == 1)
    let asked = Duration.seconds(seconds)
    #expect(waits.allSatisfy { asked <= $0 && $0 <= asked + .milliseconds(200) })
  }

  @Test(arguments: [
    "Retry-After: 61\r\n", "Retry-After: 18446744073709551615\r\n",
    "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n",
  ])
  func `a Retry-After delay beyond the limit ends the call with the response`(_ fields: String)
    async throws
  {
    let (waits, status) = try await answer(fields, Self.policy, wall: 784_111_777_000)
    #expect(status == 503 && waits.isEmpty)
  }

  @Test func `a retry delay that exceeds the call's remaining time is not started`() async throws {
    let (waits, status) = try await answer("Retry-After: 5\r\n", Self.policy, within: .seconds(5))
    #expect(status == 503 && waits.isEmpty)
    // Two of them fit.
    let other = try await answer("Retry-After: 5\r\n", Self.policy, within: .seconds(12))
    #expect(other.status == 503 && other.waits.count == 2)
  }

  @Test func `a request to a server that never responds is retried`() async throws {
    let waits = Waits()
    let connections = Lock(0)
    let server = try MemoryServer { peer in
      let number = connections.withLock { count in
        count += 1
        return count
      }
      // The first one reads, and is closed by the client.
      if number == 1 { while try await peer.readHead() != nil {} }
      try await peer.serve("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    let session = try server.session(
      waits.clock,
      {
        $0.retry = Self.policy
        // The clock advances during any wait of the request.
        ($0.timeouts.queue, $0.timeouts.connect) = (.seconds(1_000_000), .seconds(1_000_000))
      }, monitor: waits)
    async let response = session.send(.get(""))
    // The timeout of the first response expires when the clock advances, independently of its
    // start.
    while waits.durations.withLock(\.isEmpty) {
      waits.clock.advance(by: .seconds(61))
      await Pause.brief()
    }
    #expect(try await response.status == .ok)
    await session.shutdown()
    await server.shutdown()
  }

  @Test(arguments: [false, true])
  func `a retry delay ends at once on cancellation or shutdown`(
    _ isShutdown: Bool
  ) async throws {
    let waits = Waits(isMoving: false)
    let server = try MemoryServer { peer in
      try await peer.serve("HTTP/1.1 503 No\r\nRetry-After: 9\r\nContent-Length: 0\r\n\r\n")
    }
    let session = try server.session(waits.clock, { $0.retry = Self.policy }, monitor: waits)
    let reason = Lock<HTTPSessionError.Reason?>(nil)
    let task = Task {
      do {
        try await session.send(.get(""))
      } catch {
        let error = HTTPSessionError(of: error)
        reason.withLock { $0 = error.reason }
      }
    }
    while session.retries.waiting == 0 { await Pause.brief() }
    // The connection is free for others meanwhile.
    while session.gauges.leased > 0 { await Pause.brief() }
    if isShutdown { await session.shutdown() } else { task.cancel() }
    await task.value
    #expect(reason.withLock { $0 } == (isShutdown ? .shutDown : .cancelled))
    #expect(session.retries.waiting == 0)
    await session.shutdown()
    if isShutdown {
      await #expect(throws: HTTPSessionError.self) { try await session.send(.get("")) }
    }
    await server.shutdown()
  }

  @Test func `retries add at most a fifth to the requests and end with the outage`()
    async throws
  {
    let waits = Waits()
    let isOut = Lock(true)
    let count = Lock(0)
    let server = try MemoryServer { peer in
      while try await peer.readHead() != nil {
        count.withLock { $0 += 1 }
        let status = isOut.withLock { $0 } ? "503 No" : "200 OK"
        try await peer.write("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let session = try server.session(
      waits.clock, { $0.retry = .idempotent(attempts: 4, budget: 0.2) }, monitor: waits)
    // Before it all is well, which saves up no more than is in store.
    isOut.withLock { $0 = false }
    for _ in 0..<50 { try await session.send(.get("")) }
    isOut.withLock { $0 = true }
    count.withLock { $0 = 0 }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 { _ = try? await session.send(.get("")) }
        }
      }
    }
    let sent = count.withLock { $0 }
    #expect(sent > 200 && sent <= 240, "\(sent)")
    isOut.withLock { $0 = false }
    for _ in 0..<10 { try await session.send(.get("")) }
    #expect(count.withLock { $0 } == sent + 10)
    await session.shutdown()
    await server.shutdown()
  }
}
