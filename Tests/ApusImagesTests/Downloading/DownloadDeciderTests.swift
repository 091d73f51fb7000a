import Testing

@testable import ApusImages

struct DownloadDeciderTests {
  private typealias Decider = DownloadDecider<String>

  private func decider(
    _ priority: DownloadPriority = .firstInFirstOut, mostActive: Int = 2
  ) -> DownloadDecider<String> {
    DownloadDecider(priority: priority, mostActive: mostActive)
  }

  @Test func `image requests with the same key share a waiting or running download`() {
    var decider = decider(mostActive: 1)
    #expect(decider.join("a", 1) == nil)
    #expect(decider.add("a", 1) == .run(1))
    #expect(decider.join("a", 2) == 1)
    #expect(decider.add("b", 3) == .wait(2))
    #expect(decider.join("b", 4) == 2)
    #expect(decider.finish(1) == .init(receipts: [1, 2], isWanted: true, next: [2]))
    #expect(decider.join("a", 5) == nil)
  }

  @Test(arguments: [
    (DownloadPriority.firstInFirstOut, [3, 4, 5]), (.lastInFirstOut, [5, 4, 3]),
  ])
  func `image downloads above the limit wait and start in their order`(
    priority: DownloadPriority, order: [Int]
  ) {
    var decider = decider(priority)
    #expect(
      ["a", "b", "c", "d", "e"].enumerated().map { decider.add($1, $0) }.prefix(3)
        == [.run(1), .run(2), .wait(3)])
    var started: [Int] = []
    for download in [1, 2] + order { started += decider.finish(download).next }
    #expect(started == order && decider.activeCount == 0)
  }

  @Test func `a new request does not get the result of a cancelled download`() {
    var decider = decider()
    #expect(decider.add("a", 1) == .run(1))
    #expect(decider.cancel(1, of: 1) == .stop(1))
    #expect(decider.join("a", 2) == nil)
    #expect(decider.add("a", 2) == .run(2))
    #expect(decider.finish(1) == .init(receipts: [], isWanted: false, next: []))
    #expect(decider.join("a", 3) == 2)
    #expect(decider.finish(2) == .init(receipts: [2, 3], isWanted: true, next: []))
    #expect(decider.finish(2) == .init())
  }

  @Test func `a download stops only if the last of its requests is cancelled`() {
    var decider = decider()
    _ = decider.add("a", 1)
    _ = decider.join("a", 2)
    #expect(decider.cancel(1, of: 1) == .left(1))
    #expect(decider.cancel(1, of: 1) == .unknown)
    #expect(decider.cancel(9, of: 1) == .unknown && decider.cancel(2, of: 9) == .unknown)
    #expect(decider.cancel(2, of: 1) == .stop(1))
    #expect(decider.cancel(2, of: 1) == .unknown)
  }

  @Test func `cancelling a waiting download does not change the number of active downloads`() {
    var decider = decider(mostActive: 1)
    #expect(decider.add("a", 1) == .run(1) && decider.add("b", 2) == .wait(2))
    #expect(decider.cancel(2, of: 2) == .forgotten(2))
    #expect(decider.finish(2) == .init() && decider.activeCount == 1)
    #expect(decider.add("c", 3) == .wait(3))
    #expect(decider.finish(1).next == [3] && decider.activeCount == 1)
  }

  @Test func `a cancelled running download counts as active until it ends`() {
    var decider = decider(mostActive: 1)
    #expect(decider.add("a", 1) == .run(1) && decider.add("b", 2) == .wait(2))
    #expect(decider.cancel(1, of: 1) == .stop(1) && decider.activeCount == 1)
    #expect(decider.finish(1) == .init(receipts: [], isWanted: false, next: [2]))
  }

  @Test
  func `random image requests all get a result and never exceed the download limit`() {
    var state: UInt64 = 0x2545_f491_4f6c_dd1d
    func random(_ count: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(count))
    }
    for priority in [DownloadPriority.firstInFirstOut, .lastInFirstOut] {
      var decider = decider(priority, mostActive: 3)
      var (running, answered, receipts) = (Set<Int>(), Set<Int>(), [(number: Int, download: Int)]())
      var asked = 0
      func finish(_ download: Int) {
        running.remove(download)
        let ending = decider.finish(download)
        answered.formUnion(ending.receipts)
        for next in ending.next { #expect(running.insert(next).inserted) }
      }
      for _ in 0..<5_000 {
        switch random(3) {
        case 0:
          let (key, number) = ("\(random(20))", decider.makeReceipt())
          asked += 1
          if let download = decider.join(key, number) {
            receipts.append((number, download))
          } else {
            switch decider.add(key, number) {
            case .run(let download):
              receipts.append((number, download))
              running.insert(download)
            case .wait(let download): receipts.append((number, download))
            }
          }
        case 1 where !receipts.isEmpty:
          let receipt = receipts.remove(at: random(receipts.count))
          if decider.cancel(receipt.number, of: receipt.download) != .unknown {
            #expect(answered.insert(receipt.number).inserted)
          }
        default: if let download = running.randomElement() { finish(download) }
        }
        #expect(running.count <= 3 && decider.activeCount == running.count)
      }
      while let download = running.first { finish(download) }
      #expect(answered.count == asked && decider.activeCount == 0)
    }
  }
}
