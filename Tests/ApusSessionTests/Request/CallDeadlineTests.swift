import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The time of a call, and the code of the program that the call waits for.
@Suite(.ownThread) struct CallDeadlineTests {
  private static let answer: TestServer.Handler = { _ in .response(HTTP.Response(200)) }

  private static func post(within limit: Duration) -> HTTP.Request {
    var request = HTTP.Request.post("x", .bytes([1]))
    request.options.within = limit
    return request
  }

  @Test(arguments: [false, true], [false, true])
  func `no request is sent to the server after the timeout of its call`(
    isOfCall: Bool, isWarm: Bool
  ) async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(TestNetwork.plain, Self.answer)
      let session = try network.session(TestNetwork.plain) {
        let slow = HTTPSession.Interceptor { request, next in
          if request.method == .post { try await network.sleep(for: .milliseconds(400)) }
          return try await next(request)
        }
        if isOfCall { $0.callInterceptors = [slow] } else { $0.interceptors = [slow] }
      }
      if isWarm { try await session.send(.get("x")) }
      let (count, start) = (server.requestCount, network.elapsed)
      let error = await session.failure(of: Self.post(within: .milliseconds(100)))
      #expect(error?.reason == .timedOut(.total))
      #expect(network.elapsed - start == .milliseconds(400))
      // A sent request would have arrived by then.
      try await network.sleep(for: .seconds(1))
      #expect(server.requestCount == count && server.connectionCount == (isWarm ? 1 : 0))
      // The connection that was not used is as good as before.
      try await session.send(.get("x"))
      #expect(server.requestCount == count + 1 && server.connectionCount == 1)
    }
  }

  @Test(arguments: [false, true])
  func `a stub is not called after the timeout of its call`(isOfCall: Bool)
    async throws
  {
    let count = Lock(0)
    let slow = HTTPSession.Interceptor { request, next in
      while let left = request.timeLeft, left > .zero { await Pause.brief() }
      return try await next(request)
    }
    var configuration = HTTPSession.Configuration()
    if isOfCall {
      configuration.callInterceptors = [slow]
    } else {
      configuration.interceptors = [slow]
    }
    let session = HTTPSession.stub("http://a.test/", configuration: configuration) { _ in
      count.withLock { $0 += 1 }
      return HTTP.Response(200)
    }
    let error = await session.failure(of: Self.post(within: .milliseconds(20)))
    #expect(error?.reason == .timedOut(.total))
    #expect(count.withLock { $0 } == 0)
  }

  @Test(arguments: [false, true])
  func `after the timeout an interceptor may respond but not send a request`(
    isOfCall: Bool
  ) async throws {
    let inner = Lock(0)
    try await TestNetwork.run { network in
      let server = try network.serve(TestNetwork.plain, Self.answer)
      let session = try network.session(TestNetwork.plain) {
        let interceptors = [
          HTTPSession.Interceptor { request, next in
            try await network.sleep(for: .seconds(2))
            do {
              return try await next(request)
            } catch let error as HTTPSessionError where error.reason == .timedOut(.total) {
              return .init(HTTP.Response(203))
            }
          },
          HTTPSession.Interceptor { request, next in
            inner.withLock { $0 += 1 }
            return try await next(request)
          },
        ]
        if isOfCall { $0.callInterceptors = interceptors } else { $0.interceptors = interceptors }
      }
      let response = try await session.send(Self.post(within: .seconds(1)))
      #expect(response.status.code == 203 && network.elapsed == .seconds(2))
      #expect(inner.withLock { $0 } == 0 && server.requestCount == 0)
    }
  }

  /// The program's code, or another wait of a call.
  enum Wait: String, CaseIterable, CustomTestStringConvertible {
    case redirect, challenge, token, trust, ticket, body, rate, retry

    var testDescription: String { rawValue }

    /// The number of earlier requests at the server.
    var requestCount: Int {
      switch self {
      case .redirect, .challenge, .body, .rate, .retry: 1
      case .token, .trust, .ticket: 0
      }
    }
  }

  /// A store of sessions that takes a minute for each.
  private struct SlowStore: TLS.SessionStore {
    let network: TestNetwork

    func add(_ session: TLS.Session) async {}
    func take(for scope: TLS.SessionScope, at moment: UnixTime) async -> TLS.Session? {
      try? await network.sleep(for: .seconds(60))
      return nil
    }
    func forget(_ scope: TLS.SessionScope) async {}
  }

  private static func configure(
    _ configuration: inout HTTPSession.Configuration, _ wait: Wait, _ network: TestNetwork
  ) throws {
    switch wait {
    case .redirect:
      configuration.redirects.onRedirect = { proposal in
        try await network.sleep(for: .seconds(60))
        return proposal.request
      }
    case .challenge:
      configuration.authentication.onChallenge = { _ in
        try await network.sleep(for: .seconds(60))
        return .performDefaultHandling
      }
    case .token:
      configuration.interceptors.append(
        try .bearer(for: TestNetwork.secure) {
          try await network.sleep(for: .seconds(60))
          return Authentication.Secret("t")
        })
    case .trust:
      configuration.tls.challenge = HTTPSession.TrustChallenge("slow") { _ in
        try? await network.sleep(for: .seconds(60))
        return .accept
      }
    case .ticket: configuration.tls.resumption = .kept(in: SlowStore(network: network))
    case .body: break
    case .rate: configuration.rateLimit = HTTPSession.RateLimit(1, per: .seconds(60))
    case .retry:
      configuration.retry = .idempotent(attempts: 5, budget: nil)
      configuration.retry.delay = .seconds(60)
    }
  }

  private static func answer(_ wait: Wait) -> TestServer.Handler {
    { _ in
      switch wait {
      case .redirect, .rate: .response(HTTP.Response(302, headers: [.location: "/y"]))
      case .challenge:
        .response(HTTP.Response(401, headers: [.wwwAuthenticate: "Basic realm=\"r\""]))
      case .retry: .response(HTTP.Response(503, headers: ["Retry-After": "30"]))
      case .token, .trust, .ticket, .body: .response(HTTP.Response(200))
      }
    }
  }

  @Test(arguments: Wait.allCases)
  func `a call waits for the program's callbacks only within its own timeout`(
    wait: Wait
  ) async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(TestNetwork.secure, Self.answer(wait))
      let session = try network.session(TestNetwork.secure) {
        try Self.configure(&$0, wait, network)
      }
      var request = HTTP.Request.get("x")
      if wait == .body {
        let slow = AsyncStream<[UInt8]> {
          try? await network.sleep(for: .seconds(60))
          return nil
        }
        request = .put("x", .sequence(slow))
      }
      request.options.within = .seconds(1)
      let error = await session.failure(of: request)
      if wait == .retry {
        // The wait would be longer than the call may take, so that there is none.
        #expect(error?.reason == .status(503) && network.elapsed == .zero)
      } else {
        #expect(error?.reason == .timedOut(.total) && network.elapsed == .seconds(1))
      }
      try await network.sleep(for: .seconds(100))
      #expect(server.requestCount == wait.requestCount)
    }
  }

  /// Moves a clock by a minute at the events of a kind.
  private struct Mover: HTTPSession.Monitor {
    let clock: ManualClock
    let isMoved: @Sendable (HTTPSession.Event.Kind) -> Bool

    func note(_ event: HTTPSession.Event) {
      if isMoved(event.kind) { clock.advance(by: .seconds(60)) }
    }
  }

  @Test func `a call whose timeout has expired begins no connection`() async throws {
    let (clock, notes) = (ManualClock(), EventNotes())
    let server = try MemoryServer { _ in }
    let session = try server.session(clock) {
      $0.monitors = [
        Mover(clock: clock) { if case .began = $0 { true } else { false } }, notes,
      ]
    }
    let error = await session.failure(of: Self.post(within: .seconds(30)))
    #expect(error?.reason == .timedOut(.total))
    #expect(notes.words(of: nil) == [] && server.connectionCount == 0)
    await session.shutdown()
    await server.shutdown()
  }

  @Test
  func `a connection that is established after a timeout serves the next call`()
    async throws
  {
    let (clock, gate) = (ManualClock(), Gate())
    let heads = Lock<[String]>([])
    let server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        heads.withLock { $0.append(String(head.prefix { $0 != " " })) }
        await gate.pass()
        try await peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let session = try server.session(clock) {
      $0.pool.connectionsPerHost = 1
      $0.pool.idleTimeout = .seconds(100_000)
      $0.monitors = [Mover(clock: clock) { if case .ended = $0 { true } else { false } }]
    }
    // On one thread the first call ends, and the clock moves, before the second sees its
    // connection.
    try await withTaskExecutorPreference(session.executor) {
      async let first = session.send(.get("first"))
      #expect(await Pause.until { heads.withLock(\.count) == 1 })
      async let reason = session.failure(of: Self.post(within: .seconds(30)))?.reason
      #expect(await session.gauge(\.waiting, reaches: 1) == 1)
      gate.open()
      let status = try await first.status
      #expect(status == .ok)
      #expect(await reason == .timedOut(.total))
    }
    // It was not used, and serves the next.
    try await session.send(.get("third"))
    #expect(heads.withLock(\.self) == ["GET", "GET"] && server.connectionCount == 1)
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `a call whose timeout has expired does not use an idle connection`()
    async throws
  {
    let clock = ManualClock()
    let server = try MemoryServer { peer in
      while try await peer.readHead() != nil {
        try await peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let session = try server.session(clock)
    try await session.send(.get("x"))
    guard case .network(let pool) = session.engine else { throw NetError.closed }
    let request = Self.post(within: .seconds(30))
    let call = CallContext(session.deadlines(of: request.options), nil, nil)
    let prepared = try await PreparedRequest(request, session.defaults, in: call)
    clock.advance(by: .seconds(30))
    let lease = pool.leaseResting(
      prepared.key, isReplayable: prepared.request.isReplayable, call.deadlines)
    #expect(lease == nil)
    #expect(session.gauges.idle == 1)
    await session.shutdown()
    await server.shutdown()
  }

  /// Returns the error of a download.
  private static func failure(
    _ work: () async throws -> HTTPSession.Download
  ) async -> HTTPSessionError? {
    do {
      _ = try await work()
      return nil
    } catch {
      return HTTPSessionError(of: error)
    }
  }

  @Test func `a download that starts over has the time limit of the first request`()
    async throws
  {
    let (clock, folder) = (ManualClock(), try TemporaryFolder())
    let (gate, last) = (Gate(), Gate())
    let heads = Lock(0)
    let hasEnded = Lock(false)
    let server = try MemoryServer { peer in
      while try await peer.readHead() != nil {
        let number = heads.withLock { heads in
          heads += 1
          return heads
        }
        switch number {
        case 1:
          return try await peer.write(
            "HTTP/1.1 200 OK\r\nETag: \"o\"\r\nContent-Length: 10\r\n\r\n0123")
        case 2:
          await gate.pass()
          try await peer.write(
            "HTTP/1.1 416 No\r\nContent-Range: bytes */7\r\nContent-Length: 0\r\n\r\n")
        default:
          await last.pass()
          try await peer.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789")
        }
      }
    }
    let session = try server.session(clock)
    let path = "\(folder.path)/a"
    let broken = await Self.failure {
      try await session.download(.get("x"), to: path, options: .resume)
    }
    let token = try #require(broken?.resumeToken)
    let call = Task { () -> HTTPSessionError.Reason? in
      do {
        defer { hasEnded.withLock { $0 = true } }
        _ = try await session.download(resuming: token, to: path, within: .seconds(10))
        return nil
      } catch {
        return HTTPSessionError(of: error).reason
      }
    }
    #expect(await Pause.until { heads.withLock(\.self) == 2 })
    clock.advance(by: .seconds(8))
    gate.open()
    #expect(await Pause.until { heads.withLock(\.self) == 3 })
    clock.advance(by: .seconds(2))
    #expect(await Pause.until { hasEnded.withLock(\.self) })
    last.open()
    #expect(await call.value == .timedOut(.total))
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `a call waits for the files of root certificates only within its own timeout`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write([1], to: "roots")
    let gate = Lock(false)
    let isHeld = Lock(false)
    let files = WatchedFiles<TLS.Roots> { (_, watch) throws(HTTPSession.TrustSourceError) in
      watch.add(path)
      // A disk hangs on a thread that may block.
      while isHeld.withLock({ $0 }), !gate.withLock({ $0 }) {}
      return TLS.Roots([])
    }
    await files.refresh()
    try folder.replace("roots", with: [2])
    isHeld.withLock { $0 = true }
    let session = try HTTPSession.apart("https://127.0.0.1:1/") {
      $0.tls.roots = .only(RootStore(files))
    }
    var request = HTTP.Request.get("x")
    request.options.within = .milliseconds(50)
    let call = Task { await session.failure(of: request)?.reason }
    let watchdog = Task {
      try? await Task.sleep(for: .seconds(20))
      gate.withLock { $0 = true }
    }
    let reason = await call.value
    let wasOpened = gate.withLock { $0 }
    #expect(reason == .timedOut(.total) && !wasOpened)
    gate.withLock { $0 = true }
    watchdog.cancel()
    await session.shutdown()
  }
}
