import ApusNet
import Testing

@testable import ApusCaching

@Suite struct OwedRemovalsTests {
  private func place(_ number: Int) -> Caching.Place {
    Given.keying.place(of: Given.request(.get, "/\(number)").url)
  }

  @Test func `a failed removal remains pending until it has succeeded`() async {
    let removals = Caching.OwedRemovals()
    #expect(await removals.settle(place(0)) { _ in false })
    removals.owe(place(0))
    #expect(removals.concerns(place(0)) && !removals.concerns(place(1)))
    #expect(await !removals.settle(place(0)) { _ in false })
    #expect(await removals.settle(place(1)) { _ in false })
    #expect(await removals.settle(place(0)) { $0 == .place(place(0)) })
    #expect(!removals.concerns(place(0)))
  }

  @Test func `a removal that is requested during the same removal remains pending`() async {
    let removals = Caching.OwedRemovals()
    removals.owe(place(0))
    let isDone = await removals.settle(place(0)) { _ in
      removals.owe(place(0))
      return true
    }
    #expect(!isDone && removals.concerns(place(0)))
    removals.oweEverything()
    let isAllDone = await removals.settle(nil) { _ in
      removals.owe(place(1))
      return true
    }
    #expect(!isAllDone && removals.concerns(place(2)))
  }

  @Test
  func `too many pending removals become the removal of all entries`()
    async
  {
    let removals = Caching.OwedRemovals()
    for number in 0..<Caching.OwedRemovals.limit { removals.owe(place(number)) }
    removals.owe(place(0))
    #expect(!removals.concerns(place(-1)))
    removals.owe(place(-1))
    #expect(removals.concerns(place(-2)))
    let attempts = Lock(0)
    let isDone = await removals.settle(place(-2)) { scope in
      #expect(scope == .everything)
      attempts.withLock { $0 += 1 }
      // A second caller does not wait for the first.
      #expect(await !removals.settle(place(3)) { _ in true })
      return true
    }
    #expect(isDone && attempts.withLock { $0 } == 1)
    #expect(!removals.concerns(place(-1)) && !removals.concerns(place(7)))
  }
}
