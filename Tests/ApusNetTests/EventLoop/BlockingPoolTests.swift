import ApusNet
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct BlockingPoolTests {
  @Test func `a blocking call runs on another thread and returns its result`() async throws {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 3)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<200 {
          group.addTask(executorPreference: loop) {
            let (square, isOnLoop) = try await pool.run(until: .after(.seconds(20)), on: loop) {
              (number * number, loop.isCurrent)
            }
            #expect(!isOnLoop)
            return square
          }
        }
        var sum = 0
        while let square = try await group.next() { sum += square }
        #expect(sum == (0..<200).reduce(0) { $0 + $1 * $1 })
      }
      #expect(pool.queuedCount == 0)
    }
  }

  @Test func `isAtRest is true if no blocking call is queued or running`() async throws {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 1)
      #expect(pool.isAtRest)
      let isResting = try await pool.run(until: .never, on: loop) { pool.isAtRest }
      #expect(!isResting)
      while !pool.isAtRest { await Pause.brief() }
    }
  }

  @Test func `a blocking call that times out does not affect the next call`() async throws {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 1)
      let gate = Gate()
      #expect(
        await failure {
          try await pool.run(.resolve, until: .after(.milliseconds(5)), on: loop) { gate.pass() }
        } == .timedOut(.resolve, nil))
      gate.open()
      let next = try await pool.run(until: .after(.seconds(20)), on: loop) { 7 }
      #expect(next == 7)
    }
  }

  @Test func `the queue accepts blocking calls up to its limit and rejects the next call`()
    async throws
  {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 1, queueLimit: 3)
      let gate = Gate()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pool.run(until: .never, on: loop) { gate.pass() } }
        while pool.queuedCount > 0 || loop.census.waiting == 0 { await Pause.brief() }
        for _ in 0..<3 { group.addTask { try await pool.run(until: .never, on: loop) {} } }
        while pool.queuedCount < 3 { await Pause.brief() }
        let error = await failure { try await pool.run(until: .never, on: loop) {} }
        #expect(error == .tooMuchQueued(limit: 3))
        gate.open()
        try await group.waitForAll()
      }
    }
  }

  @Test func `waiting blocking calls use the maximum number of threads`() async throws {
    try await EventLoop.lend { loop in
      let pool = BlockingPool(threadLimit: 2)
      let gate = Gate()
      let running = Shared(0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            try await pool.run(until: .after(.seconds(20)), on: loop) {
              running.change { $0 += 1 }
              gate.pass()
            }
          }
        }
        while running.value < 2 || pool.queuedCount < 4 { await Pause.brief() }
        #expect(running.value == 2)
        gate.open()
        try await group.waitForAll()
      }
      #expect(running.value == 6)
    }
  }
}
