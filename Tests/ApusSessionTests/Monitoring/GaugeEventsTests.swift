import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The events with the gauges of the pool.
@Suite(.timeLimit(.minutes(3))) struct GaugeEventsTests {
  /// A monitor that keeps the gauges, and may act on them.
  private final class Gauges: HTTPSession.Monitor {
    let found = Lock<[HTTPSession.PoolGauges]>([])
    let action = Lock<(@Sendable (HTTPSession.PoolGauges) -> Void)?>(nil)

    func note(_ event: HTTPSession.Event) {
      guard case .pool(let gauges) = event.kind else { return }
      found.withLock { $0.append(gauges) }
      action.withLock(\.self)?(gauges)
    }
  }

  @Test func `pool events report the numbers of connections and waiting requests`() async throws {
    let gauges = Gauges()
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.monitors.append(gauges)
      $0.pool.connectionsPerHost = 2
    } _: { fixture in
      for _ in 0..<3 { try await fixture.session.send(.get("x")) }
      let single = gauges.found.withLock { $0.map { [$0.open, $0.waiting] } }
      // The request may have its connection before the first report. The connection is idle between
      // the requests, and no event reports that.
      #expect(single.last == [1, 0] && single.count <= 2)
      #expect(single.allSatisfy { $0 == [1, 1] || $0 == [1, 0] })
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<40 { group.addTask { try await fixture.session.send(.get("x")) } }
        try await group.waitForAll()
      }
      await fixture.session.shutdown()
    }
    let found = gauges.found.withLock(\.self)
    #expect(found.last?.open == 0 && found.last?.waiting == 0)
    #expect(found.allSatisfy { $0.open <= 2 && $0.waiting <= 40 })
    #expect(found.contains { $0.waiting > 1 })
  }

  @Test func `a monitor may cancel a waiting request while it receives an event`() async throws {
    let gauges = Gauges()
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200), .silence)
    } configure: {
      $0.monitors.append(gauges)
      $0.pool.connectionsPerHost = 1
    } _: { fixture in
      let first = fixture.session.start(.send(.get("x")))
      #expect(await fixture.session.gauge(\.leased, reaches: 1) == 1)
      let second = Lock<HTTPTask?>(nil)
      gauges.action.withLock {
        $0 = { gauges in if gauges.waiting == 1 { second.withLock(\.self)?.cancel() } }
      }
      let task = fixture.session.start(.send(.get("x")))
      second.withLock { $0 = task }
      task.cancel()
      await #expect(throws: HTTPSessionError.self) { try await task.value }
      first.cancel()
      await #expect(throws: HTTPSessionError.self) { try await first.value }
    }
    #expect(gauges.found.withLock { $0.last?.waiting } == 0)
  }
}
