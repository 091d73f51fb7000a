import ApusBytes
import ApusHTTP
import ApusNet
import ApusTestServer
import Testing

@testable import ApusSession

/// The links of simulations between sessions and the servers of a test network.
@Suite(.timeLimit(.minutes(3))) struct SimulatedLinkTests {
  /// A conduct that returns the same step each time, in one direction only. One byte is corrupted.
  private final class Conduct: LinkConduct {
    let connectDelay: Duration
    private let direction: LinkDirection
    private let step: LinkStep
    private let hasCorrupted = Lock(false)

    init(
      connectDelay: Duration = .zero, direction: LinkDirection = .toClient, step: LinkStep
    ) {
      self.connectDelay = connectDelay
      self.direction = direction
      self.step = step
    }

    func next(_ direction: LinkDirection, _ byteCount: Int) -> LinkStep {
      let usual = LinkStep.pass(byteCount: byteCount, after: .zero)
      guard direction == self.direction else { return usual }
      guard case .corrupt = step else { return step }
      return hasCorrupted.withLock { hasCorrupted in
        defer { hasCorrupted = true }
        return hasCorrupted ? usual : step
      }
    }

    func endDelay(_ direction: LinkDirection) -> Duration { .zero }
  }

  private static let content = Array("the content of the response".utf8)

  /// Sends a request over a link, and returns the content and the virtual time until the response.
  private func send(
    _ base: String, _ conduct: Conduct, within limit: Duration? = nil
  ) async throws -> (content: [UInt8], time: Duration) {
    let authority = try TestAuthority()
    let simulation = Simulation(
      clock: ManualClock(movesWhenIdle: true, runsBlockingCalls: true), authority: authority,
      random: SystemRandom(),
      security: { try TestServer.Security(authority, hosts: [$0]) },
      conduct: { _, _ in conduct }, ended: { #expect($0.timers == 0 && $0.waiting == 0) })
    return try await TestNetwork.simulate(simulation) { network in
      try network.serve(base) { _ in .response(HTTP.Response(200, body: Self.content)) }
      let session = try network.session(base)
      let start = network.elapsed
      let response = try await session.send(.get("/"), within: limit)
      return (response.body, network.elapsed - start)
    }
  }

  @Test(arguments: ["http://a.test", "https://a.test"], LinkDirection.allCases)
  func `a response that arrives in single bytes is whole`(
    base: String, direction: LinkDirection
  ) async throws {
    let conduct = Conduct(direction: direction, step: .pass(byteCount: 1, after: .zero))
    #expect(try await send(base, conduct).content == Self.content)
  }

  @Test func `delays take virtual time`() async throws {
    let conduct = Conduct(
      connectDelay: .seconds(3), step: .pass(byteCount: 65_536, after: .seconds(2)))
    #expect(try await send("http://a.test", conduct).time == .seconds(5))
  }

  @Test(arguments: [
    ("http://a.test", LinkStep.reset, HTTPSessionError.Code.connectionLost),
    ("http://a.test", .cut, .connectionLost), ("http://a.test", .stall, .timedOut),
    ("https://a.test", .corrupt(at: 40), .tls),
  ])
  func `a fault of a link fails the call`(
    base: String, step: LinkStep, code: HTTPSessionError.Code
  ) async throws {
    let error = try await #require(throws: HTTPSessionError.self) {
      _ = try await send(base, Conduct(step: step), within: .seconds(9))
    }
    #expect(error.code == code)
  }

  @Test func `a simulated proxy passes all bytes of a tunnel`() async throws {
    try await TestNetwork.run { network in
      try network.serve("https://a.test") { request in
        .response(HTTP.Response(200, body: request.body))
      }
      try network.serve("http://proxy.test:3128") { [weak network] request in
        guard let network else { throw TestServerError.clientLeft }
        let target = try HTTP.URL("https://\(request.head.target.text)").origin
        let server = try await network.connect(to: target)
        return .connection { connection in
          try await connection.write("HTTP/1.1 200 OK\r\n\r\n")
          try await connection.tunnel(to: server)
        }
      }
      let session = try network.session("https://a.test") {
        $0.proxies = try .list([.http("proxy.test:3128")])
      }
      let content = [UInt8](repeating: 7, count: 300_000)
      let response = try await session.send(.post("/", .bytes(content)))
      #expect(response.body == content)
    }
  }
}
