import ApusNet
import TestSupport
import Testing

@testable import ApusNet

struct LoopGroupTests {
  @Test(arguments: [(0, 1), (1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (32, 8), (500, 8)])
  func `the number of event loops grows with the processors, up to a limit`(
    processors: Int, loops: Int
  ) {
    #expect(LoopGroup.loopCount(processors: processors) == loops)
  }

  @Test func `a loop group starts its event loops on demand and returns them in turn`() throws {
    let group = LoopGroup(limit: 3)
    let first = try group.first()
    let given = try (0..<6).map { _ in ObjectIdentifier(try group.next()) }
    #expect(given[0] == ObjectIdentifier(first))
    #expect(Set(given).count == 3)
    #expect(given[3...].elementsEqual(given[..<3]))
    #expect(LoopGroup(limit: 0).limit == 1)
  }

  @Test func `a loop group replaces an event loop that was shut down`() async throws {
    let group = LoopGroup(limit: 2)
    let (first, second) = (try group.next(), try group.next())
    await first.shutdown()
    #expect(try group.first() !== first)
    #expect(try group.next() === group.first())
    #expect(try group.next() === second)
  }

  @Test func `releasing a loop group ends the threads of its event loops`() async throws {
    var group: LoopGroup? = LoopGroup(limit: 1)
    let loop = try #require(try group?.first())
    group = nil
    while loop.isRunning { await Pause.brief() }
  }

  @Test func `after 64 private event loops, another private loop is nil`() async throws {
    await #expect(processExitsWith: .success) {
      var loops: [PrivateLoop] = []
      for _ in 0..<PrivateLoop.limit { loops.append(try #require(try PrivateLoop())) }
      #expect(try PrivateLoop() == nil)
      let last = loops.removeLast().loop
      #expect(try PrivateLoop() != nil)
      while last.isRunning { await Pause.brief() }
    }
  }

  @Test func `a task that prefers a private event loop continues after its release`() async throws {
    var owner: PrivateLoop? = try PrivateLoop()
    let loop = try #require(owner?.loop)
    let (stream, steps) = AsyncStream.makeStream(of: Int.self)
    let task = Task(executorPreference: loop) {
      var sum = 0
      for await step in stream { sum += step }
      return sum
    }
    steps.yield(1)
    owner = nil
    while loop.isRunning { await Pause.brief() }
    steps.yield(2)
    steps.finish()
    #expect(await task.value == 3)
  }
}
