import ApusBytes
import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

extension TestNetwork {
  /// A server of the tests, in clear text and over TLS.
  static let plain = "http://api.example.com/"
  static let secure = "https://api.example.com/"
}

/// Sessions on a network within the process: the faults of each phase, in virtual time.
@Suite(.ownThread) struct TestNetworkTests {
  private static let hello: TestServer.Handler = { _ in
    .response(HTTP.Response(200, body: Array("hello".utf8)))
  }

  @Test(arguments: [TestNetwork.plain, TestNetwork.secure])
  func `requests on a test network reach the server and share a connection`(base: String)
    async throws
  {
    try await TestNetwork.run { network in
      let server = try network.serve(base, Self.hello)
      let session = try network.session(base)
      for _ in 0..<3 {
        let response = try await session.send(.get("x"))
        #expect(response.text == "hello")
        #expect(response.tls?.facts.version == (base == TestNetwork.secure ? .tls13 : nil))
      }
      #expect(server.connectionCount == 1 && server.requestCount == 3)
      #expect(network.elapsed == .zero)
    }
  }

  @Test func `a copied session stays on its test network`() async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(
        TestNetwork.secure, fault: { $0 == 1 ? .silent : nil }, Self.hello)
      let copy = try HTTPSession(copying: network.session(TestNetwork.secure)) {
        $0.timeouts.tls = .seconds(7)
      }
      #expect(await copy.failure()?.reason == .timedOut(.tls))
      #expect(network.elapsed == .seconds(7))
      #expect(try await copy.send(.get("x")).text == "hello" && server.requestCount == 1)
      await copy.shutdown()
      #expect(await copy.failure()?.reason == .shutDown)
    }
  }

  @Test func `a test network handles several requests at the same time`() async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(TestNetwork.plain) { request in
        .response(HTTP.Response(200, body: request.body))
      }
      let session = try network.session(TestNetwork.plain)
      try await withThrowingTaskGroup { group in
        for number in 0..<20 {
          group.addTask {
            let body = Array("\(number) ".utf8) + [UInt8](repeating: 0x61, count: 200_000)
            return try await session.send(.put("x", .bytes(body))).body == body
          }
        }
        for try await isSame in group { #expect(isSame) }
      }
      #expect(server.requestCount == 20)
    }
  }

  @Test func `a test network's timeout for a silent server uses the test clock`() async throws {
    for (base, phase, seconds) in [
      (TestNetwork.plain, HTTPSession.Phase.firstByte, 60), (TestNetwork.secure, .tls, 10),
    ] {
      try await TestNetwork.run { network in
        try network.serve(base, fault: { _ in .silent }, Self.hello)
        let session = try network.session(base)
        #expect(await session.failure()?.reason == .timedOut(phase))
        #expect(network.elapsed == .seconds(seconds), "\(base)")
        #expect(session.gauges.open == 0)
      }
    }
  }

  @Test func `a connection that the test server does not accept ends with a timeout`() async throws
  {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain, fault: { _ in .unanswered }, Self.hello)
      let session = try network.session(TestNetwork.plain)
      #expect(await session.failure()?.reason == .timedOut(.connect))
      #expect(network.elapsed == .seconds(10))
    }
  }

  @Test func `each phase of a request ends with its own timeout on the test network`() async throws
  {
    let hour: Duration = .seconds(3_600)
    for (phase, fault) in [
      (HTTPSession.Phase.firstByte, AnswerFault.silence),
      (.head, .drip(byteCount: 1, every: .seconds(7))),
      (.idle, .drip(byteCount: 50, every: .seconds(61))),
    ] {
      try await TestNetwork.run { network in
        try network.serve(TestNetwork.plain) { _ in
          .response(HTTP.Response(200, body: [UInt8](repeating: 0x61, count: 1_000)), fault)
        }
        let session = try network.session(TestNetwork.plain)
        #expect(await session.failure()?.reason == .timedOut(phase))
        let first = network.elapsed
        #expect(first >= .seconds(60) && first < hour)
        var request = HTTP.Request.get("x")
        request.options.within = .seconds(5)
        #expect(await session.failure(of: request)?.reason == .timedOut(.total))
        #expect(network.elapsed - first == .seconds(5))
      }
    }
  }

  @Test func `without a slowness limit a session waits for a slow test server`() async throws {
    try await TestNetwork.run { network in
      try network.serve(
        TestNetwork.secure, fault: { _ in .slow(byteCount: 1_000, every: .seconds(2)) }
      ) { _ in
        .response(HTTP.Response(200, body: [UInt8](repeating: 0x61, count: 20_000)))
      }
      let session = try network.session(TestNetwork.secure) { $0.timeouts.slowness = nil }
      #expect(try await session.send(.get("x")).body.count == 20_000)
      #expect(network.elapsed >= .seconds(40) && network.elapsed < .seconds(90))
    }
  }

  @Test func `a test network refuses connections on demand and knows only its own hosts`()
    async throws
  {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain, fault: { $0 == 1 ? .refused : nil }, Self.hello)
      let session = try network.session(TestNetwork.plain)
      guard case .network(let fault) = await session.failure()?.reason else { throw TestFailure() }
      #expect(fault.kind == .refused)
      #expect(await session.failure()?.reason == nil)
      #expect(
        await session.failure(of: .get("http://b.example/"))?.reason == .unknownHost("b.example"))
      #expect(network.elapsed == .zero)
    }
  }

  @Test func `a connection that is reset at any byte yields no complete response`()
    async throws
  {
    var codes: [String: Int] = [:]
    for count in stride(from: 0, through: 3_000, by: 500) {
      let code = try await TestNetwork.run { network in
        try network.serve(TestNetwork.secure, fault: { _ in .reset(afterByteCount: count) }) { _ in
          .response(HTTP.Response(200, body: [UInt8](repeating: 0x61, count: 2_000)))
        }
        let session = try network.session(TestNetwork.secure)
        let code = await session.failure()?.code.name
        #expect(session.gauges.open == 0 || code == nil)
        return code
      }
      codes[code ?? "none", default: 0] += 1
    }
    // A lost connection is lost in the handshake, the head or the content.
    #expect(
      codes.keys.allSatisfy { ["connection-lost", "tls", "none"].contains($0) }, "\(codes)")
    #expect(codes["none", default: 0] <= 2)
  }

  @Test(arguments: ConnectionFault.WrongCertificate.allCases)
  func `a test server with a wrong certificate is rejected before the request`(
    wrong: ConnectionFault.WrongCertificate
  ) async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(
        TestNetwork.secure, fault: { $0 == 1 ? .certificate(wrong) : nil }, Self.hello)
      let session = try network.session(TestNetwork.secure)
      #expect(await session.failure()?.code.name == "trust")
      #expect(server.requestCount == 0 && server.tlsErrors.count == 1)
      #expect(await session.failure()?.reason == nil)
    }
  }

  @Test func `retries on a test network use the test clock and new connections`() async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(
        TestNetwork.plain, fault: { $0 < 3 ? .reset(afterByteCount: 0) : nil }, Self.hello)
      let session = try network.session(TestNetwork.plain) {
        $0.retry = .idempotent(attempts: 5)
        $0.retry.delay = .seconds(30)
        $0.retry.delayLimit = .seconds(300)
      }
      #expect(try await session.send(.get("x")).text == "hello")
      #expect(server.connectionCount == 3)
      #expect(network.elapsed > .zero && network.elapsed < .seconds(91))
    }
  }

  @Test func `a Retry-After of five minutes is awaited on the test clock`()
    async throws
  {
    try await TestNetwork.run { network in
      let server = try network.serve(TestNetwork.plain) { request in
        .response(
          request.connection == 1
            ? HTTP.Response(503, headers: ["Retry-After": "300", "Connection": "close"])
            : HTTP.Response(200))
      }
      let session = try network.session(TestNetwork.plain) {
        $0.retry = .idempotent(attempts: 2)
        $0.retry.retryAfterLimit = .seconds(600)
      }
      try await session.send(.get("x"))
      #expect(server.requestCount == 2)
      #expect(network.elapsed >= .seconds(300) && network.elapsed < .seconds(310))
    }
  }

  @Test func `idle connections on a test network are closed on time and replaced`() async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(TestNetwork.secure, Self.hello)
      let session = try network.session(TestNetwork.secure)
      try await session.send(.get("x"))
      try await network.sleep(for: .seconds(59))
      #expect(session.gauges.idle == 1)
      try await network.sleep(for: .seconds(2))
      #expect(session.gauges.open == 0)
      let response = try await session.send(.get("x"))
      #expect(response.tls?.facts.isResumed == true)
      #expect(server.connectionCount == 2)
    }
  }

  @Test func `callbacks of the program run on the test network's thread`() async throws {
    try await TestNetwork.run { network in
      try network.serve("https://login.example.com", fault: { _ in nil }) { _ in
        .response(HTTP.Response(200), .drip(byteCount: 10, every: .seconds(3)))
      }
      try network.serve(TestNetwork.secure) { request in
        let isKnown = request.head.fields[.authorization] != nil
        return .response(HTTP.Response(isKnown ? 200 : 302, headers: ["Location": "/y"]))
      }
      let login = try network.session("https://login.example.com/")
      let session = try network.session(TestNetwork.secure) {
        $0.redirects.onRedirect = { proposal in
          try await login.send(.get("token"))
          var request = proposal.request
          request.headers[.authorization] = "Bearer t"
          return request
        }
      }
      #expect(try await session.send(.get("x")).status.code == 200)
      #expect(network.elapsed > .seconds(3))
    }
  }

  /// A store that notes a new session while the network's clock waits for it.
  private final class NotingStore: TLS.SessionStore {
    let isOnLoop = Lock<[Bool]>([])

    func add(_ session: TLS.Session) async {
      isOnLoop.withLock { $0.append(CurrentTask.preferredExecutor is EventLoop) }
    }

    func take(for scope: TLS.SessionScope, at moment: UnixTime) async -> TLS.Session? { nil }
    func forget(_ scope: TLS.SessionScope) async {}
  }

  @Test func `stored TLS tickets and HSTS hosts survive a wait of the test clock`() async throws {
    let (store, folder) = (NotingStore(), try TemporaryFolder())
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.secure) { _ in
        .response(HTTP.Response(200, headers: ["Strict-Transport-Security": "max-age=1000"]))
      }
      let session = try network.session(TestNetwork.secure) {
        $0.tls.resumption = .kept(in: store)
        $0.strictTransport = try HTTPSession.StrictTransport(file: "\(folder.path)/hosts")
      }
      try await session.send(.get("x"))
      // By then no other work is left.
      try await network.sleep(for: .milliseconds(1))
      let isOnLoop = store.isOnLoop.withLock(\.self)
      #expect(!isOnLoop.isEmpty && isOnLoop.allSatisfy(\.self))
      #expect(Files.exists("\(folder.path)/hosts"))
    }
  }

  @Test func `an error in the body of a test is thrown after the test's tasks have ended`()
    async throws
  {
    await #expect(throws: TestFailure.self) {
      try await TestNetwork.run { network in
        try network.serve(TestNetwork.plain) { _ in .response(HTTP.Response(200), .silence) }
        let session = try network.session(TestNetwork.plain) {
          $0.timeouts.firstByte = .seconds(1_000_000)
        }
        async let left = session.send(.get("x"))
        try await network.sleep(for: .seconds(1))
        if session.gauges.leased == 1 { throw TestFailure() }
        _ = try await left
      }
    }
  }

  private struct TestFailure: Error {}
}
