import ApusBytes
import ApusNet
import CApusTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct EventLoopTests {
  @Test(arguments: [0, 1, 3, 10, 55, 200])
  func `a sleep never ends before its duration has passed`(milliseconds: Int) async throws {
    try await EventLoop.lend { loop in
      let start = ContinuousClock.now
      try await loop.sleep(until: .after(.milliseconds(milliseconds)))
      #expect(ContinuousClock.now - start >= .milliseconds(milliseconds))
    }
  }

  @Test func `of two sleeps with the same start, the shorter sleep ends first`() async throws {
    try await EventLoop.lend { loop in
      let long = Deadline.after(.seconds(30))
      async let other = failure { try await loop.sleep(until: long) }
      while loop.census.waiting == 0 { await Pause.brief() }
      for _ in 0..<3 { try await loop.sleep(until: .after(.milliseconds(20))) }
      #expect(!long.isPast)
      await loop.shutdown()
      #expect(await other == .shutDown)
    }
  }

  @Test func `a new earlier deadline wakes a sleeping event loop in time`()
    async throws
  {
    try await EventLoop.lend { loop in
      async let long = failure { try await loop.sleep(until: .after(.seconds(30))) }
      while loop.census.waiting < 1 { await Pause.brief() }
      try await loop.sleep(until: .after(.milliseconds(1)))
      #expect(loop.census.waiting == 1)
      await loop.shutdown()
      #expect(await long == .shutDown)
    }
  }

  /// The timer of the first wait fires without effect, and must be set again.
  @Test func `the deadline of an early ended wait does not end the next wait`() async throws {
    try await EventLoop.lend { loop in
      let doorbell = Doorbell(on: loop)
      async let first = doorbell.wait(until: .after(.milliseconds(40)))
      // On a busy machine the first wait may be over by then, which does no harm.
      try await loop.sleep(until: .after(.milliseconds(10)))
      doorbell.ring()
      _ = await first
      _ = await doorbell.wait(until: .now)
      let start = ContinuousClock.now
      #expect(await doorbell.wait(until: .after(.milliseconds(120))) == .timedOut)
      #expect(ContinuousClock.now - start >= .milliseconds(120))
    }
  }

  @Test func `many parallel sleeps end in the order of their deadlines`() async throws {
    try await EventLoop.lend { loop in
      let ended = Shared<[Int]>([])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in (0..<20).shuffled() {
          group.addTask(executorPreference: loop) {
            try await loop.sleep(until: .after(.milliseconds(100 + 10 * index)))
            ended.change { $0.append(index) }
          }
        }
        try await group.waitForAll()
      }
      #expect(ended.value == Array(0..<20))
    }
  }

  @Test func `shutdown ends every wait on the event loop, and the tasks continue`() async throws {
    let loop = try EventLoop()
    let connection = try await Connection(on: loop)
    async let onLoop = failure {
      try await withTaskExecutorPreference(loop) { _ = try await connection.client.receiveAll() }
    }
    async let elsewhere = failure { _ = try await connection.server.receiveAll() }
    async let asleep = failure { try await loop.sleep(until: .never) }
    while loop.census.waiting < 3 { await Pause.brief() }
    await loop.shutdown()
    #expect(await [onLoop, elsewhere, asleep] == [.shutDown, .shutDown, .shutDown])
    #expect(loop.census.waiting == 0)
    #expect(loop.census.timers == 0)
    #expect(!loop.isRunning)
    await #expect(throws: NetError.shutDown) { try await loop.sleep(until: .never) }
    await #expect(throws: NetError.shutDown) { _ = try await connection.client.receiveAll() }
    await #expect(throws: NetError.shutDown) { _ = try await Connection(on: loop) }
    connection.client.close()
    connection.server.close()
    #expect(loop.census == (0, 0, 0))
    await loop.shutdown()
  }

  @Test func `a task that prefers an event loop continues after the loop's shutdown`() async throws
  {
    let loop = try EventLoop()
    let sum = await withTaskExecutorPreference(loop) {
      #expect(loop.isCurrent)
      await loop.shutdown()
      var sum = 0
      for number in 0..<100 {
        await Task.yield()
        sum += number
      }
      #expect(!loop.isCurrent)
      return sum
    }
    #expect(sum == 4950)
  }

  @Test func `jobs that enqueue more jobs do not block timers and sockets`()
    async throws
  {
    try await EventLoop.lend { loop in
      let isOver = Shared(false)
      async let busy: Void = withTaskExecutorPreference(loop) {
        while !isOver.value { await Pause.brief() }
      }
      try await Echo.serve(on: loop) { address in
        let socket = try await Socket.connect(to: address, until: .after(.seconds(20)), on: loop)
        try await socket.send([1, 2, 3])
        #expect(try await socket.receiveAll(3) == [1, 2, 3])
      }
      try await loop.sleep(until: .after(.milliseconds(1)))
      isOver.change { $0 = true }
      await busy
    }
  }

  @Test func `a peer that always sends more data does not block other tasks`() async throws {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      let isOver = Shared(false)
      let chatter = [UInt8](repeating: 7, count: 1 << 18)
      async let talk: Void = {
        while !isOver.value { try? await connection.server.send(chatter) }
        connection.server.close()
      }()
      let others = try await withTaskExecutorPreference(loop) {
        async let others = {
          for _ in 0..<100 { await Task.yield() }
          isOver.change { $0 = true }
          return 100
        }()
        var queue = ByteQueue()
        while try await connection.client.receive(into: &queue, atMost: 64, until: .never) > 0 {
          queue.removeAll()
        }
        return await others
      }
      #expect(others == 100)
      await talk
      connection.client.close()
    }
  }

  @Test func `a task that receives data without waiting still times out at its deadline`()
    async throws
  {
    try await EventLoop.lend { loop in
      let connection = try await Connection(on: loop)
      let peer = connection.client.peer
      let chatter = [UInt8](repeating: 7, count: 1 << 18)
      async let talk = failure {
        while true { try await connection.server.send(chatter, until: .never) }
      }
      let error = await failure {
        let deadline = Deadline.after(.milliseconds(30))
        var queue = ByteQueue()
        while true {
          _ = try await connection.client.receive(into: &queue, atMost: 1, until: deadline)
          queue.removeAll()
        }
      }
      #expect(error == .timedOut(.receive, peer))
      connection.client.close()
      #expect(await talk != nil)
      connection.server.close()
    }
  }

  @Test func `the process has one shared event loop, which is replaced after its shutdown`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop.shared()
      let same = try EventLoop.shared()
      #expect(loop === same)
      await loop.shutdown()
      let other = try EventLoop.shared()
      #expect(loop !== other)
      try await other.sleep(until: .after(.milliseconds(1)))
    }
  }

  @Test func `idle connections use no processor time`() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      var connections: [Connection] = []
      for _ in 0..<50 { connections.append(try await Connection(on: loop)) }
      for connection in connections {
        let silence = connection.client.watchSilence(until: .after(.seconds(60))) { _ in }
        #expect(silence == .kept)
      }
      try await loop.sleep(until: .after(.milliseconds(100)))
      let start = apus_test_processor_nanoseconds()
      try await loop.sleep(until: .after(.milliseconds(500)))
      #expect(apus_test_processor_nanoseconds() - start < 5_000_000)
      #expect(connections.allSatisfy { $0.client.endWatch() })
    }
  }

  @Test func `a thousand event loops leave no file descriptor open`() async {
    await #expect(processExitsWith: .success) {
      let warm = try EventLoop()
      await warm.shutdown()
      let before = apus_test_descriptors()
      for _ in 0..<1000 {
        let loop = try EventLoop()
        try await loop.sleep(until: .now)
        await loop.shutdown()
      }
      // The runtime may have opened some of its own meanwhile; a leak would be a thousand.
      #expect(apus_test_descriptors() < before + 100)
    }
  }

  @Test(.timeLimit(.minutes(3)))
  func `a wait with an expired deadline ends without moving the manual clock`() async throws {
    let clock = ManualClock()
    let loop = try EventLoop(time: .manual(clock))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<2_000 { try await loop.sleep(until: clock.now) }
        }
      }
      try await group.waitForAll()
    }
    await loop.shutdown()
  }

  /// A queue with a capacity for some bytes, and a number of remaining bytes.
  private func queue(_ byteCount: Int, left: Int = 0) -> ByteQueue {
    var queue = ByteQueue()
    queue.append([UInt8](repeating: 1, count: byteCount))
    queue.consume(byteCount - left)
    return queue
  }

  @Test func `the receive buffer of one connection is reused by the next connection`()
    async throws
  {
    try await EventLoop.lend { loop in
      await withTaskExecutorPreference(loop) {
        var first = queue(5_000)
        let capacity = first.capacity
        loop.takeMemory(of: &first)
        #expect(first.capacity == 0)
        var second = ByteQueue()
        loop.lendMemory(to: &second)
        #expect(second.isEmpty && second.capacity == capacity)
        var third = ByteQueue()
        loop.lendMemory(to: &third)
        #expect(third.capacity == 0)
        loop.takeMemory(of: &second)
        var inUse = queue(10, left: 3)
        loop.lendMemory(to: &inUse)
        #expect(inUse.withBytes { $0.copy() } == [1, 1, 1])
      }
    }
  }

  @Test(arguments: [(true, 5_000, 1), (true, 9_000, 0), (false, 5_000, 0)])
  func `a buffer with bytes, of large size or on another thread is not reused`(
    isOnLoop: Bool, byteCount: Int, left: Int
  ) async throws {
    try await EventLoop.lend { loop in
      await withTaskExecutorPreference(isOnLoop ? loop : nil) {
        var given = queue(byteCount, left: left)
        loop.takeMemory(of: &given)
        #expect(given.isEmpty && given.capacity == 0)
      }
      await withTaskExecutorPreference(loop) {
        var next = ByteQueue()
        loop.lendMemory(to: &next)
        #expect(next.capacity == 0)
      }
    }
  }
}
