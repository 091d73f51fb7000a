import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// RFC 9112 section 9.2.
@Suite struct ConnectionTests {
  @Test func `a connection that became idle just now is reused without a liveness check`()
    async throws
  {
    let loop = try EventLoop()
    // On the loop's thread, which delivers no event while the test does not wait.
    try await withTaskExecutorPreference(loop) {
      let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
      let socket = try await Socket.connect(to: listener.address, until: .never, on: loop)
      let peer = try await listener.accept(until: .never)
      let connection = Connection(
        Transport(.socket(socket)), DialTimes(listener.address, connectedAt: .now),
        for: PoolKey(inClearTo: try HTTP.URL("http://a/").origin), until: .never,
        Deadlines(HTTPSession.Timeouts(), .system), limits: HTTP.Limits()
      ) { _, _ in }
      let start = Deadline.now
      #expect(connection.park(at: start, until: .never))
      #expect(connection.resume(at: start + .microseconds(21)))
      #expect(connection.park(at: start, until: .never))
      _ = try peer.sendNow([0x78].span)
      while connection.channel.silence() == .kept {}
      #expect(connection.resume(at: start + .microseconds(20)))
      #expect(connection.park(at: start, until: .never))
      #expect(!connection.resume(at: start + .microseconds(21)))
      // A request that cannot be repeated does not set the time.
      #expect(connection.park(at: start, until: .never))
      #expect(!connection.resume())
      for socket in [socket, peer] { socket.close() }
      listener.close()
    }
    await loop.shutdown()
  }

  @Test(arguments: [TestNetwork.plain, TestNetwork.secure])
  func `a response that the server sends before the request answers the request`(base: String)
    async throws
  {
    try await TestNetwork.run { network in
      try network.serve(
        base,
        connections: { connection in
          let answer = "HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbusy"
          try await connection.write(answer)
          _ = try await connection.readHead()
        })
      let session = try network.session(base) { $0.acceptedStatuses = .any }
      #expect(try await session.send(.post("", .text("now"))).text == "busy")
    }
  }
}
