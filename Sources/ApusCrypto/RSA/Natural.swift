internal import ApusBytes
internal import CApus

/// A natural number of a fixed number of limbs, the lowest first, in memory of its own.
///
/// It is for arithmetic what `SecretBytes` is for bytes: a prime of a private key, and every number
/// computed from it, is stored in one place, which never moves and is wiped when its owner releases
/// it. The running time depends on the numbers of limbs alone.
@safe
struct Natural: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt64>

  /// Creates zero with a number of limbs.
  init(limbCount: Int) {
    precondition(limbCount > 0, "a number has at least one limb")
    // SAFETY: allocated and initialized here, wiped and freed in deinit, and only accessed during
    // calls.
    unsafe memory = .allocate(capacity: limbCount)
    unsafe memory.initialize(repeating: 0)
  }

  /// Creates a number from bytes, the highest first, which must fit into the limbs.
  init(bigEndian bytes: Span<UInt8>, limbCount: Int) {
    precondition(bytes.count <= 8 * limbCount, "the number is longer than its limbs")
    self.init(limbCount: limbCount)
    withMutableLimbs { limbs in
      for index in bytes.indices {
        let place = bytes.count &- 1 &- index
        limbs[place >> 3] |= UInt64(bytes[index]) << UInt64(8 &* (place & 7))
      }
    }
  }

  deinit {
    // SAFETY: the block of init; its address was never exposed.
    unsafe apus_wipe(memory.baseAddress, 8 * memory.count)
    unsafe memory.deallocate()
  }

  /// The number of limbs.
  @inline(__always)
  var limbCount: Int { unsafe memory.count }

  /// Calls a closure with the limbs.
  @inline(__always)
  func withLimbs<Result: ~Copyable>(_ body: (Span<UInt64>) -> Result) -> Result {
    // SAFETY: the block outlives the call, because self is borrowed, and all of it is initialized.
    unsafe body(memory.span)
  }

  /// Calls a closure with the mutable limbs.
  @inline(__always)
  mutating func withMutableLimbs<Result: ~Copyable>(
    _ body: (inout MutableSpan<UInt64>) -> Result
  ) -> Result {
    // SAFETY: as above, and self is held exclusively.
    var span = unsafe memory.mutableSpan
    return body(&span)
  }

  /// Writes the low bytes of the number, as many as fit, the highest first.
  func write(bigEndian bytes: inout MutableSpan<UInt8>) {
    withLimbs { limbs in
      for index in bytes.indices {
        let place = bytes.count &- 1 &- index
        let limb = place >> 3 < limbs.count ? limbs[place >> 3] : 0
        bytes[index] = UInt8(truncatingIfNeeded: limb >> UInt64(8 &* (place & 7)))
      }
    }
  }
}

// Only its exclusive owner writes a number; other accesses only read.
extension Natural: @unchecked Sendable {}
