import Testing

@testable import ApusNet

@Suite(.timeLimit(.minutes(3))) struct ManualClockTests {
  /// Returns the order in which three tasks run that become ready together.
  private func order(_ nextTask: @escaping @Sendable (Int) -> Int) async throws -> [Int] {
    let clock = ManualClock(movesWhenIdle: true, nextTask: nextTask)
    let loop = try EventLoop(time: .manual(clock))
    let order = Lock<[Int]>([])
    await withTaskExecutorPreference(loop) {
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 { group.addTask { order.withLock { $0.append(number) } } }
      }
    }
    await loop.shutdown()
    return order.withLock(\.self)
  }

  @Test func `a manual clock decides the order of ready tasks`() async throws {
    #expect(try await order { _ in 0 } == [1, 2, 3])
    // The last of three tasks comes first, and then the last of the other two tasks.
    #expect(try await order { $0 - 1 } == [3, 1, 2])
  }

  @Test func `blocking calls of a simulation run on the thread of the event loop`() async throws {
    let clock = ManualClock(movesWhenIdle: true, runsBlockingCalls: true)
    let loop = try EventLoop(time: .manual(clock))
    try await withTaskExecutorPreference(loop) {
      let isCurrent = try await BlockingPool.shared.run(until: .never, on: loop) { loop.isCurrent }
      #expect(isCurrent)
      await #expect(throws: NetError(.timedOut, .fileAccess, nil)) {
        try await BlockingPool.shared.run(until: clock.now, on: loop) {}
      }
      let isDone = Lock(false)
      #expect(
        await BlockingPool.shared.finish(until: .never, on: loop) {
          isDone.withLock { $0 = loop.isCurrent }
        })
      #expect(isDone.withLock(\.self))
    }
    await loop.shutdown()
  }
}
