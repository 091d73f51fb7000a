import ApusHTTP
import ApusServiceLifecycle
import ApusSession
import ApusTestServer
import Logging
import ServiceLifecycle
import Testing

/// A session in a group of services: no request in progress is lost, and none holds the process.
@Suite(.timeLimit(.minutes(3))) struct SessionServiceTests {
  @Test func `a graceful shutdown lets 48 running requests finish and rejects later ones`()
    async throws
  {
    let gate = Gate()
    let upstream = try await TestServer { request in
      await gate.pass()
      return .response(HTTP.Response(200, body: request.body))
    }
    let session = try HTTPSession(upstream.url)
    let handlers = Handlers(count: 48) { number in
      try await session.send(.post("\(number)", .bytes([UInt8(number)]))).body == [UInt8(number)]
    }
    let api = SessionService(session, within: .seconds(120))
    let group = Self.group([api, handlers, api.countdown])
    let running = Task { try await group.run() }
    while upstream.requestCount < 48 { await Task.yield() }
    await group.triggerGracefulShutdown()
    while !handlers.isShuttingDown { await Task.yield() }
    // The session takes new requests as long as the server works.
    let late = Task { try await session.send(.get("late")).status }
    while upstream.requestCount < 49 { await Task.yield() }
    gate.open()
    try await running.value
    #expect(handlers.successes == 48 && handlers.failures.isEmpty)
    #expect(try await late.value == 200)
    await Self.expectShutDown(session)
    await upstream.shutdown()
  }

  @Test func `a hanging server does not delay the service group beyond its time limit`()
    async throws
  {
    let upstream = try await TestServer { _ in .response(HTTP.Response(200), .silence) }
    let session = try HTTPSession(upstream.url) { $0.timeouts.firstByte = .seconds(3_600) }
    let handlers = Handlers(count: 10) { _ in try await session.get("hung").status == 200 }
    let api = SessionService(session, within: .milliseconds(200))
    let group = Self.group([api, handlers, api.countdown])
    let running = Task { try await group.run() }
    while upstream.requestCount < 10 { await Task.yield() }
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(handlers.successes == 0)
    #expect(
      handlers.failures.map { ($0 as? HTTPSessionError)?.code }
        == Array(repeating: HTTPSessionError.Code.shutDown, count: 10))
    await upstream.shutdown()
  }

  @Test func `the time limit of a service group cancels hanging calls`()
    async throws
  {
    let upstream = try await TestServer { _ in .response(HTTP.Response(200), .silence) }
    let session = try HTTPSession(upstream.url) { $0.timeouts.firstByte = .seconds(3_600) }
    let handlers = Handlers(count: 1) { _ in try await session.get("hung").status == 200 }
    var configuration = ServiceGroupConfiguration(
      services: [session, handlers], logger: Logger(label: "test"))
    configuration.maximumGracefulShutdownDuration = .milliseconds(200)
    let group = ServiceGroup(configuration: configuration)
    let running = Task { try await group.run() }
    while upstream.requestCount < 1 { await Task.yield() }
    await group.triggerGracefulShutdown()
    _ = await running.result
    #expect(handlers.failures.count == 1 && handlers.failures.first is CancellationError)
    await Self.expectShutDown(session)
    await upstream.shutdown()
  }

  @Test func `a session that shuts down before its server rejects the server's new requests`()
    async throws
  {
    let upstream = try await TestServer { _ in .response(HTTP.Response(200)) }
    let session = try HTTPSession(upstream.url)
    let gate = Gate()
    let handlers = Handlers(count: 1) { _ in
      await gate.pass()
      return try await session.get("late").status == 200
    }
    let group = Self.group([handlers, session])
    let running = Task { try await group.run() }
    await group.triggerGracefulShutdown()
    while !handlers.isShuttingDown { await Task.yield() }
    gate.open()
    try await running.value
    #expect((handlers.failures.first as? HTTPSessionError)?.code == .shutDown)
    await upstream.shutdown()
  }

  @Test func `a session that is shut down before its server fails hung calls at its bound`()
    async throws
  {
    let upstream = try await TestServer { _ in .response(HTTP.Response(200), .silence) }
    let session = try HTTPSession(upstream.url) { $0.timeouts.firstByte = .seconds(3_600) }
    let handlers = Handlers(count: 1) { _ in try await session.get("hung").status == 200 }
    let group = Self.group([handlers, SessionService(session, within: .milliseconds(200))])
    let running = Task { try await group.run() }
    while upstream.requestCount < 1 { await Task.yield() }
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(handlers.failures.count == 1)
    #expect((handlers.failures.first as? HTTPSessionError)?.code == .shutDown)
    await upstream.shutdown()
  }

  @Test func `a session that is shut down before its server lets calls end within its bound`()
    async throws
  {
    let gate = Gate()
    let upstream = try await TestServer { _ in
      await gate.pass()
      return .response(HTTP.Response(200))
    }
    let session = try HTTPSession(upstream.url)
    let handlers = Handlers(count: 1) { _ in try await session.get("slow").status == 200 }
    let group = Self.group([handlers, SessionService(session, within: .seconds(3_600))])
    let running = Task { try await group.run() }
    while upstream.requestCount < 1 { await Task.yield() }
    await group.triggerGracefulShutdown()
    // The shutdown has begun when the session rejects a call.
    var rejection: HTTPSessionError.Code?
    while rejection != .shutDown {
      do { _ = try await session.send(.get("new"), within: .milliseconds(5)) } catch {
        rejection = (error as? HTTPSessionError)?.code
      }
    }
    gate.open()
    try await running.value
    #expect(handlers.successes == 1 && handlers.failures.isEmpty)
    await upstream.shutdown()
  }

  @Test func `cancelling a session service ends its calls at once`() async throws {
    let upstream = try await TestServer { _ in .response(HTTP.Response(200), .silence) }
    let session = try HTTPSession(upstream.url) { $0.timeouts.firstByte = .seconds(3_600) }
    let service = Task { try await SessionService(session, within: .seconds(3_600)).run() }
    let call = Task { try await session.get("hung").status }
    while upstream.requestCount < 1 { await Task.yield() }
    service.cancel()
    await #expect(throws: CancellationError.self) { try await service.value }
    let error = await #expect(throws: HTTPSessionError.self) { try await call.value }
    #expect(error?.code == .shutDown)
    await upstream.shutdown()
  }

  @Test func `a session service without running calls shuts down immediately`() async throws {
    let session = try HTTPSession("http://127.0.0.1/")
    let api = SessionService(session, within: .seconds(3_600))
    let group = Self.group([api, api.countdown])
    let running = Task { try await group.run() }
    await group.triggerGracefulShutdown()
    try await running.value
    await Self.expectShutDown(session)
  }

  @Test(arguments: [true, false])
  func `a session is released after the end of its group in each order of services`(
    isCountdownLast: Bool
  ) async throws {
    weak var released: HTTPSession?
    do {
      let session = try HTTPSession("http://127.0.0.1/")
      released = session
      let api = SessionService(session, within: .seconds(3_600))
      let group = Self.group(isCountdownLast ? [api, api.countdown] : [api.countdown, api])
      let running = Task { try await group.run() }
      await group.triggerGracefulShutdown()
      try await running.value
    }
    // The timer of the countdown would keep the session for an hour.
    while released != nil { try await Task.sleep(for: .milliseconds(5)) }
  }

  private static func group(_ services: [any Service]) -> ServiceGroup {
    ServiceGroup(services: services, logger: Logger(label: "test"))
  }

  private static func expectShutDown(_ session: HTTPSession) async {
    let error = await #expect(throws: HTTPSessionError.self) {
      _ = try await session.send(.get("after"))
    }
    #expect(error?.code == .shutDown)
  }
}
