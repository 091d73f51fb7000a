import ApusNet
import ApusTestServer
import Testing

@testable import ApusSession

@Suite(.ownThread, .serialized) struct SecureStreamTests {
  @Test func `the end of a handshake waits for the first request, or for rest`() async throws {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      guard case .network(let pool) = fixture.session.engine else { return }
      let base = try #require(fixture.session.preset.base)
      let key = try pool.footings.key(for: base.origin)
      let bounds = Bounds(fixture.session.configuration.timeouts)
      let connection = try await pool.lease(key, bounds)
      let secure = try #require(connection.secure)
      #expect(secure.isSending)
      // Nothing has come, so that nothing is to be answered.
      try secure.open()
      #expect(secure.isSending)
      secure.rest()
      #expect(!secure.isSending)
      pool.giveBack(connection)
      for _ in 1...3 { try await fixture.session.send(.get("get")) }
      #expect(fixture.server.connectionCount == 1)
    }
  }
}
