/// A queue of received bytes that are not consumed yet, in storage that is reused.
///
/// Bytes are appended at the back and consumed at the front. If there is no room at the back, the
/// bytes move to the front, but never more bytes than have been consumed since the last move. So
/// each byte costs constant time, in whatever pieces the bytes arrive.
public struct ByteQueue: Sendable {
  @usableFromInline var storage: [UInt8]
  @usableFromInline var front: Int

  /// Starts empty, and without storage.
  @inlinable
  public init() {
    storage = []
    front = 0
  }

  /// Starts empty, with room for that many bytes.
  public init(capacity: Int) {
    storage = []
    storage.reserveCapacity(capacity)
    front = 0
  }

  /// The number of bytes in the queue.
  @inlinable public var count: Int { storage.count - front }

  /// A Boolean value that indicates whether the queue is empty.
  @inlinable public var isEmpty: Bool { storage.count == front }

  /// The number of bytes for which the storage has room.
  @inlinable public var capacity: Int { storage.capacity }

  /// Adds bytes at the back.
  public mutating func append(_ bytes: Span<UInt8>) {
    makeRoom(for: bytes.count)
    storage.append(bytes)
  }

  /// Adds bytes at the back.
  public mutating func append(_ bytes: [UInt8]) {
    makeRoom(for: bytes.count)
    storage.append(contentsOf: bytes)
  }

  /// Lets `body` write up to `count` bytes directly into the storage, and appends them.
  ///
  /// Bytes that were written before `body` threw an error are appended too.
  @inlinable
  public mutating func append<Failure: Error>(
    atMost count: Int, _ body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    makeRoom(for: count)
    try storage.append(addingCapacity: count, initializingWith: body)
  }

  /// Drops bytes at the front, which must be there.
  public mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= self.count, "more bytes are consumed than wait")
    front += count
    if isEmpty { removeAll() }
  }

  /// Removes all bytes and keeps the storage.
  public mutating func removeAll() {
    storage.removeAll(keepingCapacity: true)
    front = 0
  }

  /// Hands out all bytes that wait, and is empty.
  ///
  /// They are handed out without a copy, storage and all, if they fill most of it; little is
  /// copied, and the storage kept.
  public mutating func takeAll() -> [UInt8] {
    guard front == 0, count > storage.capacity / 2 else {
      defer { removeAll() }
      return withBytes { $0.copy() }
    }
    defer { self = ByteQueue() }
    return storage
  }

  /// Lends the bytes that wait, without a copy.
  @inlinable
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(front..<storage.count))
  }

  /// Passes the bytes to `body`, drops the bytes that it has read, and appends its content.
  ///
  /// The content is the range of bytes that `body` returns. If it is the whole queue, it is moved
  /// out as by `takeAll`.
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

  /// Moves the bytes to the start if the consumed part is at least as long.
  @usableFromInline
  mutating func makeRoom(for more: Int) {
    guard front > 0, storage.capacity - storage.count < more, front >= storage.count - front else {
      return
    }
    storage.removeSubrange(..<front)
    front = 0
  }
}
