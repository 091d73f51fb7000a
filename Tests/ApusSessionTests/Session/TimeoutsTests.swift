import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Each phase has a timeout of its own, and its error names it.
@Suite(.ownThread) struct TimeoutsTests {
  /// Checks the error of a request on a network in virtual time, and the time until it.
  private func expect(
    _ phase: HTTPSession.Phase, after duration: Duration, asking request: HTTP.Request = .get(""),
    _ configure: @escaping @Sendable (inout HTTPSession.Configuration) -> Void,
    _ work: @escaping TestConnection.Work
  ) async throws {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain, connections: work)
      let session = try network.session(TestNetwork.plain, configure)
      #expect(await session.failure(of: request)?.reason == .timedOut(phase))
      #expect(network.elapsed == duration)
      #expect(session.gauges.open == 0)
    }
  }

  /// Reads a head, sends some bytes, and then stops.
  private static func stops(behind text: String) -> TestConnection.Work {
    { connection in
      _ = try await connection.readHead()
      try await connection.write(text)
      try await connection.hang()
    }
  }

  /// Reads a head, and sends bytes ten by ten.
  private static func drips(_ text: String, every pause: Duration) -> TestConnection.Work {
    { connection in
      _ = try await connection.readHead()
      try await connection.write(Array(text.utf8), byteCount: 10, every: pause)
      try await connection.hang()
    }
  }

  @Test func `a total timeout of 0.5 seconds expires after 0.5 seconds`() async throws {
    var timeouts = HTTPSession.Timeouts()
    timeouts.total = .milliseconds(500)
    // The end is computed exactly; the delay until it is noticed depends on the load.
    let before = Deadline.after(.milliseconds(500))
    let deadline = Deadlines(timeouts, .system).request
    #expect(deadline >= before && deadline <= .after(.milliseconds(500)))
    // The only wait on the system's clock, which no other can replace.
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200), .silence)
    } configure: {
      $0.timeouts.total = .milliseconds(50)
    } _: { fixture in
      let start = ContinuousClock.now
      await #expect(throws: HTTPSessionError.self) { try await fixture.session.send(.get("")) }
      #expect(ContinuousClock.now - start >= .milliseconds(50))
    }
  }

  @Test func `a response without any byte ends with the first-byte timeout`() async throws {
    try await expect(.firstByte, after: .seconds(60)) { _ in
    } _: {
      try await $0.hang()
    }
    try await expect(.firstByte, after: .seconds(7)) {
      $0.timeouts.firstByte = .seconds(7)
    } _: {
      try await $0.hang()
    }
  }

  @Test func `a response head that stalls ends with the head timeout`() async throws {
    try await expect(
      .head, after: .seconds(9), { $0.timeouts.idle = .seconds(9) },
      Self.stops(behind: "HTTP/1.1 200"))
  }

  @Test func `a response head that arrives slowly ends with the head timeout`() async throws {
    try await expect(
      .head, after: .seconds(10), { $0.timeouts.idle = .seconds(10) },
      Self.drips("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", every: .seconds(4)))
  }

  @Test func `response content that stalls ends with the idle timeout`() async throws {
    try await expect(
      .idle, after: .seconds(9), { $0.timeouts.idle = .seconds(9) },
      Self.stops(behind: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"))
  }

  @Test func `an upload that the server does not read ends with the idle timeout`()
    async throws
  {
    let request = HTTP.Request.post("", .bytes(Array(repeating: 1, count: 1 << 20)))
    try await expect(.idle, after: .seconds(9), asking: request) {
      $0.timeouts.idle = .seconds(9)
    } _: { connection in
      _ = try await connection.readHead()
      try await connection.hang()
    }
  }

  @Test func `the total timeout ends a response that arrives slowly but steadily`()
    async throws
  {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
    try await expect(
      .total, after: .seconds(300),
      {
        $0.timeouts.total = .seconds(300)
        $0.timeouts.slowness = nil
      }, Self.drips(head + String(repeating: "x", count: 1_000), every: .seconds(3)))
  }

  @Test func `a request that waits too long for a connection ends with the queue timeout`()
    async throws
  {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain) { _ in
        .response(HTTP.Response(200), .drip(byteCount: 20, every: .seconds(30)))
      }
      let session = try network.session(TestNetwork.plain) {
        $0.pool.connectionsPerHost = 1
        $0.timeouts.queue = .seconds(5)
      }
      async let slow = session.send(.get("slow"))
      try await network.sleep(for: .seconds(1))
      #expect(await session.failure(of: .get("quick"))?.reason == .timedOut(.queue))
      #expect(network.elapsed == .seconds(6))
      #expect(try await slow.status == .ok)
    }
  }

  @Test func `requests beyond the maximum queue length are rejected at once`() async throws {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain) { _ in
        .response(HTTP.Response(200), .drip(byteCount: 20, every: .seconds(1)))
      }
      let session = try network.session(TestNetwork.plain) {
        $0.pool.connectionsPerHost = 1
        $0.pool.waitingRequests = 1
      }
      async let first = session.send(.get("1"))
      try await network.sleep(for: .milliseconds(1))
      async let second = session.send(.get("2"))
      try await network.sleep(for: .milliseconds(1))
      #expect(await session.failure(of: .get("3"))?.reason == .queueFull(limit: 1))
      #expect(network.elapsed == .milliseconds(2))
      _ = try await (first, second)
    }
  }

  @Test func `a connection that is never established ends with the connect timeout`() async throws {
    let silent = try await SilentListener()
    let clock = ManualClock()
    let session = try HTTPSession.apart(silent.url, at: .manual(clock))
    let sending = Task { await session.failure() }
    // The request waits for a connection, and its dial for the kernel.
    while session.census?.waiting != 2 { await Pause.brief() }
    clock.advance(by: .seconds(10))
    #expect(await sending.value?.reason == .timedOut(.connect))
    #expect(await session.gauge(\.open, reaches: 0) == 0)
    await silent.close()
  }
}
