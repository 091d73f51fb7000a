import ApusBytes
import Testing

@Suite struct ByteQueueTests {
  private func contents(_ queue: ByteQueue) -> [UInt8] { queue.withBytes { $0.copy() } }

  @Test func `a new byte queue is empty and has the requested capacity`() {
    let queue = ByteQueue()
    #expect(queue.isEmpty && queue.count == 0)
    #expect(contents(queue) == [])
    #expect(ByteQueue(capacity: 4096).capacity >= 4096)
    #expect(ByteQueue(capacity: 4096).isEmpty)
  }

  @Test func `a byte queue consumes bytes in the order of their arrival`() {
    var queue = ByteQueue()
    queue.append([1, 2])
    queue.append([3, 4].span)
    queue.append(atMost: 2) { output in
      output.append(5)
      output.append(6)
    }
    #expect(contents(queue) == [1, 2, 3, 4, 5, 6])
    queue.consume(1)
    queue.consume(0)
    queue.consume(2)
    #expect(queue.count == 3 && !queue.isEmpty)
    #expect(contents(queue) == [4, 5, 6])
    queue.consume(3)
    #expect(queue.isEmpty)
    #expect(contents(queue) == [])
    queue.append([7])
    #expect(contents(queue) == [7])
  }

  @Test func `appending an empty span to a byte queue has no effect`() {
    var queue = ByteQueue()
    queue.append([])
    queue.append([UInt8]().span)
    queue.append(atMost: 0) { _ in }
    queue.append(atMost: 100) { _ in }
    #expect(queue.isEmpty)
  }

  @Test func `a byte queue appends exactly the bytes that a closure wrote into its storage`() {
    var queue = ByteQueue()
    queue.append(atMost: 1000) { output in
      #expect(output.freeCapacity >= 1000)
      output.append(8)
    }
    #expect(contents(queue) == [8])
  }

  @Test func `a byte queue appends the bytes that a closure wrote before its error`() {
    var queue = ByteQueue()
    queue.append([1])
    #expect(throws: RandomError.unavailable(errno: 4)) {
      try queue.append(atMost: 10) { output throws(RandomError) in
        output.append(2)
        output.append(3)
        throw .unavailable(errno: 4)
      }
    }
    #expect(contents(queue) == [1, 2, 3])
    queue.append([4])
    #expect(contents(queue) == [1, 2, 3, 4])
  }

  @Test func `a byte queue returns the result and throws the error of a closure`() {
    var queue = ByteQueue()
    queue.append([1, 2, 3])
    #expect(queue.withBytes { $0.count } == 3)
    #expect(throws: DecodeError.malformedEnding(at: 0)) {
      try queue.withBytes { _ throws(DecodeError) in throw .malformedEnding(at: 0) }
    }
  }

  @Test func `a byte queue traps if more bytes are consumed than it contains`() async {
    await #expect(processExitsWith: .failure) {
      var queue = ByteQueue()
      queue.append([1, 2])
      queue.consume(1)
      queue.consume(2)
    }
    await #expect(processExitsWith: .failure) {
      var queue = ByteQueue()
      queue.append([1, 2])
      queue.consume(1)
      queue.consume(-1)
    }
  }

  @Test func `removing all bytes from a byte queue keeps its capacity`() {
    var queue = ByteQueue()
    queue.append([UInt8](repeating: 1, count: 5000))
    let capacity = queue.capacity
    queue.removeAll()
    #expect(queue.isEmpty && queue.capacity == capacity)
    queue.append([2])
    queue.consume(1)
    #expect(queue.capacity == capacity)
  }

  @Test func `changing a copy of a byte queue does not change the original`() {
    var queue = ByteQueue()
    queue.append([1, 2, 3])
    var copy = queue
    copy.consume(2)
    copy.append([9])
    queue.append([4])
    #expect(contents(queue) == [1, 2, 3, 4])
    #expect(contents(copy) == [3, 9])
    copy.removeAll()
    #expect(contents(queue) == [1, 2, 3, 4])
  }

  @Test func `taking all bytes of a byte queue returns them and leaves the queue empty`() {
    var queue = ByteQueue()
    #expect(queue.takeAll() == [])
    queue.append([1, 2, 3])
    #expect(queue.takeAll() == [1, 2, 3])
    #expect(queue.isEmpty)
    queue.append([4, 5, 6])
    queue.consume(1)
    #expect(queue.takeAll() == [5, 6])
    #expect(queue.isEmpty)
    queue.append([7])
    #expect(contents(queue) == [7])
  }

  @Test func `a byte queue gives away its storage only if the bytes fill most of it`() {
    var queue = ByteQueue(capacity: 4096)
    let capacity = queue.capacity
    queue.append([UInt8](repeating: 1, count: 100))
    #expect(queue.takeAll().count == 100)
    #expect(queue.capacity == capacity)
    queue.append([UInt8](repeating: 2, count: capacity))
    queue.consume(1)
    #expect(queue.takeAll().count == capacity - 1)
    #expect(queue.capacity == capacity)
    queue.append([UInt8](repeating: 3, count: capacity))
    #expect(queue.takeAll().count == capacity)
    #expect(queue.capacity == 0)
  }

  /// The model is an array whose front is dropped.
  @Test func `a byte queue agrees with an array for random appends and consumptions`() {
    var queue = ByteQueue(capacity: 8)
    var model: [UInt8] = []
    var next: UInt8 = 0
    for _ in 0..<5000 {
      let more = (0..<Int.random(in: 0...40)).map { _ in
        next &+= 1
        return next
      }
      switch Int.random(in: 0..<3) {
      case 0: queue.append(more)
      case 1: queue.append(more.span)
      default: queue.append(atMost: more.count + 3) { for byte in more { $0.append(byte) } }
      }
      model += more
      let count = Int.random(in: 0...model.count)
      queue.consume(count)
      model.removeFirst(count)
      #expect(queue.count == model.count)
      if contents(queue) != model { Issue.record("\(contents(queue)) and not \(model)") }
    }
  }
}
