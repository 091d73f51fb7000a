import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// Connections of TLS that nobody uses, and what their servers say meanwhile. RFC 8446 section 4.6.
@Suite(.ownThread, .serialized) struct RestingSecureConnectionTests {
  private func tickets(of session: HTTPSession) -> Int {
    guard case .network(let pool) = session.engine else { return 0 }
    return pool.dialer.sources.tickets.count
  }

  @Test func `tickets that come while a connection rests are kept, and so is the connection`()
    async throws
  {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) { fixture in
      // The server gives its tickets when the client has finished, which is behind the warming up.
      try await fixture.session.warmUp(connections: 1)
      _ = await Pause.until { tickets(of: fixture.session) == 2 }
      #expect(tickets(of: fixture.session) == 2)
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
      for _ in 1...3 { try await fixture.session.send(.get("get")) }
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `keys may change at any time, and the server is answered`() async throws {
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

  @Test func `the idle time of a connection goes on while tickets come`() async throws {
    try await SessionFixture.with(tls: try .local(), TestRoutes.answer) {
      $0.pool.idleTimeout = .seconds(1)
    } _: { fixture in
      try await fixture.session.warmUp(connections: 1)
      try await fixture.expectNothingLeft()
      _ = await Pause.until { fixture.server.closeNotifyCount > 0 }
      #expect(fixture.server.closeNotifyCount == 1)
    }
  }

  @Test func `bytes that nobody asked for are no answer to the next request`() async throws {
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

  @Test func `a connection that the server ends while it rests is given up`() async throws {
    for isOrderly in [true, false] {
      try await SessionFixture.withConnections(tls: try .local()) { connection in
        guard try await connection.readHead() != nil else { return }
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        try await connection.sleep(.milliseconds(20))
        if isOrderly { try await connection.finish() } else { try connection.cut() }
      } _: { fixture in
        try await fixture.session.send(.get(""))
        try await fixture.expectNothingLeft()
      }
    }
  }
}
