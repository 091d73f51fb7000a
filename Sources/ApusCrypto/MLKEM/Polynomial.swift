internal import CApus

/// A polynomial of 256 coefficients modulo q = 3329, in one heap block that is wiped.
///
/// The coefficients are signed representatives modulo q that are not always reduced:
///
/// - *reduced* coefficients, from `reduce` and the samplers, are at most (q - 1)/2 from zero;
/// - results of `Lanes.product` are at most q from zero;
/// - a comment at every sum proves that the sum stays below 2^15.
///
/// The polynomial reads and writes eight coefficients at a time, and every operation runs in
/// constant time. FIPS 203 section 2.3.
@safe
struct Polynomial: ~Copyable {
  /// A vector of eight neighbouring coefficients.
  typealias Lanes = SIMD8<Int16>

  static let modulus: Int16 = 3329
  static let coefficientCount = 256
  /// The number of vectors of eight coefficients in a polynomial.
  static let laneCount = 32
  /// The number of bytes of the heap block, with room for sixteen excess coefficients of a sampler.
  private static let memoryByteCount = 512 + 32

  private let memory: UnsafeMutableRawPointer

  /// Creates a polynomial whose coefficients are all zero.
  init() {
    // SAFETY: this initializer allocates the memory and fills it with zeros, deinit wipes and frees
    // the memory, and only the subscripts, which check their index, access the memory.
    unsafe memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.memoryByteCount, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.memoryByteCount)
  }

  deinit {
    // SAFETY: the initializer allocated the memory, and no method has exposed its address.
    unsafe apus_wipe(memory, Self.memoryByteCount)
    unsafe memory.deallocate()
  }

  /// The coefficients 8i to 8i + 7, where i is the index.
  subscript(index: Int) -> Lanes {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < 32, "a polynomial has 32 lanes")
      // SAFETY: the sixteen bytes are within the heap block.
      return unsafe memory.load(fromByteOffset: 16 &* index, as: Lanes.self)
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < 32, "a polynomial has 32 lanes")
      // SAFETY: the sixteen bytes are within the heap block, and self is held exclusively.
      unsafe memory.storeBytes(of: newValue, toByteOffset: 16 &* index, as: Lanes.self)
    }
  }

  /// The coefficient of the polynomial at an index.
  subscript(coefficient index: Int) -> Int16 {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < 256, "a polynomial has 256 coefficients")
      // SAFETY: the two bytes are within the heap block.
      return unsafe memory.load(fromByteOffset: 2 &* index, as: Int16.self)
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < 256, "a polynomial has 256 coefficients")
      // SAFETY: the two bytes are within the heap block, and self is held exclusively.
      unsafe memory.storeBytes(of: newValue, toByteOffset: 2 &* index, as: Int16.self)
    }
  }

  /// Writes a candidate for a coefficient, or for one of the sixteen excess coefficients after the
  /// last coefficient.
  @inline(__always)
  mutating func setCandidate(_ candidate: Int16, at index: Int) {
    precondition(UInt(bitPattern: index) < 256 + 16, "a polynomial has room for 272 candidates")
    // SAFETY: the two bytes are within the heap block, and self is held exclusively.
    unsafe memory.storeBytes(of: candidate, toByteOffset: 2 &* index, as: Int16.self)
  }
}

// Only the exclusive owner of a polynomial writes its memory, and all other accesses only read the
// memory.
extension Polynomial: @unchecked Sendable {}

extension Polynomial {
  /// Reduces every coefficient to at most (q - 1)/2 from zero.
  mutating func reduce() {
    for index in 0..<Self.laneCount { self[index] = self[index].reduced }
  }

  /// Adds a second polynomial. All coefficients of the two polynomials must be below 2^14.
  mutating func add(_ other: borrowing Polynomial) {
    for index in 0..<Self.laneCount { self[index] = self[index] &+ other[index] }
  }

  /// Subtracts a second polynomial. All coefficients of the two polynomials must be below 2^14.
  mutating func subtract(_ other: borrowing Polynomial) {
    for index in 0..<Self.laneCount { self[index] = self[index] &- other[index] }
  }
}
