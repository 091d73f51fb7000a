import ApusNet
import CApusTestSupport
import Testing

/// At each place where a task can wait, a thousand tasks are cancelled at different times. They
/// leave no sockets, waits or deadlines.
@Suite(.timeLimit(.minutes(3))) struct CancellationTests {
  private static let soon = Duration.seconds(100)

  /// Cancels each call: sometimes before it waits, mostly while it waits, and after it has begun.
  private func cancel(
    on loop: EventLoop, rounds: Int = 1000, _ call: @escaping @Sendable () async throws -> Void
  ) async {
    var failures: Set<String> = []
    for round in 0..<rounds {
      let task = Task { await failure(call) }
      let waiting = loop.census.waiting
      switch round % 4 {
      case 0: break
      case 1: await Task.yield()
      default: for _ in 0..<200 where loop.census.waiting == waiting { await Task.yield() }
      }
      task.cancel()
      if let failure = await task.value { failures.insert("\(failure)") }
    }
    #expect(failures == ["\(NetError.cancelled)"])
  }

  @Test(arguments: [false, true])
  func `a task that waits for bytes throws a cancellation error when cancelled`(isOnLoop: Bool)
    async throws
  {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      await cancel(on: loop) {
        try await Self.run(isOnLoop ? loop : nil) {
          _ = try await connection.client.receiveAll(until: .after(Self.soon))
        }
      }
      try await connection.server.send([9])
      #expect(try await connection.client.receiveAll(1) == [9])
      connection.client.close()
      connection.server.close()
    }
  }

  @Test(arguments: [false, true])
  func `a task that waits to send bytes throws a cancellation error when cancelled`(isOnLoop: Bool)
    async throws
  {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      let much = [UInt8](repeating: 1, count: 1 << 20)
      while try connection.client.sendNow(much.span) > 0 {}
      await cancel(on: loop) {
        try await Self.run(isOnLoop ? loop : nil) {
          try await connection.client.send(much, until: .after(Self.soon))
        }
      }
      connection.client.reset()
      connection.server.close()
    }
  }

  @Test func `a task that waits to send or receive throws when it is cancelled`()
    async throws
  {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      let much = [UInt8](repeating: 1, count: 1 << 20)
      while try connection.client.sendNow(much.span) > 0 {}
      await cancel(on: loop) {
        while true {
          try await connection.client.wait(
            for: [.input, .output], .send, until: .after(Self.soon))
        }
      }
      connection.client.reset()
      connection.server.close()
    }
  }

  @Test func `a cancelled connection attempt throws a cancellation error`() async throws {
    try await EventLoop.lend { loop in
      let silent = try await Silent(on: loop)
      await cancel(on: loop) {
        _ = try await Socket.connect(to: silent.address, until: .after(Self.soon), on: loop)
      }
      silent.close()
    }
  }

  @Test func `a listener that waits for a connection throws when its task is cancelled`()
    async throws
  {
    try await EventLoop.lend { loop in
      let listener = try Listener(at: Echo.home, on: loop)
      await cancel(on: loop) { _ = try await listener.accept(until: .after(Self.soon)) }
      let client = try await Socket.connect(
        to: listener.address, until: .after(Self.soon), on: loop)
      try await listener.accept(until: .after(Self.soon)).close()
      client.close()
      listener.close()
    }
  }

  @Test func `a cancelled sleep throws a cancellation error`() async throws {
    try await EventLoop.lend { loop in
      await cancel(on: loop) { try await loop.sleep(until: .after(Self.soon)) }
    }
  }

  @Test func `a cancelled blocking call throws a cancellation error`() async throws {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 1, queueLimit: 4)
      let gate = Gate()
      async let first: Void = pool.run(until: .never, on: loop) { gate.pass() }
      await cancel(on: loop) { try await pool.run(until: .after(Self.soon), on: loop) {} }
      #expect(pool.queuedCount == 0)
      gate.open()
      try await first
    }
  }

  @Test func `a thousand cancelled connections leave no file descriptor open`() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      let warm = try await Connection(on: loop)
      warm.client.close()
      warm.server.close()
      let before = apus_test_descriptors()
      try await Echo.serve(on: loop) { address in
        for round in 0..<1000 {
          let task = Task {
            let socket = try await Socket.connect(
              to: address, until: .after(.seconds(30)), on: loop)
            try await socket.send([1, 2, 3])
            return try await socket.receiveAll(3)
          }
          for _ in 0..<(round % 40) { await Task.yield() }
          task.cancel()
          if let bytes = try? await task.value { #expect(bytes == [1, 2, 3]) }
        }
      }
      #expect(loop.census == (0, 0, 0))
      // The runtime may have opened some of its own meanwhile; a leak would be a thousand.
      #expect(apus_test_descriptors() < before + 100)
    }
  }

  private static func run(
    _ loop: EventLoop?, _ call: @Sendable () async throws -> Void
  ) async throws {
    guard let loop else { return try await call() }
    try await withTaskExecutorPreference(loop) { try await call() }
  }
}
