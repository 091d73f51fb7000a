import ApusNet
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct DoorbellTests {
  @Test func `a ring before a wait ends the wait immediately and is consumed`()
    async throws
  {
    try await EventLoop.lend { loop in
      let doorbell = Doorbell(on: loop)
      doorbell.ring()
      doorbell.ring()
      #expect(await doorbell.wait(until: .never) == .rung(.input))
      #expect(await doorbell.wait(until: .now) == .timedOut)
    }
  }

  @Test func `a ring for output is stored while a wait for input times out`() async throws {
    try await EventLoop.lend { loop in
      let doorbell = Doorbell(on: loop)
      doorbell.ring(.output)
      #expect(await doorbell.wait(for: .input, until: .now) == .timedOut)
      #expect(await doorbell.wait(for: [.input, .output], until: .never) == .rung(.output))
    }
  }

  @Test func `no ring is lost between a ringing thread and a waiting task`() async throws {
    try await EventLoop.lend { loop in
      let there = Doorbell(on: loop)
      let back = Doorbell(on: loop)
      async let answers: Void = {
        for _ in 0..<20_000 {
          _ = await there.wait(until: .never)
          back.ring()
        }
      }()
      for round in 0..<20_000 {
        there.ring()
        let wakeup = await back.wait(until: .after(.seconds(20)))
        try #require(wakeup == .rung(.input), "lost in round \(round)")
      }
      await answers
    }
  }

  @Test func `a wait of an already cancelled task ends immediately`() async throws {
    try await EventLoop.lend { loop in
      let doorbell = Doorbell(on: loop)
      let task = Task {
        while !Task.isCancelled { await Pause.brief() }
        return await doorbell.wait(until: .never)
      }
      task.cancel()
      #expect(await task.value == .cancelled)
      doorbell.ring()
      #expect(await doorbell.wait(until: .never) == .rung(.input))
    }
  }

  @Test func `the closure of a watched doorbell is called once, for the first ring`() async throws {
    try await EventLoop.lend { loop in
      let doorbell = Doorbell(on: loop)
      let told = Doorbell(on: loop)
      let isOnLoop = Shared(false)
      #expect(
        doorbell.watch(until: .after(.milliseconds(5))) { wakeup in
          isOnLoop.change { $0 = loop.isCurrent && wakeup == .timedOut }
          told.ring()
        })
      #expect(await told.wait(until: .after(.seconds(10))) == .rung(.input))
      #expect(isOnLoop.value)
      #expect(!doorbell.unwatch())
      doorbell.ring()
      #expect(!doorbell.watch(until: .never) { _ in told.ring() })
      #expect(doorbell.watch(until: .never) { _ in told.ring() })
      #expect(doorbell.unwatch())
      #expect(await told.wait(until: .now) == .timedOut)
    }
  }
}
