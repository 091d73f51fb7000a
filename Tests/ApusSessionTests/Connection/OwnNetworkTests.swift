import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The tests that need a network of their own.
@Suite(
  .ownThread, .enabled(if: OwnNetwork.obstacle == nil, Comment(rawValue: OwnNetwork.obstacle ?? ""))
)
struct OwnNetworkTests {
  /// RFC 8305 section 5.
  @Test func `an unresponsive IPv6 address delays the connection by 250 milliseconds`()
    async throws
  {
    try OwnNetwork.enter()
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.dns.overrides["both.test"] = [OwnNetwork.blackHole, "127.0.0.1"]
      $0.dns.overrides["hole.test"] = [OwnNetwork.blackHole]
      $0.timeouts.connect = .seconds(1)
    } _: { fixture in
      let port = fixture.server.port
      // The other address is tried after a quarter of a second; a further delay depends on the load
      // of the machine.
      var best = Duration.seconds(100)
      for _ in 0..<5 {
        var request = HTTP.Request.get("http://both.test:\(port)/")
        request.headers["Connection"] = "close"
        let start = ContinuousClock.now
        try await fixture.session.send(request)
        let taken = ContinuousClock.now - start
        #expect(taken >= .milliseconds(250))
        best = min(best, taken)
      }
      print("connected past a black hole in \(best)")
      let error = await fixture.failure(of: .get("http://hole.test:\(port)/"))
      #expect(error?.reason == .timedOut(.connect))
    }
  }

  @Test
  func `a public host name that later resolves to localhost is rejected`()
    async throws
  {
    try OwnNetwork.enter()
    let rebinding = ChangingResolver([[OwnNetwork.publicAddress], ["127.0.0.1"]])
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.egress = .publicOnly
      $0.dns.resolver = rebinding
      $0.dns.lifetime = .zero
      $0.timeouts.resolve = .seconds(100)
    } _: { fixture in
      let loop = try EventLoop()
      let port = fixture.server.port
      let host = try #require(HostAddress(OwnNetwork.publicAddress))
      let listener = try Listener(at: host.socketAddress(port: port), on: loop)
      async let answered: Void = listener.answer()
      try await fixture.session.send(.get("http://rebinding.test:\(port)/"))
      try await answered
      #expect(rebinding.asked == ["rebinding.test"])
      let error = await fixture.failure(of: .get("http://rebinding.test:\(port)/"))
      guard case .egress(let refusal) = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(refusal.host == "rebinding.test")
      #expect(refusal.address == "127.0.0.1:\(port)")
      #expect(refusal.rule == .publicOnly)
      #expect(rebinding.asked.count == 2)
      #expect(fixture.server.connectionCount == 0)
      listener.close()
      await loop.shutdown()
    }
  }
}
