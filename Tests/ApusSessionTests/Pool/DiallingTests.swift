import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Dials belong to the pool, and requests wait for a connection.
@Suite(.ownThread) struct DiallingTests {
  /// Answers the first question at once, and later ones when the gate is open.
  private final class StallingResolver: HTTPSession.Resolver {
    let gate = Gate()
    let asked = Lock(0)

    func addresses(of name: String) async throws -> [String] {
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      if number > 1 { await gate.pass() }
      return ["127.0.0.1"]
    }
  }

  @Test func `a hanging handshake does not delay a request that has another connection`()
    async throws
  {
    let (stalled, held) = (Gate(), Gate())
    let judged = Counter()
    try await SessionFixture.with(tls: try .local()) { request in
      if request.path == "/held" { await held.pass() }
      return .response(HTTP.Response(200))
    } configure: {
      $0.tls.resumption = .off
      $0.tls.challenge = HTTPSession.TrustChallenge("gate") { _ in
        if judged.add() > 1 { await stalled.pass() }
        return .abide
      }
    } _: { fixture in
      let session = fixture.session
      let first = Task { try await session.send(.get("held")) }
      while session.gauges.leased == 0 { await Pause.brief() }
      let second = Task { try await session.send(.get("")) }
      while judged.value < 2 { await Pause.brief() }
      held.open()
      _ = try await first.value
      // Its own dial still waits.
      let response = try await second.value
      #expect(response.status == .ok)
      #expect(session.gauges.dialling == 1)
      #expect(fixture.server.handshakes.count == 1)
      stalled.open()
    }
  }

  @Test func `a slow connection serves a later request after the first has timed out`()
    async throws
  {
    let (resolver, clock) = (StallingResolver(), ManualClock())
    resolver.asked.withLock { $0 = 1 }
    try await SessionFixture.with(at: .manual(clock)) { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.dns.resolver = resolver
      $0.timeouts.resolve = .seconds(300)
      $0.timeouts.total = .seconds(5)
    } _: { fixture in
      let (session, target) = (fixture.session, "http://one.test:\(fixture.server.port)/")
      let sending = Task { await session.failure(of: .get(.reference(target))) }
      // The request waits for a connection, and its dial for the name.
      while session.census?.waiting != 2 { await Pause.brief() }
      clock.advance(by: .seconds(5))
      #expect(await sending.value?.reason == .timedOut(.total))
      #expect(session.gauges.dialling == 1)
      resolver.gate.open()
      #expect(await session.gauge(\.idle, reaches: 1) == 1)
      let response = try await session.send(.get(.reference(target)))
      #expect(response.status == .ok)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `no request fails on closed idle connections after a server restart`()
    async throws
  {
    let held = Gate()
    try await SessionFixture.withConnections { connection in
      guard try await connection.readHead() != nil else { return }
      if connection.number <= 4 { await held.pass() }
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      guard try await connection.readHead() != nil, connection.number > 4 else { return }
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      try await connection.hang()
    } _: { fixture in
      let session = fixture.session
      let first = (0..<4).map { _ in Task { try await session.send(.get("")) } }
      while fixture.server.connectionCount < 4 { await Pause.brief() }
      held.open()
      for task in first { _ = try await task.value }
      #expect(await session.gauge(\.idle, reaches: 4) == 4)
      // The server closes each of the four at its next request.
      #expect(try await session.send(.get("")).status == .ok)
      #expect(try await session.send(.get("")).status == .ok)
      #expect(fixture.server.connectionCount == 5)
    }
  }

  @Test func `if TLS stalls at the first address of a host, the next address is used`() async throws
  {
    let loop = try EventLoop()
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
      $0.dns.overrides["two.test"] = ["127.0.0.2", "127.0.0.1"]
      $0.tls.serverNames["two.test"] = "localhost"
    } _: { fixture in
      let silent = try Listener(
        at: .ipv4(IPv4Address(127, 0, 0, 2), port: fixture.server.port), on: loop)
      let response = try await fixture.session.send(
        .get("https://two.test:\(fixture.server.port)/get"))
      #expect(response.tls?.address == "127.0.0.1:\(fixture.server.port)")
      silent.close()
    }
    await loop.shutdown()
  }

  @Test func `a shutdown counts a running custom resolver but does not wait for it`()
    async throws
  {
    let resolver = StallingResolver()
    resolver.asked.withLock { $0 = 1 }
    let session = try HTTPSession("http://one.test/") {
      $0.dns.resolver = resolver
      $0.timeouts.resolve = .seconds(300)
    }
    let waiting = Task { await session.failure()?.reason }
    while resolver.asked.withLock({ $0 }) < 2 { await Pause.brief() }
    // The dial ends when it is cancelled, although the resolver does not.
    #expect(await session.shutdown(within: .seconds(60)) == 0)
    #expect(await waiting.value == .shutDown)
    resolver.gate.open()
  }

  @Test func `requests that outlast the shutdown time fail with the code shutDown`() async throws {
    let clock = ManualClock()
    try await SessionFixture.with(at: .manual(clock)) { request in
      .response(HTTP.Response(200), request.path == "/silent" ? .silence : nil)
    } _: { fixture in
      let session = fixture.session
      let sending = Task { await session.failure(of: .get("silent")) }
      while fixture.server.requestCount == 0 { await Pause.brief() }
      let shutting = Task { await session.shutdown(within: .seconds(10)) }
      await session.awaitShutdown()
      clock.advance(by: .seconds(10))
      _ = await shutting.value
      #expect(await sending.value?.reason == .shutDown)
    }
  }

  @Test func `a connection task does not inherit the task-local values of its request`()
    async throws
  {
    let resolver = LocalValueResolver()
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.dns.resolver = resolver
    } _: { fixture in
      try await LocalValueResolver.$value.withValue(7) {
        _ = try await fixture.session.send(.get("http://one.test:\(fixture.server.port)/"))
      }
      #expect(resolver.seen.withLock { $0 } == [0])
    }
  }
}

private final class Counter: Sendable {
  private let count = Lock(0)

  var value: Int { count.withLock { $0 } }

  func add() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

private final class LocalValueResolver: HTTPSession.Resolver {
  @TaskLocal static var value = 0
  let seen = Lock<[Int]>([])

  func addresses(of name: String) async throws -> [String] {
    seen.withLock { $0.append(Self.value) }
    return ["127.0.0.1"]
  }
}
