import ApusNet
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct SocketConnectingTests {
  private func closedPort(on loop: EventLoop) throws -> SocketAddress {
    let listener = try Listener(at: Echo.home, on: loop)
    listener.close()
    return listener.address
  }

  @Test func `the error of a rejected connection contains the server's address`() async throws {
    try await EventLoop.lend { loop in
      let address = try closedPort(on: loop)
      let error = await failure {
        _ = try await Socket.connect(to: address, until: .after(.seconds(10)), on: loop)
      }
      #expect(error == .refused(by: address))
      #expect(
        error?.description
          == "\(address) refused the connection; check that a server listens on this port")
    }
  }

  @Test func `a connection attempt to a silent server fails at its deadline`() async throws {
    try await EventLoop.lend { loop in
      let silent = try await Silent(on: loop)
      let start = ContinuousClock.now
      let error = await failure {
        _ = try await Socket.connect(
          to: silent.address, until: .after(.milliseconds(80)), on: loop)
      }
      let taken = ContinuousClock.now - start
      #expect(error == .timedOut(.connect, silent.address))
      #expect(taken >= .milliseconds(80) && taken < .seconds(20))
      silent.close()
    }
  }

  @Test func `bytes and an end that arrive before the first receive call are received`()
    async throws
  {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      try await connection.server.send([1, 2, 3])
      connection.server.close()
      _ = await Pause.until { connection.client.silence() != .kept }
      #expect(connection.client.silence() == .data)
      #expect(try await connection.client.receiveAll() == [1, 2, 3])
      connection.client.close()
    }
  }

  @Test func `an established connection leaves no timer in the event loop`() async throws {
    try await EventLoop.lend { loop in
      let silent = try await Silent(on: loop)
      async let connecting = Socket.connect(
        to: silent.address, until: .after(.seconds(60)), on: loop)
      while loop.census.waiting == 0 { await Pause.brief() }
      // The kernel retries after a second, and then there is room.
      try await silent.acceptAll()
      let socket = try await connecting
      #expect(loop.census.timers == 0)
      socket.close()
      silent.close()
    }
  }

  @Test func `a connection uses the configured local address`() async throws {
    try await EventLoop.lend { loop in
      try await Echo.serve(on: loop) { address in
        let socket = try await Socket.connect(
          to: address, from: .ipv4(IPv4Address(127, 0, 0, 9), port: 0),
          until: .after(.seconds(10)), on: loop)
        #expect(socket.local.description.split(separator: ":").first == "127.0.0.9")
        let foreign = SocketAddress.ipv4(IPv4Address(192, 0, 2, 1), port: 0)
        let error = await failure {
          _ = try await Socket.connect(
            to: address, from: foreign, until: .after(.seconds(10)), on: loop)
        }
        #expect(error == .addressNotLocal(foreign))
      }
    }
  }

  @Test func `connecting to a closed local port never connects the socket to itself`() async throws
  {
    try await EventLoop.lend { loop in
      for _ in 0..<100 {
        let address = try closedPort(on: loop)
        let error = await failure {
          _ = try await Socket.connect(
            to: address, from: address, until: .after(.seconds(10)), on: loop)
        }
        // Another test may take the port meanwhile.
        if case .addressInUse = error { continue }
        #expect(error == .refused(by: address))
        return
      }
      Issue.record("no port stayed free")
    }
  }

  @Test func `connecting to a Unix socket path without a socket is an error`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([], to: "file")
    try await EventLoop.lend { loop in
      for (path, error) in [
        (folder.path + "/missing", NetError.noSuchSocket(.unix(path: folder.path + "/missing"))),
        (file, .refused(by: .unix(path: file))),
      ] {
        let found = await failure {
          _ = try await Socket.connect(
            to: .unix(path: path), until: .after(.seconds(10)), on: loop)
        }
        #expect(found == error)
      }
    }
  }

  @Test func `if the queue of a local listener is full, the connection attempt waits`()
    async throws
  {
    let folder = try TemporaryFolder()
    let address = SocketAddress.unix(path: folder.path + "/socket")
    try await EventLoop.lend { loop in
      let listener = try Listener(at: address, backlog: 0, on: loop)
      let first = try await Socket.connect(to: address, until: .after(.seconds(10)), on: loop)
      let error = await failure {
        _ = try await Socket.connect(to: address, until: .after(.milliseconds(30)), on: loop)
      }
      #expect(error == .timedOut(.connect, address))
      async let second = Socket.connect(to: address, until: .after(.seconds(10)), on: loop)
      try await loop.sleep(until: .after(.milliseconds(20)))
      try await listener.accept(until: .after(.seconds(10))).close()
      try await second.close()
      first.close()
      listener.close()
    }
  }

  @Test func `socket options are set in the kernel, and a rejected option is an error`()
    async throws
  {
    var options = SocketOptions()
    options.keepAlive = .init(idle: .seconds(30), interval: .milliseconds(1500), count: 3)
    options.userTimeout = .milliseconds(2500)
    options.sendBuffer = 10_000
    options.receiveBuffer = 10_000
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop, options: options)
      try await connection.client.send([1, 2, 3])
      #expect(try await connection.server.receiveAll(3) == [1, 2, 3])
    }
  }
}

/// A listener that never accepts and whose queue is full, so that no connection succeeds.
struct Silent {
  let address: SocketAddress
  private let listener: Listener
  private let queued: [Socket]

  init(on loop: EventLoop) async throws {
    listener = try Listener(at: Echo.home, backlog: 0, on: loop)
    address = listener.address
    var queued: [Socket] = []
    for _ in 0..<8 {
      let deadline = Deadline.after(.milliseconds(50))
      do {
        queued.append(try await Socket.connect(to: address, until: deadline, on: loop))
      } catch NetError.timedOut {
        break
      }
    }
    self.queued = queued
  }

  /// Makes room in the queue.
  func acceptAll() async throws {
    for _ in queued { try await listener.accept(until: .after(.seconds(20))).close() }
  }

  func close() {
    listener.close()
    for socket in queued { socket.close() }
  }
}
