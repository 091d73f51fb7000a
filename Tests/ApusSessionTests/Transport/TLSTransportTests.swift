import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

@Suite(.ownThread, .serialized) struct TLSTransportTests {
  @Test func `the end of a TLS handshake is sent with the first request, or when idle`()
    async throws
  {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      guard case .network(let pool) = fixture.session.engine else {
        Issue.record("the session has no pool")
        return
      }
      let session = fixture.session
      let call = CallContext(session.usualDeadlines, nil, nil)
      let prepared = try await PreparedRequest(.get(""), session.defaults, in: call)
      let connection = try await pool.leaseConnection(prepared.key, call)
      guard case .tls(let secure) = connection.transport else {
        Issue.record("the connection has no TLS")
        return
      }
      #expect(secure.isSending)
      // Without received bytes, no response is due.
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
