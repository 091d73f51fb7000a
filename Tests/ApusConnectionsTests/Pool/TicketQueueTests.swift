import Testing

@testable import ApusConnections

@Suite struct TicketQueueTests {
  @Test func `the queue returns its tickets in the order of arrival`() {
    var queue = TicketQueue()
    for ticket in 1...5 { queue.insert(UInt64(ticket)) }
    var left: [UInt64] = []
    while let ticket = queue.popFirst() { left.append(ticket) }
    #expect(left == [1, 2, 3, 4, 5])
    #expect(queue.isEmpty)
  }

  @Test func `the queue skips a removed ticket at its start, middle and end`() {
    var queue = TicketQueue()
    for ticket in 1...5 { queue.insert(UInt64(ticket)) }
    let removed = [1, 3, 5].map { queue.remove($0) }
    #expect(removed == [true, true, true])
    #expect(queue.first == 2)
    #expect(queue.count == 2)
    #expect(queue.removeAll() == [2, 4])
    #expect(queue.first == nil)
  }

  @Test func `removing an unknown ticket from the queue returns false`() {
    var queue = TicketQueue()
    queue.insert(1)
    _ = queue.popFirst()
    let again = queue.remove(1)
    let never = queue.remove(9)
    #expect(!again && !never)
  }

  @Test func `the queue's memory does not grow while tickets arrive and leave`() {
    var queue = TicketQueue()
    queue.insert(0)
    for ticket in UInt64(1)...1_000 {
      queue.insert(ticket)
      _ = queue.remove(ticket)
    }
    #expect(queue.storedCount == 1)
    // One ticket still waits after these.
    queue.insert(200_000)
    for ticket in UInt64(1_001)...100_000 {
      queue.insert(ticket)
      _ = queue.remove(ticket)
    }
    #expect(queue.count == 2)
    #expect(queue.first == 0)
    #expect(queue.storedCount < 64)
  }

  @Test func `the queue sorts tickets that are inserted in random order`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var (queue, waiting, covered) = (TicketQueue(), [UInt64](), 0)
      for _ in 0..<200 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0...2:
          let ticket = UInt64.random(in: 0..<400, using: &random)
          guard !waiting.contains(ticket) else { continue }
          queue.insert(ticket)
          waiting = (waiting + [ticket]).sorted()
        case 3:
          guard let ticket = waiting.randomElement(using: &random) else { continue }
          let place = waiting.firstIndex(of: ticket) ?? 0
          waiting.remove(at: place)
          if place < covered { covered -= 1 }
          let wasThere = queue.remove(ticket)
          #expect(wasThere)
        case 4:
          let first = queue.popFirst()
          #expect(first == waiting.first)
          waiting = Array(waiting.dropFirst())
          covered = max(0, covered - 1)
        default:
          let dials = Int.random(in: 0...8, using: &random)
          queue.cover(dials)
          covered = min(dials, waiting.count)
        }
        #expect(queue.count == waiting.count && queue.first == waiting.first)
        #expect(queue.coveredCount == covered)
        #expect(queue.firstUncovered == waiting.dropFirst(covered).first)
      }
      let rest = queue.removeAll()
      #expect(rest == waiting)
    }
  }
}
