import ApusHTTP
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// Sessions on a network within the process: what goes wrong by phase, and no time is spent.
@Suite(.ownThread) struct TestNetworkTests {
  private static let plain = "http://api.example.com/"
  private static let secure = "https://api.example.com/"
  private static let hello: TestServer.Handler = { _ in
    .response(HTTP.Response(200, body: Array("hello".utf8)))
  }

  /// What a request fails with.
  private static func failure(
    _ session: HTTPSession, _ request: HTTP.Request = .get("x")
  ) async -> HTTPSessionError.Reason? {
    do throws(HTTPSessionError) {
      try await session.send(request)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [plain, secure])
  func `requests go to the server, and share a connection`(base: String) async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(base, Self.hello)
      let session = try network.session(base)
      for _ in 0..<3 {
        let response = try await session.send(.get("x"))
        #expect(response.text == "hello")
        #expect(response.tls?.facts.version == (base == Self.secure ? .tls13 : nil))
      }
      #expect(server.connectionCount == 1 && server.requestCount == 3)
      #expect(network.elapsed == .zero)
    }
  }

  @Test func `a copy of a session stays on the network`() async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(Self.secure, fault: { $0 == 1 ? .silent : nil }, Self.hello)
      let copy = try HTTPSession(copying: network.session(Self.secure)) {
        $0.timeouts.tls = .seconds(7)
      }
      #expect(await Self.failure(copy) == .timedOut(.tls))
      #expect(network.elapsed == .seconds(7))
      #expect(try await copy.send(.get("x")).text == "hello" && server.requestCount == 1)
      await copy.shutdown()
      #expect(await Self.failure(copy) == .shutDown)
    }
  }

  @Test func `requests at once are served side by side`() async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(Self.plain) { request in
        .response(HTTP.Response(200, body: request.body))
      }
      let session = try network.session(Self.plain)
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

  @Test func `a server that is silent is waited for by the network's clock`() async throws {
    for (base, phase, seconds) in [
      (Self.plain, HTTPSession.Phase.firstByte, 60), (Self.secure, .tls, 10),
    ] {
      try await TestNetwork.run { network in
        try network.serve(base, fault: { _ in .silent }, Self.hello)
        let session = try network.session(base)
        #expect(await Self.failure(session) == .timedOut(phase))
        #expect(network.elapsed == .seconds(seconds), "\(base)")
        #expect(session.gauges.open == 0)
      }
    }
  }

  @Test func `a server that does not answer the attempt to connect`() async throws {
    try await TestNetwork.run { network in
      try network.serve(Self.plain, fault: { _ in .unanswered }, Self.hello)
      let session = try network.session(Self.plain)
      #expect(await Self.failure(session) == .timedOut(.connect))
      #expect(network.elapsed == .seconds(10))
    }
  }

  @Test func `each phase of a request has its bound`() async throws {
    let hour: Duration = .seconds(3_600)
    for (phase, fault) in [
      (HTTPSession.Phase.firstByte, AnswerFault.silence),
      (.head, .drip(byteCount: 1, every: .seconds(7))),
      (.idle, .drip(byteCount: 50, every: .seconds(61))),
    ] {
      try await TestNetwork.run { network in
        try network.serve(Self.plain) { _ in
          .response(HTTP.Response(200, body: [UInt8](repeating: 0x61, count: 1_000)), fault)
        }
        let session = try network.session(Self.plain)
        #expect(await Self.failure(session) == .timedOut(phase))
        let first = network.elapsed
        #expect(first >= .seconds(60) && first < hour)
        var request = HTTP.Request.get("x")
        request.options.totalTimeout = .seconds(5)
        #expect(await Self.failure(session, request) == .timedOut(.request))
        #expect(network.elapsed - first == .seconds(5))
      }
    }
  }

  @Test func `a slow server takes its time, and is waited for`() async throws {
    try await TestNetwork.run { network in
      try network.serve(
        Self.secure, fault: { _ in .slow(byteCount: 1_000, every: .seconds(2)) }
      ) { _ in
        .response(HTTP.Response(200, body: [UInt8](repeating: 0x61, count: 20_000)))
      }
      let session = try network.session(Self.secure) { $0.timeouts.slowness = nil }
      #expect(try await session.send(.get("x")).body.count == 20_000)
      #expect(network.elapsed >= .seconds(40) && network.elapsed < .seconds(90))
    }
  }

  @Test func `a connection is refused, and another host is unknown`() async throws {
    try await TestNetwork.run { network in
      try network.serve(Self.plain, fault: { $0 == 1 ? .refused : nil }, Self.hello)
      let session = try network.session(Self.plain)
      guard case .network(let fault) = await Self.failure(session) else { throw TestFailure() }
      #expect(fault.kind == .refused)
      #expect(await Self.failure(session) == nil)
      #expect(await Self.failure(session, .get("http://b.example/")) == .unknownHost("b.example"))
      #expect(network.elapsed == .zero)
    }
  }

  @Test func `a connection is reset wherever that is wanted, and never read as an answer`()
    async throws
  {
    var codes: [String: Int] = [:]
    for count in stride(from: 0, through: 3_000, by: 500) {
      let code = try await TestNetwork.run { network in
        try network.serve(Self.secure, fault: { _ in .reset(afterByteCount: count) }) { _ in
          .response(HTTP.Response(200, body: [UInt8](repeating: 0x61, count: 2_000)))
        }
        let session = try network.session(Self.secure)
        let code = await Self.failure(session)?.code
        #expect(session.gauges.open == 0 || code == nil)
        return code
      }
      codes[code ?? "none", default: 0] += 1
    }
    // What of the connection is lost is lost in the handshake, the head or the content.
    #expect(
      codes.keys.allSatisfy { ["network", "tls", "response", "none"].contains($0) }, "\(codes)")
    #expect(codes["none", default: 0] <= 2)
  }

  @Test(arguments: ConnectionFault.WrongCertificate.allCases)
  func `a wrong certificate is not believed, and nothing is sent`(
    wrong: ConnectionFault.WrongCertificate
  ) async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(
        Self.secure, fault: { $0 == 1 ? .certificate(wrong) : nil }, Self.hello)
      let session = try network.session(Self.secure)
      #expect(await Self.failure(session)?.code == "trust")
      #expect(server.requestCount == 0 && server.tlsErrors.count == 1)
      #expect(await Self.failure(session) == nil)
    }
  }

  @Test func `retries wait by the clock, and reach the server on another connection`() async throws
  {
    try await TestNetwork.run { network in
      let server = try network.serve(
        Self.plain, fault: { $0 < 3 ? .reset(afterByteCount: 0) : nil }, Self.hello)
      let session = try network.session(Self.plain) {
        $0.retry = .idempotent(attempts: 5)
        $0.retry.delay = .seconds(30)
        $0.retry.delayLimit = .seconds(300)
      }
      #expect(try await session.send(.get("x")).text == "hello")
      #expect(server.connectionCount == 3)
      #expect(network.elapsed > .zero && network.elapsed < .seconds(91))
    }
  }

  @Test func `a server asks for a pause of five minutes`() async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(Self.plain) { request in
        .response(
          request.connection == 1
            ? HTTP.Response(503, headers: ["Retry-After": "300", "Connection": "close"])
            : HTTP.Response(200))
      }
      let session = try network.session(Self.plain) {
        $0.retry = .idempotent(attempts: 2)
        $0.retry.retryAfterLimit = .seconds(600)
      }
      try await session.send(.get("x"))
      #expect(server.requestCount == 2)
      #expect(network.elapsed >= .seconds(300) && network.elapsed < .seconds(310))
    }
  }

  @Test func `connections at rest are closed in time, and made again`() async throws {
    try await TestNetwork.run { network in
      let server = try network.serve(Self.secure, Self.hello)
      let session = try network.session(Self.secure)
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

  @Test func `functions of the program run on the network's thread too`() async throws {
    try await TestNetwork.run { network in
      try network.serve("https://login.example.com", fault: { _ in nil }) { _ in
        .response(HTTP.Response(200), .drip(byteCount: 10, every: .seconds(3)))
      }
      try network.serve(Self.secure) { request in
        let isKnown = request.head.fields[.authorization] != nil
        return .response(HTTP.Response(isKnown ? 200 : 302, headers: ["Location": "/y"]))
      }
      let login = try network.session("https://login.example.com/")
      let session = try network.session(Self.secure) {
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

  @Test func `what a test throws is thrown, and what it left behind is ended`() async throws {
    await #expect(throws: TestFailure.self) {
      try await TestNetwork.run { network in
        try network.serve(Self.plain) { _ in .response(HTTP.Response(200), .silence) }
        let session = try network.session(Self.plain) {
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
