import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Connections that a server closes, or sends bytes on, while they are idle.
@Suite(.ownThread) struct StaleConnectionTests {
  /// Responds to the first request of each connection; the second one finds it closed.
  private static func closesAtSecond(_ connection: TestConnection) async throws {
    guard try await connection.readHead() != nil else { return }
    _ = try await connection.readBody()
    try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n")
    try await connection.write("\(connection.number)")
    _ = try await connection.readHead()
  }

  @Test func `an idempotent request on a closed connection is sent again once`()
    async throws
  {
    try await SessionFixture.withConnections(Self.closesAtSecond) { fixture in
      let first = try await fixture.session.send(.get(""))
      let second = try await fixture.session.send(.get(""))
      #expect([first.text, second.text] == ["1", "2"])
      // A third would be a replay of a request with a possible second effect.
      let error = await fixture.failure(of: .post("", .bytes([1])))
      #expect(error?.code == .connectionLost)
      #expect(fixture.server.connectionCount == 2)
    }
  }

  @Test func `a request with a single-use body on a closed connection is not sent again`()
    async throws
  {
    try await SessionFixture.withConnections(Self.closesAtSecond) { fixture in
      try await fixture.session.send(.get(""))
      let once = AsyncStream<[UInt8]> { continuation in
        continuation.yield([1])
        continuation.finish()
      }
      let error = await fixture.failure(of: .put("", .sequence(once)))
      #expect(error?.code == .connectionLost)
    }
  }

  @Test func `a new connection that closes before the response throws an error`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
    } _: { fixture in
      let error = await fixture.failure(of: .get(""))
      #expect(error?.reason == .noResponse)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `a request is not sent again after one byte of its response was received`()
    async throws
  {
    try await SessionFixture.withConnections { connection in
      guard try await connection.readHead() != nil else { return }
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      _ = try await connection.readHead()
      try await connection.write("H")
    } _: { fixture in
      try await fixture.session.send(.get(""))
      let error = await fixture.failure(of: .get(""))
      #expect(error?.reason == .response(.truncated(.head, at: 1)))
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf",
  ])
  func `a response that ends early because its connection closes is an error`(
    sent: String
  ) async throws {
    for security in [nil, try TestServer.Security.local()] {
      try await SessionFixture.withConnections(tls: security) { connection in
        guard try await connection.readHead() != nil else { return }
        if !sent.isEmpty { try await connection.write(sent) }
        if security != nil { try connection.cut() }
      } _: { fixture in
        let error = await fixture.failure(of: .post("", .bytes([1])))
        #expect(error?.number == -1005, "\(error.map { "\($0)" } ?? "no error")")
      }
    }
  }

  @Test func `an idle connection that the server closes is not used again`() async throws {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } _: { fixture in
      try await fixture.session.send(.get(""))
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
      fixture.server.closeConnections()
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test(arguments: [TestNetwork.plain, TestNetwork.secure], [0, 3])
  func `bytes after a response are not read as the response to the next request`(
    base: String, seconds: Int
  ) async throws {
    try await TestNetwork.run { network in
      try network.serve(
        base,
        connections: { connection in
          while try await connection.readHead() != nil {
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(connection.number)"
            let poison = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
            if seconds == 0 {
              try await connection.write(answer + poison)
            } else {
              try await connection.write(answer)
              try await connection.sleep(.seconds(seconds))
              try await connection.write(poison)
            }
          }
        })
      let session = try network.session(base)
      for number in 1...3 {
        let response = try await session.send(.get(""))
        #expect(response.text == "\(number)")
        // Bytes after the next request was sent would have to count as its response.
        try await network.sleep(for: .seconds(seconds + 1))
        #expect(session.gauges.open == 0)
      }
    }
  }

  @Test func `a connection is not used beyond its idle timeout or its maximum age`() async throws {
    for isAge in [false, true] {
      try await TestNetwork.run { network in
        try network.serve(TestNetwork.plain) { request in
          .response(HTTP.Response(200, body: Array("\(request.connection)".utf8)))
        }
        let session = try network.session(TestNetwork.plain) {
          $0.pool.idleTimeout = .seconds(isAge ? 1_000 : 50)
          $0.pool.maximumAge = isAge ? .seconds(50) : nil
        }
        for number in 1...3 {
          let response = try await session.send(.get(""))
          #expect(response.text == "\(number)")
          try await network.sleep(for: .seconds(49))
          #expect(session.gauges.idle == 1)
          // The loop closes it without a request.
          try await network.sleep(for: .seconds(2))
          #expect(session.gauges.open == 0)
        }
      }
    }
  }
}
