import Testing

@testable import ApusNet

@Suite(.timeLimit(.minutes(3))) struct ManualClockTests {
  /// Returns the order in which three tasks run. The tasks become ready together.
  private func order(_ nextTask: @escaping @Sendable (Int) -> Int) async throws -> [Int] {
    let clock = ManualClock(movesWhenIdle: true, nextTask: nextTask)
    let loop = try EventLoop(time: .manual(clock))
    let order = await withTaskExecutorPreference(loop) {
      await withTaskGroup(of: Int.self) { group in
        for number in 1...3 { group.addTask { number } }
        // The results arrive in the order in which the tasks end.
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    await loop.shutdown()
    return order
  }

  @Test func `a manual clock decides the order of ready tasks`() async throws {
    let usual = try await order { _ in 0 }
    #expect(usual == [1, 2, 3])
    // The last of three tasks comes first, and then the last of the other two tasks.
    let changed = try await order { $0 - 1 }
    #expect(changed == [3, 1, 2])
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
      await confirmation { isDone in
        let hasEnded = await BlockingPool.shared.finish(until: .never, on: loop) {
          if loop.isCurrent { isDone() }
        }
        #expect(hasEnded)
      }
    }
    await loop.shutdown()
  }
}
