import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Whole calls over channels within the process, by a clock that the test moves.
@Suite struct MemoryTransportTests {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

  @Test func `calls over an in-memory channel behave like calls over a socket`()
    async throws
  {
    let server = try MemoryServer { try await $0.serve(Self.answer) }
    let session = try server.session()
    for _ in 1...3 { #expect(try await session.send(.get("a")).text == "hi") }
    #expect(server.connectionCount == 1)
    #expect(await session.gauge(\.idle, reaches: 1) == 1)
    await session.shutdown()
    #expect(await session.gauge(\.open, reaches: 0) == 0)
    await server.shutdown()
  }

  @Test func `content beyond the capacity of an in-memory channel arrives complete`()
    async throws
  {
    let large = String(repeating: "0123456789abcdef", count: 20_000)
    let server = try MemoryServer { peer in
      _ = try await peer.readHead()
      try await peer.write("HTTP/1.1 200 OK\r\nContent-Length: \(large.utf8.count)\r\n\r\n\(large)")
    }
    let session = try server.session()
    #expect(try await session.send(.put("a", .bytes(Array(large.utf8)))).text == large)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `a closed or reset in-memory channel is reported as connectionLost`() async throws {
    let server = try MemoryServer { peer in
      guard try await peer.readHead()?.contains("reset") == true else { return }
      peer.channel.reset()
    }
    let session = try server.session()
    for (target, code) in [("close", "connection-lost"), ("reset", "connection-lost")] {
      do {
        try await session.send(.get(.reference(target)))
        Issue.record("answered")
      } catch let error as HTTPSessionError {
        #expect(error.code.name == code)
      }
    }
    await session.shutdown()
    await server.shutdown()
  }

  /// A call that waits for its first byte, and its result when the clock advances.
  private func wait(
    _ move: (ManualClock) -> Void
  ) async throws -> HTTPSessionError.Reason? {
    let clock = ManualClock()
    let asked = Lock(false)
    let server = try MemoryServer { peer in
      _ = try await peer.readHead()
      asked.withLock { $0 = true }
      _ = try await peer.readHead()
    }
    let session = try server.session(clock)
    let task = Task { () async -> HTTPSessionError.Reason? in
      do {
        try await session.send(.get("a"))
        return nil
      } catch {
        return HTTPSessionError(of: error).reason
      }
    }
    let loop = try #require(session.loop)
    while !asked.withLock({ $0 }) || loop.census.waiting != 1 { await Pause.brief() }
    // Expired waits end together: when this has ended, the request has ended or continues to wait.
    let soon = clock.now + .nanoseconds(1)
    async let end: Void = loop.sleep(until: soon)
    while loop.census.waiting != 2 { await Pause.brief() }
    move(clock)
    clock.advance(by: .nanoseconds(1))
    try await end
    let isWaiting = loop.census.waiting == 1
    await session.shutdown()
    let reason = await task.value
    await server.shutdown()
    return isWaiting ? nil : reason
  }

  @Test func `the first-byte timeout expires after 60 seconds of the manual clock`()
    async throws
  {
    #expect(try await wait { $0.advance(by: .seconds(59)) } == nil)
    #expect(try await wait { $0.advance(by: .seconds(61)) } == .timedOut(.firstByte))
  }

  @Test func `setting the wall clock does not change a running timeout`() async throws {
    #expect(try await wait { $0.setWall(milliseconds: 0) } == nil)
    #expect(try await wait { $0.setWall(milliseconds: .max / 2) } == nil)
  }

  @Test func `an idle connection is closed after its idle timeout on the manual clock`()
    async throws
  {
    let clock = ManualClock()
    let server = try MemoryServer { try await $0.serve(Self.answer) }
    let session = try server.session(clock)
    try await session.send(.get("a"))
    #expect(await session.gauge(\.idle, reaches: 1) == 1)
    clock.advance(by: .seconds(61))
    while session.gauges.idle > 0 { await Pause.brief() }
    try await session.send(.get("a"))
    #expect(server.connectionCount == 2)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `late events of an earlier read do not close an idle connection`() async throws {
    let server = try MemoryServer { try await $0.serve(Self.answer) }
    let session = try server.session()
    let loop = try #require(session.loop)
    guard case .network(let pool) = session.engine else { return }
    for _ in 0..<20 {
      try await session.send(.get("a"))
      for connection in pool.state.withLock({ $0.connections.values }) {
        if case .memory(let channel) = connection.transport.channel { channel.inputBell.ring() }
      }
      try await loop.sleep(until: .after(.milliseconds(1)))
    }
    #expect(await session.gauge(\.idle, reaches: 1) == 1)
    #expect(server.connectionCount == 1)
    await session.shutdown()
    await server.shutdown()
  }

  private final class Log: CallMonitor {
    let words = Lock<[String]>([])

    func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline) {
      let word =
        switch milestone {
        case .event(.began): "began"
        case .event(.queued): "queued"
        case .attempt(let number, let isReused, _): "attempt \(number)\(isReused ? " reused" : "")"
        case .sending(let head): String(decoding: head.prefix { $0 != 0x0d }, as: UTF8.self)
        case .event(.uploading(let completed, _)): "uploading \(completed)"
        case .event(.sent): "sent"
        case .event(.answering): "answering"
        case .event(.receiving(let count)): "receiving \(count)"
        case .event(.waiting(let duration)): "waiting \(duration)"
        case .event(.informational(let head)): "\(head.status.code)"
        case .event(.head(let head)): "\(head.status.code)"
        case .ended(let reason): "ended\(reason.map { " \($0.code)" } ?? "")"
        case .event, .tracing: "else"
        }
      words.withLock { $0.append(word) }
    }

    func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline) {}
  }

  @Test func `a monitor is notified of the events of each call in order`() async throws {
    let log = Log()
    let server = try MemoryServer { peer in
      _ = try await peer.readHead()
      try await peer.write("HTTP/1.1 103 Early Hints\r\n\r\n" + Self.answer)
      try await peer.serve(Self.answer)
    }
    let session = try server.session(monitor: log)
    try await session.send(.get("a"))
    try await session.send(.get("a"))
    #expect(
      log.words.withLock { $0 } == [
        "began", "queued", "attempt 1", "GET /a HTTP/1.1", "sent", "answering", "103", "200",
        "receiving 2", "ended", "began", "attempt 1 reused", "GET /a HTTP/1.1", "sent",
        "answering", "200", "receiving 2", "ended",
      ])
    await session.shutdown()
    await server.shutdown()
  }
}
