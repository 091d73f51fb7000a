internal import CApus

/// A secret in one block of heap memory, which is wiped when its only owner releases it.
///
/// Arrays and strings are copied as they grow and move, and leave copies of their bytes in memory.
/// A secret never moves, and is copied only on request. No description shows its bytes.
@safe
public struct SecretBytes: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  /// The number of bytes of the secret; the length is not secret.
  public let count: Int

  /// Creates a secret of zeros, to be written.
  public init(zeros count: Int) {
    precondition(count >= 0, "a secret cannot have fewer than no bytes")
    // SAFETY: allocated here, wiped and freed in deinit, and lent for the length of a call only.
    unsafe memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Swift.max(count, 1), alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    self.count = count
  }

  /// Creates a secret that is a copy of bytes; the caller must wipe the original.
  public init(copying bytes: Span<UInt8>) {
    self.init(zeros: bytes.count)
    withMutableBytes { secret in
      for index in bytes.indices { secret[index] = bytes[index] }
    }
  }

  /// Creates a secret that `body` fills; if it throws, the written bytes are wiped.
  public init<Failure: Error>(
    count: Int, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    self.init(zeros: count)
    try withMutableBytes(body)
  }

  deinit {
    // SAFETY: the block of `init`, of which no other code has the address.
    unsafe apus_wipe(memory.baseAddress, memory.count)
    unsafe memory.deallocate()
  }

  /// Returns a second owner of the same bytes, in memory of its own.
  public func copy() -> SecretBytes {
    withBytes { SecretBytes(copying: $0) }
  }

  /// Lends the bytes for the length of a call.
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the block outlives the call, because self is borrowed, and all of it is initialised.
    let bytes = unsafe UnsafeRawBufferPointer(memory).assumingMemoryBound(to: UInt8.self)
    return try body(unsafe bytes.span.extracting(0..<count))
  }

  /// Lends the bytes for writing, for the length of a call.
  public mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: as above, and self is held exclusively.
    let bytes = unsafe UnsafeMutableBufferPointer(
      start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
    var span = unsafe bytes.mutableSpan
    return try body(&span)
  }
}

// A secret is written only by its exclusive owner, and lent for reading otherwise.
extension SecretBytes: @unchecked Sendable {}
