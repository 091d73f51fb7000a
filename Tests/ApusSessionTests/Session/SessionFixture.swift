import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A server and its session, each on a loop of its own; no resource may remain.
struct SessionFixture {
  let server: TestServer
  let session: HTTPSession

  /// Runs a test against a server with a handler.
  static func with(
    tls security: TestServer.Security? = nil, at time: TimeSource = .system,
    _ handler: @escaping TestServer.Handler,
    configure: (inout HTTPSession.Configuration) -> Void = { _ in },
    _ body: (SessionFixture) async throws -> Void
  ) async throws {
    try await run(try await TestServer(tls: security, handler), configure, body, at: time)
  }

  /// Runs a test against a server whose connections a closure drives.
  static func withConnections(
    tls security: TestServer.Security? = nil, _ connections: @escaping TestConnection.Work,
    configure: (inout HTTPSession.Configuration) -> Void = { _ in },
    _ body: (SessionFixture) async throws -> Void
  ) async throws {
    try await run(
      try await TestServer(tls: security, connections: connections), configure, body)
  }

  private static func run(
    _ server: TestServer, _ configure: (inout HTTPSession.Configuration) -> Void,
    _ body: (SessionFixture) async throws -> Void, at time: TimeSource = .system
  ) async throws {
    let session = try HTTPSession.apart(server.url, at: time) {
      // A busy machine must not fail the session.
      $0.timeouts.queue = .seconds(60)
      $0.timeouts.connect = .seconds(60)
      $0.timeouts.firstByte = .seconds(60)
      $0.timeouts.idle = .seconds(60)
      $0.timeouts.tls = .seconds(60)
      if let root = server.root { $0.tls.roots = .only([root]) }
      configure(&$0)
    }
    let fixture = SessionFixture(server: server, session: session)
    do {
      try await body(fixture)
      #expect(await session.gauge(\.leased, reaches: 0) == 0)
      #expect(await session.gauge(\.waiting, reaches: 0) == 0)
      await fixture.expectOnlyRest()
    } catch {
      await fixture.stop()
      throw error
    }
    await fixture.stop()
    // A cancelled task ends by itself, but on busy processors not at once.
    _ = await Pause.until { session.gauges.tasks == 0 }
    #expect(await session.gauge(\.open, reaches: 0) == 0)
    #expect(session.census?.sockets == 0)
    #expect(session.census?.waiting == 0)
  }

  /// Checks that each idle connection has one socket and one wait after a while. A dial without
  /// waiting requests may continue, and has its own.
  private func expectOnlyRest() async {
    func isAtRest() -> Bool {
      let (census, gauges) = (session.census, session.gauges)
      return gauges.dialling > 0
        || [census?.sockets, census?.waiting].allSatisfy { $0 == gauges.idle }
    }
    #expect(await Pause.until(isAtRest))
  }

  private func stop() async {
    await session.shutdown()
    await server.shutdown()
  }

  /// Checks that the session has no connection, socket, timer or waiting task after a while; after
  /// cancelled requests, only those of idle connections, which their dials made.
  func expectNothingLeft(butAtRest mayRest: Bool = false) async throws {
    func census() -> [Int] {
      let (census, gauges) = (session.census, session.gauges)
      let idle = mayRest ? gauges.idle : 0
      return [
        gauges.open - idle, gauges.waiting, (census?.sockets ?? 0) - idle,
        (census?.waiting ?? 0) - idle, idle == 0 ? census?.timers ?? 0 : 0,
      ]
    }
    _ = await Pause.until { census().allSatisfy { $0 == 0 } }
    #expect(census() == [0, 0, 0, 0, 0])
  }

  /// Returns the error of a request; nil if it succeeds.
  func failure(of request: HTTP.Request) async -> HTTPSessionError? {
    await session.failure(of: request)
  }
}

extension HTTPSession {
  /// Returns the error of a request; nil if it succeeds.
  func failure(of request: HTTP.Request = .get("")) async -> HTTPSessionError? {
    do {
      try await send(request)
      return nil
    } catch {
      return HTTPSessionError(of: error)
    }
  }

  /// The sources that wait on the session's loops, if it does not share them.
  var census: (sockets: Int, waiting: Int, timers: Int)? {
    guard case .network(let pool) = engine else { return nil }
    return pool.dialer.loops.census
  }

  /// Runs a session whose loop is not shared, so that a test may count its waits.
  static func apart(
    _ base: String, loops limit: Int = 1, at time: TimeSource = .system,
    _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws -> HTTPSession {
    var configuration = Configuration()
    try configure(&configuration)
    return try HTTPSession(
      base, configuration, Environment(time: time),
      loops: SessionLoops(LoopGroup(limit: limit, time: time)))
  }

  /// Waits until the session rejects requests; a call that it still admits gets a response.
  func awaitShutdown(asking request: HTTP.Request = .get("")) async {
    while await failure(of: request)?.reason != .shutDown { await Pause.brief() }
  }
}

extension HTTPSession {
  /// Waits until a gauge has a number, and returns its value: connections of a cancelled or failed
  /// call are closed soon, but not before the call returns.
  func gauge(
    _ path: any (KeyPath<PoolGauges, Int> & Sendable), reaches number: Int
  ) async -> Int {
    _ = await Pause.until { gauges[keyPath: path] == number }
    return gauges[keyPath: path]
  }
}
