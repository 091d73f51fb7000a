import Testing

@testable import ApusNet

@Suite struct DeadlineHeapTests {
  /// The same random moves on the heap and on a list that is searched.
  @Test func `after random moves, the first deadline of the heap is the earliest`() async throws {
    let loop = try EventLoop()
    var random = SystemRandomNumberGenerator()
    var heap = DeadlineHeap()
    var list: [(deadline: UInt64, doorbell: Doorbell)] = []
    for _ in 0..<5000 {
      switch UInt8.random(in: 0..<5, using: &random) {
      case 0, 1:
        let doorbell = Doorbell(on: loop)
        let deadline = UInt64.random(in: 1...500, using: &random)
        heap.insert(doorbell, until: Deadline(nanoseconds: deadline))
        list.append((deadline, doorbell))
      case 2:
        guard let index = list.indices.randomElement(using: &random) else { continue }
        heap.remove(list.remove(at: index).doorbell)
      case 3:
        guard let index = list.indices.randomElement(using: &random) else { continue }
        let deadline = UInt64.random(in: 1...500, using: &random)
        heap.insert(list[index].doorbell, until: Deadline(nanoseconds: deadline))
        list[index].deadline = min(list[index].deadline, deadline)
      default:
        let now = UInt64.random(in: 1...500, using: &random)
        let first = list.map(\.deadline).min()
        let found = heap.removeFirst(due: Deadline(nanoseconds: now))
        #expect((found != nil) == (first.map { $0 <= now } ?? false))
        guard let found else { continue }
        let index = try #require(list.firstIndex { $0.doorbell === found })
        #expect(list.remove(at: index).deadline == first)
      }
      #expect(heap.count == list.count)
      #expect(heap.first.nanoseconds == list.map(\.deadline).min() ?? .max)
    }
    await loop.shutdown()
  }

  @Test func `a doorbell without a deadline stays in the timer heap and never expires`()
    async throws
  {
    let loop = try EventLoop()
    var heap = DeadlineHeap()
    let doorbell = Doorbell(on: loop)
    heap.insert(doorbell, until: .never)
    #expect(heap.count == 1)
    #expect(heap.removeFirst(due: .never) == nil)
    #expect(heap.removeAny() === doorbell)
    #expect(heap.removeAny() == nil)
    heap.remove(doorbell)
    await loop.shutdown()
  }
}
