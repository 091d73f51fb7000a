internal import CApus

/// A polynomial of 256 coefficients modulo q = 3329, in one heap block that is wiped.
///
/// The coefficients are signed representatives modulo q that are not always reduced:
///
/// - *reduced* ones, from `reduce` and the samplers, are at most (q - 1)/2 from zero;
/// - results of `Lanes.product` are at most q from zero;
/// - a comment at every sum proves that it stays below 2^15.
///
/// They are read and written eight at a time, and every operation runs in constant time. FIPS 203
/// section 2.3.
@safe
struct Polynomial: ~Copyable {
  /// Eight neighbouring coefficients.
  typealias Lanes = SIMD8<Int16>

  static let modulus: Int16 = 3329
  static let coefficientCount = 256
  /// The number of `Lanes` of a polynomial.
  static let laneCount = 32
  /// After the coefficients there is room for sixteen excess ones of a sampler.
  private static let memoryByteCount = 512 + 32

  private let memory: UnsafeMutableRawPointer

  /// Creates the polynomial zero.
  init() {
    // SAFETY: allocated here, zeroed before it is read, wiped and freed in deinit, and only
    // accessed by the subscripts, which check their index.
    unsafe memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.memoryByteCount, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.memoryByteCount)
  }

  deinit {
    // SAFETY: the block of init; its address was never exposed.
    unsafe apus_wipe(memory, Self.memoryByteCount)
    unsafe memory.deallocate()
  }

  /// Coefficients 8i to 8i + 7.
  subscript(index: Int) -> Lanes {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < 32, "a polynomial has 32 lanes")
      // SAFETY: the sixteen bytes are within the block.
      return unsafe memory.load(fromByteOffset: 16 &* index, as: Lanes.self)
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < 32, "a polynomial has 32 lanes")
      // SAFETY: as above, and self is held exclusively.
      unsafe memory.storeBytes(of: newValue, toByteOffset: 16 &* index, as: Lanes.self)
    }
  }

  /// One coefficient.
  subscript(coefficient index: Int) -> Int16 {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < 256, "a polynomial has 256 coefficients")
      // SAFETY: the two bytes are within the block.
      return unsafe memory.load(fromByteOffset: 2 &* index, as: Int16.self)
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < 256, "a polynomial has 256 coefficients")
      // SAFETY: as above, and self is held exclusively.
      unsafe memory.storeBytes(of: newValue, toByteOffset: 2 &* index, as: Int16.self)
    }
  }

  /// Writes a candidate for a coefficient, or for one of the sixteen after the last.
  @inline(__always)
  mutating func setCandidate(_ candidate: Int16, at index: Int) {
    precondition(UInt(bitPattern: index) < 256 + 16, "a polynomial has room for 272 candidates")
    // SAFETY: the two bytes are within the block, and self is held exclusively.
    unsafe memory.storeBytes(of: candidate, toByteOffset: 2 &* index, as: Int16.self)
  }
}

// Only its exclusive owner writes it; other accesses only read.
extension Polynomial: @unchecked Sendable {}

extension Polynomial {
  /// Reduces every coefficient to at most (q - 1)/2 from zero.
  mutating func reduce() {
    for index in 0..<Self.laneCount { self[index] = self[index].reduced }
  }

  /// Adds another polynomial; both must have coefficients below 2^14.
  mutating func add(_ other: borrowing Polynomial) {
    for index in 0..<Self.laneCount { self[index] = self[index] &+ other[index] }
  }

  /// Subtracts another polynomial; both must have coefficients below 2^14.
  mutating func subtract(_ other: borrowing Polynomial) {
    for index in 0..<Self.laneCount { self[index] = self[index] &- other[index] }
  }
}
