internal import ApusBytes

/// An array of a fixed number of limbs, with the lowest limb first, which stores one residue.
///
/// The type `InlineArray` conforms for every count. One source therefore serves every curve, and
/// the compiler specializes the source for each curve. Every operation runs in constant time.
protocol LimbArray: Sendable {
  static var limbCount: Int { get }
  init(repeating limb: UInt64)
  subscript(limb index: Int) -> UInt64 { get set }

  /// Returns the sum of two numbers modulo the prime. The numbers must be below the prime.
  func sum(_ other: Self, modulo prime: Self) -> Self

  /// Returns the difference of two numbers modulo the prime. The numbers must be below the prime.
  func difference(_ other: Self, modulo prime: Self) -> Self

  /// Returns the number less the prime if the number is at least the prime, and the unchanged
  /// number otherwise.
  ///
  /// The argument `top` is the limb above the other limbs. The limb is 0 or 1, and the whole number
  /// is below twice the prime.
  func reducedOnce(modulo prime: Self, top: UInt64) -> Self

  /// Returns `self · other / 2^(64 · limbCount)` modulo the prime; `negatedInverse · prime` is −1
  /// modulo 2⁶⁴.
  ///
  /// The product `self · other` must be below `2^(64 · limbCount) · prime`.
  func montgomeryProduct(_ other: Self, modulo prime: Self, negatedInverse: UInt64) -> Self
}

extension InlineArray: LimbArray where Element == UInt64 {
  static var limbCount: Int { count }

  @inline(__always)
  subscript(limb index: Int) -> UInt64 {
    get { self[index] }
    set { self[index] = newValue }
  }

  @inline(__always)
  func sum(_ other: Self, modulo prime: Self) -> Self {
    var total = self
    var carry: UInt64 = 0
    for index in 0..<count { total[index] = Limb.add(self[index], other[index], &carry) }
    return total.reducedOnce(modulo: prime, top: carry)
  }

  @inline(__always)
  func difference(_ other: Self, modulo prime: Self) -> Self {
    var total = self
    var borrow: UInt64 = 0
    for index in 0..<count { total[index] = Limb.subtract(self[index], other[index], &borrow) }
    let wrapped = 0 &- borrow
    var carry: UInt64 = 0
    for index in 0..<count {
      total[index] = Limb.add(total[index], prime[index] & wrapped, &carry)
    }
    return total
  }

  @inline(__always)
  func reducedOnce(modulo prime: Self, top: UInt64) -> Self {
    var reduced = self
    var borrow: UInt64 = 0
    for index in 0..<count { reduced[index] = Limb.subtract(self[index], prime[index], &borrow) }
    // The difference is negative only if the subtraction borrowed and there was no top limb to
    // borrow from.
    let keeps = 0 &- (borrow & ~top)
    for index in 0..<count { reduced[index] ^= keeps & (reduced[index] ^ self[index]) }
    return reduced
  }

  @inline(__always)
  func montgomeryProduct(_ other: Self, modulo prime: Self, negatedInverse: UInt64) -> Self {
    var total = Self(repeating: 0)
    // Before and after each round, the total with `top` above it is below self + prime. A round
    // adds at most (2⁶⁴ − 1)(self + prime) and divides by 2⁶⁴. The limb `top` is therefore at most
    // 1. The last round leaves less than self · other / 2^(64 · count) + prime, which is below
    // twice the prime.
    var top: UInt64 = 0
    for round in 0..<count {
      var carry: UInt64 = 0
      for index in 0..<count {
        total[index] = Limb.multiplyAdd(self[index], other[round], total[index], &carry)
      }
      var overflow: UInt64 = 0
      let high = Limb.add(top, carry, &overflow)
      let quotient = total[0] &* negatedInverse
      carry = 0
      _ = Limb.multiplyAdd(quotient, prime[0], total[0], &carry)
      for index in 1..<count {
        total[index &- 1] = Limb.multiplyAdd(quotient, prime[index], total[index], &carry)
      }
      top = overflow
      overflow = 0
      total[count &- 1] = Limb.add(high, carry, &overflow)
      top &+= overflow
    }
    return total.reducedOnce(modulo: prime, top: top)
  }
}

extension LimbArray {
  /// Reads a big-endian number of at most the array's length.
  @inline(__always)
  init(bigEndian bytes: Span<UInt8>) {
    precondition(bytes.count <= 8 * Self.limbCount, "the number is longer than the array")
    self.init(repeating: 0)
    for index in bytes.indices {
      let place = bytes.count &- 1 &- index
      self[limb: place >> 3] |= UInt64(bytes[index]) << UInt64(8 &* (place & 7))
    }
  }

  /// Writes the number in big-endian order, with as many low bytes as fit.
  @inline(__always)
  func write(bigEndian bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices {
      let place = bytes.count &- 1 &- index
      bytes[index] = UInt8(truncatingIfNeeded: self[limb: place >> 3] >> UInt64(8 &* (place & 7)))
    }
  }

  /// A mask that is set if every limb is zero.
  @inline(__always)
  var isZero: Mask {
    var bits: UInt64 = 0
    for index in 0..<Self.limbCount { bits |= self[limb: index] }
    return Mask(isZero: bits)
  }

  /// Returns a mask that is set if the number is less than a second number.
  @inline(__always)
  func isLess(than other: Self) -> Mask {
    var borrow: UInt64 = 0
    for index in 0..<Self.limbCount {
      _ = Limb.subtract(self[limb: index], other[limb: index], &borrow)
    }
    return Mask(lowBitOf: borrow)
  }

  /// Returns the first number if the mask is set, and the second number otherwise, in constant
  /// time.
  @inline(__always)
  static func select(_ mask: Mask, _ yes: Self, _ no: Self) -> Self {
    var selected = no
    for index in 0..<limbCount {
      selected[limb: index] = mask.select(yes[limb: index], no[limb: index])
    }
    return selected
  }

  /// Returns the bit at a position, which is counted from the lowest bit. Bits above the highest
  /// bit are 0.
  @inline(__always)
  func bit(_ place: Int) -> UInt64 {
    place < 64 * Self.limbCount ? self[limb: place >> 6] >> UInt64(place & 63) & 1 : 0
  }
}
