internal import CApus

/// A secret in a single block of heap memory, which is overwritten when its only owner releases the
/// secret.
///
/// An array or a string is copied when it grows or moves, and leaves copies of its bytes in memory.
/// A secret never moves and is copied only on request. No description contains the bytes of the
/// secret.
@safe
public struct SecretBytes: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  /// The number of bytes of the secret. The length itself is not secret.
  public let count: Int

  /// Creates a secret of zero bytes, which the caller then overwrites.
  public init(zeros count: Int) {
    precondition(count >= 0, "a secret cannot have fewer than no bytes")
    // SAFETY: The initializer allocates the memory, deinit overwrites and frees it, and closures
    // access it only during a call.
    unsafe memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Swift.max(count, 1), alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    self.count = count
  }

  /// Creates a secret as a copy of bytes. The caller must overwrite the original bytes.
  public init(copying bytes: Span<UInt8>) {
    self.init(zeros: bytes.count)
    withMutableBytes { secret in
      for index in bytes.indices { secret[index] = bytes[index] }
    }
  }

  /// Creates a secret whose bytes `body` writes.
  /// If `body` throws an error, the written bytes are overwritten.
  public init<Failure: Error>(
    count: Int, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    self.init(zeros: count)
    try withMutableBytes(body)
  }

  deinit {
    // SAFETY: The secret owns the memory that its initializer allocated, and no other code has its
    // address.
    unsafe apus_wipe(memory.baseAddress, memory.count)
    unsafe memory.deallocate()
  }

  /// Returns a second secret with a copy of the bytes in its own memory.
  public func copy() -> SecretBytes {
    withBytes { SecretBytes(copying: $0) }
  }

  /// Calls a closure with the bytes of the secret, which are valid only during the call.
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: The borrow of `self` retains the memory during the call, and all of its bytes are
    // initialized.
    let bytes = unsafe UnsafeRawBufferPointer(memory).assumingMemoryBound(to: UInt8.self)
    return try body(unsafe bytes.span.extracting(0..<count))
  }

  /// Calls a closure that may write the bytes of the secret during the call.
  public mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: The exclusive access to `self` retains the memory during the call, and all of its
    // bytes are initialized.
    let bytes = unsafe UnsafeMutableBufferPointer(
      start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
    var span = unsafe bytes.mutableSpan
    return try body(&span)
  }
}

// Only the exclusive owner writes a secret, so concurrent readers are safe.
extension SecretBytes: @unchecked Sendable {}
