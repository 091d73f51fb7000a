/// A queue of received bytes that are not yet consumed. The queue reuses its storage.
///
/// A queue appends bytes at the back and consumes bytes at the front. If the back has no room, the
/// queue moves the bytes to the front. The queue never moves more bytes than were consumed since
/// the last move. The cost of each byte is therefore constant, independent of the sizes of the
/// received chunks.
public struct ByteQueue: Sendable {
  @usableFromInline var storage: [UInt8]
  @usableFromInline var front: Int

  /// Creates an empty byte queue without storage.
  @inlinable
  public init() {
    storage = []
    front = 0
  }

  /// Creates an empty byte queue with room for a number of bytes.
  public init(capacity: Int) {
    storage = []
    storage.reserveCapacity(capacity)
    front = 0
  }

  /// The number of bytes in the queue.
  @inlinable public var count: Int { storage.count - front }

  /// A Boolean value that indicates whether the byte queue is empty.
  @inlinable public var isEmpty: Bool { storage.count == front }

  /// The number of bytes that fit into the queue's storage.
  @inlinable public var capacity: Int { storage.capacity }

  /// Appends bytes at the back of the queue.
  public mutating func append(_ bytes: Span<UInt8>) {
    makeRoom(for: bytes.count)
    storage.append(bytes)
  }

  /// Appends bytes at the back of the queue.
  public mutating func append(_ bytes: [UInt8]) {
    makeRoom(for: bytes.count)
    storage.append(contentsOf: bytes)
  }

  /// Appends up to `count` bytes that `body` writes directly into the queue's storage.
  ///
  /// The queue also appends the bytes that were written before `body` threw an error.
  @inlinable
  public mutating func append<Failure: Error>(
    atMost count: Int, _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    makeRoom(for: count)
    try storage.append(addingCapacity: count, initializingWith: body)
  }

  /// Removes a number of bytes from the front of the queue. The queue must contain at least this
  /// number of bytes.
  public mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= self.count, "more bytes are consumed than wait")
    front += count
    if isEmpty { removeAll() }
  }

  /// Removes all bytes from the queue without freeing its storage.
  public mutating func removeAll() {
    storage.removeAll(keepingCapacity: true)
    front = 0
  }

  /// Removes all bytes from the byte queue and returns the bytes.
  ///
  /// The queue gives away its storage without a copy if the bytes fill most of it. Otherwise, the
  /// queue copies the bytes and reuses its storage.
  public mutating func takeAll() -> [UInt8] {
    guard front == 0, count > storage.capacity / 2 else {
      defer { removeAll() }
      return withBytes { $0.copy() }
    }
    defer { self = ByteQueue() }
    return storage
  }

  /// Calls a closure with the bytes of the queue without copying the bytes.
  @inlinable
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(front..<storage.count))
  }

  /// Calls `body` with the bytes of the queue, removes the consumed bytes, and appends a part of
  /// them to `content`.
  ///
  /// The part is the range of bytes that `body` returns. If the range is the whole queue, the queue
  /// moves the bytes out without a copy, as `takeAll` does.
  @inlinable
  public mutating func read<Step, Failure: Error>(
    into content: inout [UInt8],
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, content: Range<Int>?, Step)
  ) throws(Failure) -> Step {
    let (consumed, range, step) = try withBytes(body)
    if let range {
      if content.isEmpty, range == 0..<count {
        content = takeAll()
        return step
      }
      withBytes { content.append($0.extracting(range)) }
    }
    if consumed > 0 { consume(consumed) }
    return step
  }

  /// Moves the unconsumed bytes to the start of the storage, if the consumed bytes are at least as
  /// many.
  @usableFromInline
  mutating func makeRoom(for more: Int) {
    guard front > 0, storage.capacity - storage.count < more, front >= storage.count - front else {
      return
    }
    storage.removeSubrange(..<front)
    front = 0
  }
}
