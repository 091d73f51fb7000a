import ApusBytes
import Testing

/// The memory of a queue and the number of moved bytes, measured from outside.
@Suite struct ByteQueueCostTests {
  /// A queue that counts the bytes which its storage had to move.
  private struct Watched {
    var queue: ByteQueue
    var movedCount = 0
    private var address = 0

    init(capacity: Int = 0) { queue = ByteQueue(capacity: capacity) }

    mutating func append(_ count: Int) {
      let waiting = queue.count
      queue.append([UInt8](repeating: 1, count: count))
      if waiting > 0, currentAddress != address { movedCount += waiting }
      address = currentAddress
    }

    mutating func consume(_ count: Int) {
      queue.consume(count)
      if !queue.isEmpty, currentAddress != address + count { movedCount += queue.count }
      address = currentAddress
    }

    /// The address of the next byte to consume.
    var currentAddress: Int {
      queue.withBytes { bytes in
        // SAFETY: the address is compared, and never read from.
        unsafe bytes.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      }
    }
  }

  @Test(arguments: [1, 100, 1000, 4095], [1, 7, 1000])
  func `a byte queue reuses its storage for later bytes`(waiting: Int, step: Int) {
    var watched = Watched(capacity: 16_384)
    let capacity = watched.queue.capacity
    watched.append(waiting)
    for _ in 0..<20_000 {
      watched.append(step)
      watched.consume(step)
    }
    #expect(watched.queue.count == waiting)
    #expect(watched.queue.capacity == capacity)
    #expect(watched.movedCount <= 20_000 * step)
  }

  @Test(arguments: [1, 100, 10_000], [1, 100, 3000])
  func `a byte queue without reserved storage grows to a few times its content`(
    waiting: Int, step: Int
  ) {
    var watched = Watched()
    watched.append(waiting)
    for _ in 0..<10_000 {
      watched.append(step)
      watched.consume(step)
    }
    #expect(watched.queue.capacity <= 4 * (waiting + step) + 64)
  }

  @Test func `an emptied byte queue starts again at the beginning of its storage`() {
    var watched = Watched(capacity: 1 << 20)
    watched.append(1)
    let address = watched.currentAddress
    for count in 1...100 {
      watched.append(count)
      watched.consume(count + 1)
      watched.append(1)
      #expect(watched.currentAddress == address)
    }
  }

  @Test func `writing into the free storage of a byte queue does not make it grow`() {
    var queue = ByteQueue()
    var largest = 0
    for _ in 0..<10_000 {
      queue.append(atMost: 65_536) { output in
        for _ in 0..<3 { output.append(1) }
      }
      queue.consume(queue.count > 1000 ? 3 : 2)
      largest = max(largest, queue.capacity)
    }
    #expect(queue.count >= 998)
    #expect(largest <= 4 * 65_536)
  }

  /// Were it moved at each consumption, this would move half a megabyte a million times.
  @Test func `a byte queue moves each byte of a megabyte only a few times`() {
    let total = 1 << 20
    var filling = Watched()
    for _ in 0..<total { filling.append(1) }
    #expect(filling.queue.count == total)
    #expect(filling.movedCount <= 2 * total)

    let movedBefore = filling.movedCount
    for _ in 0..<total { filling.consume(1) }
    #expect(filling.queue.isEmpty)
    #expect(filling.movedCount == movedBefore)
  }

  @Test func `a byte queue never moves more bytes than were consumed before`() {
    var watched = Watched(capacity: 100_000)
    watched.append(60_000)
    var consumed = 0
    for step in 0..<20_000 {
      let count = step % 11
      watched.append(5)
      watched.consume(count)
      consumed += count
    }
    #expect(watched.movedCount <= consumed)
    #expect(watched.movedCount > 0)
  }
}
