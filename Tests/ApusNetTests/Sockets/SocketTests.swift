import ApusNet
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct SocketTests {
  private static let soon = Duration.seconds(100)

  private func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
  }

  @Test(arguments: ["127.0.0.1", "::1"])
  func `bytes sent over TCP are echoed by the peer`(host: String) async throws {
    let address: SocketAddress =
      host == "::1"
      ? .ipv6(try IPv6Address(host), port: 0) : .ipv4(try IPv4Address(host), port: 0)
    try await exchange(at: address)
  }

  @Test func `bytes sent over a Unix socket are echoed by the peer`() async throws {
    let folder = try TemporaryFolder()
    try await exchange(at: .unix(path: folder.path + "/socket"))
  }

  private func exchange(at address: SocketAddress) async throws {
    let bytes = pattern(100_000)
    try await EventLoop.lend { loop in
      try await Echo.serve(at: address, on: loop) { address in
        let socket = try await Socket.connect(to: address, until: .after(Self.soon), on: loop)
        #expect(socket.peer == address)
        for count in [1, 7, 1000, 65_536, 100_000] {
          try await socket.send(Array(bytes.prefix(count)))
          #expect(try await socket.receiveAll(count) == Array(bytes.prefix(count)))
        }
        try socket.finishSending()
        #expect(try await socket.receiveAll() == [])
        socket.close()
      }
    }
  }

  @Test func `bytes are echoed to a task that runs on the event loop`() async throws {
    try await EventLoop.lend { loop in
      try await Echo.serve(on: loop) { address in
        try await withTaskExecutorPreference(loop) {
          let socket = try await Socket.connect(to: address, until: .after(Self.soon), on: loop)
          #expect(loop.isCurrent)
          for _ in 0..<100 {
            try await socket.send([1, 2, 3])
            #expect(try await socket.receiveAll(3) == [1, 2, 3])
            #expect(loop.isCurrent)
          }
        }
      }
    }
  }

  @Test func `after the client has finished sending, the server can still send`() async throws {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      try await connection.client.send(pattern(10))
      try connection.client.finishSending()
      #expect(try await connection.server.receiveAll() == pattern(10))
      try await connection.server.send(pattern(20))
      #expect(try await connection.client.receiveAll(20) == pattern(20))
      connection.server.close()
      #expect(try await connection.client.receiveAll() == [])
    }
  }

  @Test func `three byte spans arrive as one sequence, however the kernel splits them`()
    async throws
  {
    var options = SocketOptions()
    options.sendBuffer = 32_768
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop, options: options)
      let whole = pattern(300_000)
      for cuts in [(0, 0), (1, 2), (10, 299_990), (150_000, 150_000), (300_000, 300_000)] {
        let first = Array(whole[..<cuts.0])
        let second = Array(whole[cuts.0..<cuts.1])
        let third = Array(whole[cuts.1...])
        async let received = connection.server.receiveAll(whole.count)
        try await connection.client.send(
          first.span, second.span, third.span, until: .after(Self.soon))
        #expect(try await received == whole)
      }
    }
  }

  @Test func `a slow reader receives every byte of a writer that must wait`() async throws {
    var options = SocketOptions()
    options.sendBuffer = 32_768
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop, options: options)
      let whole = pattern(1 << 16)
      async let sent: Void = connection.client.send(whole)
      var received: [UInt8] = []
      while received.count < whole.count {
        try await loop.sleep(until: .after(.milliseconds(1)))
        received += try await connection.server.receiveAll(min(1500, whole.count - received.count))
      }
      try await sent
      #expect(received == whole)
    }
  }

  @Test func `bytes that are sent one by one all arrive`() async throws {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      let whole = pattern(2000)
      async let received = connection.server.receiveAll()
      for byte in whole { try await connection.client.send([byte]) }
      connection.client.close()
      #expect(try await received == whole)
    }
  }

  @Test func `an end of the stream that arrives with the last bytes is detected`() async throws {
    try await EventLoop.lend { loop in
      for round in 0..<500 {
        let connection = try await Connection(on: loop)
        async let received = connection.client.receiveAll()
        try await connection.server.send(pattern(round))
        connection.server.close()
        #expect(try await received == pattern(round))
      }
    }
  }

  @Test func `the error of a reset connection contains the peer's address`() async throws {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      connection.server.reset()
      await #expect(throws: NetError.reset(by: connection.client.peer)) {
        _ = try await connection.client.receiveAll()
      }
    }
  }

  @Test func `sending to a closed peer is an error`() async throws {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      let peer = connection.client.peer
      connection.server.close()
      let error = await #expect(throws: NetError.self) {
        while true { try await connection.client.send(pattern(1000)) }
      }
      #expect(error == .reset(by: peer) || error == .brokenPipe(to: peer))
      await #expect(throws: NetError.brokenPipe(to: peer)) {
        try await connection.client.send(pattern(1000))
      }
    }
  }

  @Test func `a call on a closed socket throws closed, and close can be called twice`() async throws
  {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      connection.client.close()
      connection.client.close()
      connection.client.reset()
      await #expect(throws: NetError.closed) { try await connection.client.send([1]) }
      await #expect(throws: NetError.closed) { _ = try await connection.client.receiveAll() }
      #expect(throws: NetError.closed) { try connection.client.finishSending() }
      #expect(connection.client.silence() == .failed(.closed))
    }
  }

  @Test func `closing a socket ends its waits with an error`() async throws {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      async let failure = failure { _ = try await connection.client.receiveAll() }
      while loop.census.waiting == 0 { await Pause.brief() }
      connection.client.close()
      #expect(await failure == .closed)
    }
  }

  @Test func `a task that sends and receives waits until either is possible`() async throws {
    var options = SocketOptions()
    options.sendBuffer = 32_768
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop, options: options)
      async let echoed: Void = Echo.answer(on: connection.server)
      let whole = pattern(400_000)
      var received = ByteQueue()
      var sent = 0
      while received.count < whole.count {
        sent += try connection.client.sendNow(whole.span.extracting(sent...))
        var count: Int?
        try received.append(atMost: 65_536) { (bytes) throws(NetError) in
          count = try connection.client.receiveNow(into: &bytes)
        }
        guard count == nil else { continue }
        try await connection.client.wait(
          for: sent < whole.count ? [.input, .output] : .input, .send, until: .after(Self.soon))
      }
      connection.client.close()
      try await echoed
      #expect(received.bytes == whole)
    }
  }

  @Test func `received bytes are stored in the memory of the caller`() async throws {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      try await connection.server.send(pattern(10))
      let first = try await receiveSix(from: connection.client)
      #expect(first == Array(pattern(10).prefix(6)))
      let rest = try await receiveSix(from: connection.client)
      #expect(rest == Array(pattern(10).suffix(4)))
    }
  }

  private func receiveSix(from socket: Socket) async throws(NetError) -> [UInt8] {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 6)
    defer { unsafe memory.deallocate() }
    // SAFETY: the memory outlives the span, and is read as far as the span was written.
    var span = unsafe OutputSpan(buffer: memory, initializedCount: 0)
    let count = try await socket.receive(into: &span, until: .after(.seconds(10)))
    let end = unsafe span.finalize(for: memory)
    #expect(end == count)
    return unsafe Array(memory[..<count])
  }
}
