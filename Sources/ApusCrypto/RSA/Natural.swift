internal import ApusBytes
internal import CApus

/// A natural number of a fixed number of limbs in separate memory, with the lowest limb first.
///
/// A natural number protects secret numbers, as `SecretBytes` protects secret bytes. Natural
/// numbers store the primes of private keys, and the numbers that are computed from the primes. The
/// memory never moves, and is wiped when its owner releases the number. The running time depends
/// only on the number of limbs.
@safe
struct Natural: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt64>

  /// Creates the natural number zero with the given number of limbs.
  init(limbCount: Int) {
    precondition(limbCount > 0, "a number has at least one limb")
    // SAFETY: this initializer allocates and initializes the memory, deinit wipes and frees the
    // memory, and the memory is only accessed during calls.
    unsafe memory = .allocate(capacity: limbCount)
    unsafe memory.initialize(repeating: 0)
  }

  /// Creates a natural number from big-endian bytes, which must fit into the limbs.
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
    // SAFETY: the initializer allocated the memory, and no method has exposed its address.
    unsafe apus_wipe(memory.baseAddress, 8 * memory.count)
    unsafe memory.deallocate()
  }

  /// The number of limbs of the natural number.
  @inline(__always)
  var limbCount: Int { unsafe memory.count }

  /// Calls a closure with the limbs of the natural number.
  @inline(__always)
  func withLimbs<Result: ~Copyable>(_ body: (Span<UInt64>) -> Result) -> Result {
    // SAFETY: the memory outlives the call, because self is borrowed, and all of the memory is
    // initialized.
    unsafe body(memory.span)
  }

  /// Calls a closure with the mutable limbs of the natural number.
  @inline(__always)
  mutating func withMutableLimbs<Result: ~Copyable>(
    _ body: (inout MutableSpan<UInt64>) -> Result
  ) -> Result {
    // SAFETY: the memory outlives the call and is initialized, and self is held exclusively.
    var span = unsafe memory.mutableSpan
    return body(&span)
  }

  /// Writes the natural number in big-endian order, with as many low bytes as fit.
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

// Only the exclusive owner of a natural number writes its memory, and all other accesses only read
// the memory.
extension Natural: @unchecked Sendable {}
