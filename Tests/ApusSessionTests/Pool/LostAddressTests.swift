import ApusHTTP
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusSession

/// What becomes of connections whose address the machine has lost.
@Suite(
  .ownThread, .timeLimit(.minutes(3)),
  .enabled(if: OwnNetwork.obstacle == nil, Comment(rawValue: OwnNetwork.obstacle ?? "")))
struct LostAddressTests {
  @Test func `a connection at rest is closed at once when its address is gone, and others are not`()
    async throws
  {
    try OwnNetwork.enter()
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } configure: {
      $0.sockets.localAddress = OwnNetwork.publicAddress
    } _: { fixture in
      let other = try HTTPSession.apart(fixture.server.url)
      for round in 1...2 {
        try await fixture.session.send(.get("/"))
        try await other.send(.get("/"))
        #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
        #expect(await other.gauge(\.idle, reaches: 1) == 1)
        #expect(fixture.server.connectionCount == round + 1)
        try OwnNetwork.remove()
        while fixture.session.gauges.open > 0 { await Pause.brief() }
        #expect(await other.gauge(\.idle, reaches: 1) == 1)
        try OwnNetwork.restore()
      }
      await other.shutdown()
    }
  }
}

extension OwnNetwork {
  /// Takes the public address away.
  fileprivate static func remove() throws { try change("del") }

  /// Gives the public address back.
  fileprivate static func restore() throws { try change("add") }

  private static func change(_ verb: String) throws {
    let line = "ip addr \(verb) \(publicAddress)/32 dev lo"
    // SAFETY: a C string for this call only.
    guard unsafe apus_test_run(line) == 0 else { throw Failure(line: line) }
  }
}
