import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The faults of a TLS server over a socket, and the alerts of its client.
@Suite(.ownThread) struct ServerFaultTests {
  private static let rows: [(TLS.ServerFault, TLSError)] = [
    (.wrongSignature, .wrongSignature), (.wrongFinished, .wrongFinished),
    (.downgrade, .broken(.downgradeIsNotTold)), (.forgedRecord(2), .forgedRecord),
    (.plainHTTP, .notTLS(firstBytes: Array("HTTP/".utf8))),
    (.flight(.encryptedExtensions, .extended(by: 0xabcd)), .unsolicitedExtension(0xabcd)),
    (.flight(.certificate, .repeated), .unexpectedMessage(11, expected: [15])),
    (.flight(.serverHello, .followed(by: [8])), .keyChangeInsideRecord),
    (.renegotiation, .unexpectedMessage(0, expected: [4, 24])),
    (.oversizedRecord, .recordTooLong),
    (.afterHandshake(.keyUpdates(100, requestingPeer: true)), .tooMany(.keyUpdates)),
    (.afterHandshake(.emptyRecords(100)), .tooManyEmptyRecords(limit: 32)),
  ]

  @Test func `each TLS fault of the test server causes one error and one matching alert`()
    async throws
  {
    let server = try await TestServer(
      tls: try .local { $0.fault = { Self.rows[$0 - 1].0 } }, TestRoutes.answer)
    for (fault, error) in Self.rows {
      let client = try await SecureClient(to: server)
      #expect(try await client.failure() == error, "\(fault)")
      let alert = try #require(error.alert)
      #expect(server.tlsErrors.last == .alerted(alert.rawValue), "\(fault)")
    }
    #expect(server.tlsErrors.count == Self.rows.count)
    await server.shutdown()
  }

  @Test func `the test server can end or reset a TLS connection after any number of bytes`()
    async throws
  {
    let server = try await TestServer(tls: try .local(), TestRoutes.answer)
    for count in [0, 1, 5, 6, 90, 1000, 2000] {
      server.security?.configuration.fault = .end(afterByteCount: count, .finish)
      let cut = try await SecureClient(to: server)
      #expect(try await cut.failure() == .truncated)
      server.security?.configuration.fault = .end(afterByteCount: count, .reset)
      // A connection may be reset before it is established.
      await #expect(throws: NetError.self) {
        let reset = try await SecureClient(to: server)
        _ = try await reset.failure()
      }
    }
    // Also within the very end, which the client would otherwise never receive.
    server.security?.configuration.fault = nil
    let whole = try await SecureClient(to: server)
    _ = try await whole.get("/bytes/1000")
    for count in [whole.byteCount - 24, whole.byteCount - 40] {
      server.security?.configuration.fault = .end(afterByteCount: count, .finish)
      let client = try await SecureClient(to: server)
      await #expect(throws: TLSError.truncated) { try await client.get("/bytes/1000") }
    }
    for message in TLS.ServerFault.Message.allCases where message != .certificateRequest {
      server.security?.configuration.fault = .flight(message, .end(.finish))
      let client = try await SecureClient(to: server)
      #expect(try await client.failure() == .truncated)
    }
    await server.shutdown()
  }

  @Test func `the test server can send key updates, alerts and extra bytes anywhere`()
    async throws
  {
    let server = try await TestServer(tls: try .local()) { request in
      .connection { connection in
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab")
        switch request.path {
        case "/update":
          try await connection.updateKey(requestingPeer: true)
          try await connection.updateKey()
          try await connection.write("cd")
        case "/refuse": try await connection.refuse(.internalError)
        default: try await connection.writeUnsealed([23, 3, 3, 0, 20] + Array(0..<20))
        }
      }
    }
    let updated = try await SecureClient(to: server)
    #expect(try await updated.get("/update").suffix(4) == Array("abcd".utf8)[...])
    let refused = try await SecureClient(to: server)
    await #expect(throws: TLSError.alerted(80)) { try await refused.get("/refuse") }
    let strewn = try await SecureClient(to: server)
    await #expect(throws: TLSError.forgedRecord) { try await strewn.get("/strewn") }
    await server.shutdown()
    let plain = try await TestServer { _ in
      .connection { connection in
        await #expect(throws: TestServerError.withoutTLS) { try await connection.updateKey() }
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let session = try HTTPSession(plain.url)
    #expect(try await session.send(.get("/")).status == .ok)
    await session.shutdown()
    await plain.shutdown()
  }

  @Test func `the test server has no TLS fault by default`()
    async throws
  {
    let server = try await TestServer(
      tls: try .local { $0.fault = { $0 == 1 ? .wrongFinished : nil } }, TestRoutes.answer)
    let first = try await SecureClient(to: server)
    #expect(try await first.failure() == .wrongFinished)
    let second = try await SecureClient(to: server)
    #expect(try await second.get("/bytes/10").suffix(10) == TestRoutes.bytes(10)[...])
    await server.shutdown()
  }
}
