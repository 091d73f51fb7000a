import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// Each phase has a bound of its own, and its error names it.
@Suite(.ownThread) struct TimeoutsTests {
  private func expect(
    _ phase: HTTPSession.Phase, after milliseconds: Int, _ request: HTTP.Request = .get(""),
    _ configure: (inout HTTPSession.Configuration) -> Void,
    _ answer: @escaping TestServer.Handler
  ) async throws {
    try await SessionFixture.with(answer, configure: configure) { fixture in
      let start = ContinuousClock.now
      let error = await fixture.failure(of: request)
      // The other bounds are far longer: the phase says which one it was.
      #expect(error?.reason == .timedOut(phase))
      #expect(ContinuousClock.now - start >= .milliseconds(milliseconds))
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test func `half a second is half a second`() async throws {
    var timeouts = HTTPSession.Timeouts()
    timeouts.request = .milliseconds(500)
    // When it ends is reckoned exactly; how late somebody notices is up to who else is busy.
    let before = Deadline.after(.milliseconds(500))
    let deadline = Deadlines(timeouts, .system).request
    #expect(deadline >= before && deadline <= .after(.milliseconds(500)))
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200), .silence)
    } configure: {
      $0.timeouts.request = .milliseconds(500)
    } _: { fixture in
      let start = ContinuousClock.now
      await #expect(throws: HTTPSessionError.self) { try await fixture.session.send(.get("")) }
      #expect(ContinuousClock.now - start >= .milliseconds(500))
    }
  }

  @Test func `a first byte that does not come`() async throws {
    try await expect(.firstByte, after: 60) {
      $0.timeouts.firstByte = .milliseconds(60)
    } _: { _ in
      .response(HTTP.Response(200), .silence)
    }
  }

  @Test func `a head that stops`() async throws {
    try await expect(.head, after: 60) {
      $0.timeouts.idle = .milliseconds(60)
    } _: { _ in
      .connection { connection in
        try await connection.write("HTTP/1.1 200")
        try await connection.hang()
      }
    }
  }

  @Test func `a head that drips has one time as a whole`() async throws {
    try await expect(.head, after: 100) {
      $0.timeouts.idle = .milliseconds(100)
    } _: { _ in
      .response(HTTP.Response(200), .drip(byteCount: 1, every: .milliseconds(30)))
    }
  }

  @Test func `content that stops`() async throws {
    try await expect(.idle, after: 60) {
      $0.timeouts.idle = .milliseconds(60)
    } _: { _ in
      .connection { connection in
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
        try await connection.hang()
      }
    }
  }

  @Test func `content that nobody takes`() async throws {
    let request = HTTP.Request.post("", .bytes(Array(repeating: 1, count: 64 << 20)))
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.hang()
    } configure: {
      $0.timeouts.idle = .milliseconds(60)
    } _: { fixture in
      let error = await fixture.failure(of: request)
      #expect(error?.reason == .timedOut(.idle))
    }
  }

  @Test func `a request as a whole, though each piece comes in time`() async throws {
    try await expect(.request, after: 150) {
      $0.timeouts.request = .milliseconds(150)
    } _: { _ in
      .response(
        HTTP.Response(200, body: Array(repeating: 1, count: 100)),
        .drip(byteCount: 1, every: .milliseconds(40)))
    }
  }

  @Test func `a place in the queue`() async throws {
    let gate = Gate()
    try await SessionFixture.with { request in
      await gate.pass()
      return .response(HTTP.Response(200))
    } configure: {
      $0.pool.connectionsPerHost = 1
      $0.timeouts.queue = .milliseconds(50)
    } _: { fixture in
      let session = fixture.session
      async let slow = session.send(.get("slow"))
      while session.gauges.leased == 0 { await Pause.brief() }
      let error = await fixture.failure(of: .get("quick"))
      #expect(error?.reason == .timedOut(.queue))
      gate.open()
      let response = try await slow
      #expect(response.status == .ok)
    }
  }

  @Test func `more requests than may wait are refused at once`() async throws {
    let gate = Gate()
    try await SessionFixture.with { _ in
      await gate.pass()
      return .response(HTTP.Response(200))
    } configure: {
      $0.pool.connectionsPerHost = 1
      $0.pool.waitingRequests = 1
    } _: { fixture in
      let session = fixture.session
      async let first = session.send(.get("1"))
      while session.gauges.leased == 0 { await Pause.brief() }
      async let second = session.send(.get("2"))
      while session.gauges.waiting == 0 { await Pause.brief() }
      let error = await fixture.failure(of: .get("3"))
      #expect(error?.reason == .queueFull(limit: 1))
      gate.open()
      _ = try await (first, second)
    }
  }

  @Test func `a connection that is never made`() async throws {
    let silent = try await SilentListener()
    let session = try HTTPSession(silent.url) { $0.timeouts.connect = .milliseconds(80) }
    do throws(HTTPSessionError) {
      try await session.send(.get(""))
      Issue.record("connected")
    } catch {
      #expect(error.reason == .timedOut(.connect))
    }
    #expect(await session.gauge(\.open, reaches: 0) == 0)
    await silent.close()
  }
}
