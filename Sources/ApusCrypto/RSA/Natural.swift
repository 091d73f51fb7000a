internal import ApusBytes
internal import CApus

/// A natural number of a fixed count of limbs, the lowest first, in memory of its own.
///
/// It is to arithmetic what `SecretBytes` is to bytes: a prime of a private key, and all that is
/// computed with it, has one home, which never moves and is wiped when its owner lets go of it.
/// The time of what is done here depends on counts of limbs alone.
@safe
struct Natural: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt64>

  /// Zero, in that many limbs.
  init(limbCount: Int) {
    precondition(limbCount > 0, "a number has a limb at least")
    // SAFETY: allocated and initialised here, wiped and freed in deinit, and lent for the length
    // of a call only.
    unsafe memory = .allocate(capacity: limbCount)
    unsafe memory.initialize(repeating: 0)
  }

  /// A number read from bytes, the highest first, which must fit into the limbs.
  init(bigEndian bytes: Span<UInt8>, limbCount: Int) {
    precondition(bytes.count <= 8 * limbCount, "the number is longer than its room")
    self.init(limbCount: limbCount)
    withMutableLimbs { limbs in
      for index in bytes.indices {
        let place = bytes.count &- 1 &- index
        limbs[place >> 3] |= UInt64(bytes[index]) << UInt64(8 &* (place & 7))
      }
    }
  }

  deinit {
    // SAFETY: the block of init, of which no one else has the address.
    unsafe apus_wipe(memory.baseAddress, 8 * memory.count)
    unsafe memory.deallocate()
  }

  /// How many limbs the number has room for.
  @inline(__always)
  var limbCount: Int { unsafe memory.count }

  /// Lends the limbs for the length of a call.
  @inline(__always)
  func withLimbs<Result: ~Copyable>(_ body: (Span<UInt64>) -> Result) -> Result {
    // SAFETY: the block outlives the call, because self is borrowed, and all of it is initialised.
    unsafe body(memory.span)
  }

  /// Lends the limbs for writing, for the length of a call.
  @inline(__always)
  mutating func withMutableLimbs<Result: ~Copyable>(
    _ body: (inout MutableSpan<UInt64>) -> Result
  ) -> Result {
    // SAFETY: as above, and self is held exclusively.
    var span = unsafe memory.mutableSpan
    return body(&span)
  }

  /// Writes the low bytes of the number, as many as there is room for, the highest first.
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

// A number is written only by its exclusive owner, and lent for reading otherwise.
extension Natural: @unchecked Sendable {}
