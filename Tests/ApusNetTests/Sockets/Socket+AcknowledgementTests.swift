import CApusTestSupport
import TestSupport
import Testing

@testable import ApusNet

@Suite(.timeLimit(.minutes(3))) struct SocketAcknowledgementTests {
  private func option(_ option: apus_test_option, of socket: Socket) -> Int64 {
    socket.descriptor.use { apus_test_socket_option($0, option) }
  }

  @Test func `the user timeout of an open TCP connection can be changed`()
    async throws
  {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      let client = connection.client
      #expect(option(APUS_TEST_USER_TIMEOUT, of: client) == 0)
      try client.setUserTimeout(.seconds(10))
      #expect(option(APUS_TEST_USER_TIMEOUT, of: client) == 10_000)
      try await client.send([1])
      #expect(try await connection.server.receiveAll(1) == [1])
      try client.setUserTimeout(nil)
      #expect(option(APUS_TEST_USER_TIMEOUT, of: client) == 0)
      client.close()
      connection.server.close()
    }
  }

  @Test func `keep-alive probes of an open connection can be enabled and disabled`() async throws {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      let client = connection.client
      #expect(option(APUS_TEST_KEEP_ALIVE, of: client) == 0)
      try client.setKeepAlive(.init(idle: .seconds(45), interval: .seconds(15), count: 3))
      #expect(option(APUS_TEST_KEEP_ALIVE, of: client) == 1)
      #expect(option(APUS_TEST_KEEP_ALIVE_IDLE, of: client) == 45)
      #expect(option(APUS_TEST_KEEP_ALIVE_INTERVAL, of: client) == 15)
      #expect(option(APUS_TEST_KEEP_ALIVE_COUNT, of: client) == 3)
      try client.setKeepAlive(nil)
      #expect(option(APUS_TEST_KEEP_ALIVE, of: client) == 0)
      client.close()
      connection.server.close()
    }
  }

  @Test func `sent bytes count as unacknowledged until the peer has received them`() async throws {
    var options = SocketOptions()
    options.sendBuffer = 32_768
    options.receiveBuffer = 32_768
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop, options: options)
      let client = connection.client
      #expect(try client.unacknowledgedByteCount() == 0)
      let piece = [UInt8](repeating: 1, count: 10_000)
      var sent = 0
      while true {
        let count = try client.sendNow(piece.span)
        guard count > 0 else { break }
        sent += count
      }
      // Bytes that exceed the peer's window wait here.
      let waiting = try client.unacknowledgedByteCount()
      #expect(1...sent ~= waiting)
      #expect(try await connection.server.receiveAll(sent).count == sent)
      while try client.unacknowledgedByteCount() > 0 { await Pause.brief() }
      client.close()
      #expect(throws: NetError.closed) { try client.unacknowledgedByteCount() }
      connection.server.close()
    }
  }

  @Test func `a Unix socket accepts TCP options without an error`() async throws {
    let folder = try TemporaryFolder()
    try await EventLoop.lend { loop in
      try await Echo.serve(at: .unix(path: folder.path + "/socket"), on: loop) { address in
        let socket = try await Socket.connect(to: address, until: .after(.seconds(10)), on: loop)
        try socket.setUserTimeout(.seconds(1))
        try socket.setKeepAlive(.init(idle: .seconds(1), interval: .seconds(1), count: 1))
        #expect(try socket.unacknowledgedByteCount() == 0)
        socket.close()
      }
    }
  }

  /// A process with a separate network, with four ports for connections.
  @Test(.enabled(if: apus_test_may_own_network() == 0, "there is no network of one's own"))
  func `connecting without a free local port throws noLocalPort`() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      try await withTaskExecutorPreference(loop) {
        // The network belongs to the loop's thread, which makes the sockets.
        #expect(apus_test_enter_own_network() == 0)
        #expect(apus_test_raise_loopback() == 0)
        #expect(apus_test_limit_ports(40_000, 40_003) == 0)
        let listener = try Listener(
          at: .ipv4(IPv4Address(127, 0, 0, 1), port: 8_080), on: loop)
        var sockets: [Socket] = []
        for _ in 0..<4 {
          sockets.append(
            try await Socket.connect(
              to: listener.address, until: .after(.seconds(10)), on: loop))
        }
        let error = await failure {
          _ = try await Socket.connect(to: listener.address, until: .after(.seconds(10)), on: loop)
        }
        #expect(error == .noLocalPort(to: listener.address))
        #expect(sockets.count == 4)
      }
    }
  }
}
