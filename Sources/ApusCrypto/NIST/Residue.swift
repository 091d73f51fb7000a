internal import ApusBytes

/// A prime, with the products of residues modulo it.
protocol PrimeModulus: Sendable {
  associatedtype Limbs: LimbArray

  /// The number of bits of the prime.
  static var bitCount: Int { get }

  /// The prime, which is odd and whose lowest limb is at least 2.
  static var prime: Limbs { get }

  /// R² modulo the prime; a product is divided by R.
  static var radixSquared: Limbs { get }

  /// Returns `x · y / R` modulo the prime, below the prime if one factor is.
  static func product(_ x: Limbs, _ y: Limbs) -> Limbs

  /// Returns `x · x / R` modulo the prime.
  static func square(_ x: Limbs) -> Limbs
}

/// A prime with R = 2 to the power of the bits of its limbs.
protocol MontgomeryModulus: PrimeModulus {
  /// The factor that turns the prime into −1, modulo 2⁶⁴.
  static var negatedInverse: UInt64 { get }
}

extension MontgomeryModulus {
  @inline(__always)
  static func product(_ x: Limbs, _ y: Limbs) -> Limbs {
    x.montgomeryProduct(y, modulo: prime, negatedInverse: negatedInverse)
  }

  @inline(__always)
  static func square(_ x: Limbs) -> Limbs { product(x, x) }
}

/// An integer modulo a prime, with arithmetic in constant time.
///
/// It is stored as the one representative of `value · R` below the prime, so that two residues are
/// equal if and only if their limbs are.
struct Residue<Modulus: PrimeModulus>: Sendable {
  private var limbs: Modulus.Limbs

  @inline(__always)
  private init(limbs: Modulus.Limbs) { self.limbs = limbs }

  /// Creates the residue of a number of at most `byteCount` bytes, which need not be below the
  /// prime.
  @inline(__always)
  init(_ number: Modulus.Limbs) {
    limbs = Modulus.product(number, Modulus.radixSquared)
  }

  /// Creates the residue of a number of at most `byteCount` bytes, the highest first.
  init(bigEndian bytes: Span<UInt8>) {
    precondition(bytes.count <= Self.byteCount, "the number is longer than a residue")
    self.init(Modulus.Limbs(bigEndian: bytes))
  }

  /// The number of bytes that every residue fits in.
  static var byteCount: Int { (Modulus.bitCount + 7) / 8 }

  static var zero: Self { Self(limbs: Modulus.Limbs(repeating: 0)) }

  static var one: Self {
    var number = Modulus.Limbs(repeating: 0)
    number[limb: 0] = 1
    return Self(number)
  }

  /// The least number of this residue.
  var number: Modulus.Limbs {
    var one = Modulus.Limbs(repeating: 0)
    one[limb: 0] = 1
    return Modulus.product(limbs, one)
  }

  /// Writes the least number of this residue, the highest byte first.
  func write(bigEndian bytes: inout MutableSpan<UInt8>) {
    precondition(bytes.count == Self.byteCount, "the output has the wrong length")
    number.write(bigEndian: &bytes)
  }

  /// The least number of this residue as bytes. It is not for secrets, which must not be stored in
  /// arrays.
  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    var span = bytes.mutableSpan
    write(bigEndian: &span)
    return bytes
  }

  @inline(__always)
  var isZero: Mask { limbs.isZero }

  @inline(__always)
  static func areEqual(_ left: Self, _ right: Self) -> Mask { (left - right).isZero }

  /// Returns the first residue for yes, the second for no.
  @inline(__always)
  static func select(_ mask: Mask, _ yes: Self, _ no: Self) -> Self {
    Self(limbs: .select(mask, yes.limbs, no.limbs))
  }

  static func + (left: Self, right: Self) -> Self {
    Self(limbs: left.limbs.sum(right.limbs, modulo: Modulus.prime))
  }

  static func - (left: Self, right: Self) -> Self {
    Self(limbs: left.limbs.difference(right.limbs, modulo: Modulus.prime))
  }

  static prefix func - (residue: Self) -> Self { zero - residue }

  static func * (left: Self, right: Self) -> Self {
    Self(limbs: Modulus.product(left.limbs, right.limbs))
  }

  func squared() -> Self { Self(limbs: Modulus.square(limbs)) }

  func doubled() -> Self { self + self }
}

extension Residue {
  /// Returns the residue to the power of a public exponent below the prime, four bits of it at a
  /// time.
  ///
  /// Only the exponent determines the sequence of multiplications.
  func power(_ exponent: Modulus.Limbs) -> Self {
    var powers: InlineArray<16, Self> = .init(repeating: .one)
    for index in 1..<16 { powers[index] = powers[index - 1] * self }
    var result = Self.one
    for window in (0..<(Modulus.bitCount + 3) / 4).reversed() {
      for _ in 0..<4 { result = result.squared() }
      let digit = Int(exponent[limb: window >> 4] >> UInt64(4 * (window & 15)) & 15)
      if digit != 0 { result = result * powers[digit] }
    }
    return result
  }

  /// Returns the inverse, or zero for zero: x^(p − 2), by Fermat's little theorem.
  func inverted() -> Self {
    var exponent = Modulus.prime
    // The lowest limb is at least 2, so there is no borrow from the next.
    exponent[limb: 0] &-= 2
    return power(exponent)
  }

  /// Returns a square root, or nil if there is none, modulo a prime that is 3 modulo 4.
  ///
  /// It is x^((p + 1) / 4), and with p = 4q + 3 that is x^q · x. The existence of a root is public.
  func squareRoot() -> Self? {
    var quarter = Modulus.Limbs(repeating: 0)
    for place in 2..<Modulus.bitCount {
      quarter[limb: (place - 2) >> 6] |= Modulus.prime.bit(place) << UInt64((place - 2) & 63)
    }
    let root = power(quarter) * self
    return Self.areEqual(root.squared(), self).isYesVariableTime ? root : nil
  }
}
