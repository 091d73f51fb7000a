import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Idle TLS connections, and the messages of their servers meanwhile. RFC 8446 section 4.6.
@Suite(.ownThread, .serialized) struct RestingSecureConnectionTests {
  private func tickets(of session: HTTPSession) -> Int {
    guard case .network(let pool) = session.engine else { return 0 }
    return pool.dialer.sources.tickets.count
  }

  @Test func `session tickets that arrive on an idle connection are stored`()
    async throws
  {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      // The server sends its tickets when the client has finished, which is after the warm-up.
      try await fixture.session.warmUp(connections: 1)
      _ = await Pause.until { tickets(of: fixture.session) == 2 }
      #expect(tickets(of: fixture.session) == 2)
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
      for _ in 1...3 { try await fixture.session.send(.get("get")) }
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `TLS key updates may arrive at any time, and requested updates are sent`()
    async throws
  {
    try await SessionFixture.withConnections(tls: try .local()) { connection in
      while try await connection.readHead() != nil {
        try await connection.updateKey(requestingPeer: true)
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nHello")
        try await connection.updateKey(requestingPeer: true)
        try await connection.write("World")
        try await connection.updateKey(requestingPeer: true)
      }
    } _: { fixture in
      for _ in 1...3 {
        let response = try await fixture.session.send(.get(""))
        #expect(response.text == "HelloWorld")
        try await Task.sleep(for: .milliseconds(30))
      }
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `the idle timeout of a connection continues while session tickets arrive`()
    async throws
  {
    try await TestNetwork.run { network in
      let hasEnded = Lock(false)
      let server = try network.serve(
        TestNetwork.secure,
        connections: { connection in
          // Its tickets arrive while the connection is idle.
          let head = try await connection.readHead()
          hasEnded.withLock { $0 = head == nil }
        })
      let session = try network.session(TestNetwork.secure) {
        $0.pool.idleTimeout = .seconds(30)
      }
      try await session.warmUp(connections: 1)
      try await network.sleep(for: .seconds(29))
      #expect(session.gauges.idle == 1)
      try await network.sleep(for: .seconds(2))
      #expect(session.gauges.open == 0)
      // An end without close_notify would be an error.
      #expect(hasEnded.withLock(\.self) && server.tlsErrors.isEmpty)
    }
  }

  @Test func `unsolicited bytes on TLS are not read as the response to the next request`()
    async throws
  {
    try await SessionFixture.withConnections(tls: try .local()) { connection in
      while try await connection.readHead() != nil {
        try await connection.write(
          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(connection.number)")
        try await connection.sleep(.milliseconds(40))
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison")
      }
    } _: { fixture in
      for number in 1...3 {
        let response = try await fixture.session.send(.get(""))
        #expect(response.text == "\(number)")
        try await fixture.expectNothingLeft()
      }
    }
  }

  @Test func `an idle connection is closed if the TLS server ends or cuts it`() async throws {
    for isOrderly in [true, false] {
      try await TestNetwork.run { network in
        try network.serve(
          TestNetwork.secure,
          connections: { connection in
            guard try await connection.readHead() != nil else { return }
            try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            try await connection.sleep(.seconds(3))
            if isOrderly { try await connection.finish() } else { try connection.cut() }
          })
        let session = try network.session(TestNetwork.secure)
        try await session.send(.get(""))
        #expect(session.gauges.idle == 1)
        try await network.sleep(for: .seconds(4))
        #expect(session.gauges.open == 0)
      }
    }
  }
}
