internal import ApusBytes

/// A prime modulus, with the multiplication of residues modulo the prime.
protocol PrimeModulus: Sendable {
  associatedtype Limbs: LimbArray

  /// The number of bits of the prime modulus.
  static var bitCount: Int { get }

  /// The prime modulus, which is odd and whose lowest limb is at least 2.
  static var prime: Limbs { get }

  /// The constant R² modulo the prime, which converts numbers to Montgomery form. The function
  /// `product` divides by R.
  static var radixSquared: Limbs { get }

  /// Returns `x · y / R` modulo the prime, which is below the prime if one factor is below the
  /// prime.
  static func product(_ x: Limbs, _ y: Limbs) -> Limbs

  /// Returns `x · x / R` modulo the prime.
  static func square(_ x: Limbs) -> Limbs
}

/// A prime modulus whose Montgomery constant R is 2 to the power of the number of bits of the
/// limbs.
protocol MontgomeryModulus: PrimeModulus {
  /// The negated inverse of the prime modulo 2⁶⁴. The product of the factor and the prime is −1
  /// modulo 2⁶⁴.
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
/// The integer is stored as the representative of `value · R` below the prime. Two residues are
/// therefore equal if and only if their limbs are equal.
struct Residue<Modulus: PrimeModulus>: Sendable {
  private var limbs: Modulus.Limbs

  @inline(__always)
  private init(limbs: Modulus.Limbs) { self.limbs = limbs }

  /// Creates the residue of a number of at most `byteCount` bytes. The number may exceed the prime.
  @inline(__always)
  init(_ number: Modulus.Limbs) {
    limbs = Modulus.product(number, Modulus.radixSquared)
  }

  /// Creates the residue of a big-endian number of at most `byteCount` bytes.
  init(bigEndian bytes: Span<UInt8>) {
    precondition(bytes.count <= Self.byteCount, "the number is longer than a residue")
    self.init(Modulus.Limbs(bigEndian: bytes))
  }

  /// The number of bytes of the encoding of a residue.
  static var byteCount: Int { (Modulus.bitCount + 7) / 8 }

  static var zero: Self { Self(limbs: Modulus.Limbs(repeating: 0)) }

  static var one: Self {
    var number = Modulus.Limbs(repeating: 0)
    number[limb: 0] = 1
    return Self(number)
  }

  /// The residue as the least nonnegative integer.
  var number: Modulus.Limbs {
    var one = Modulus.Limbs(repeating: 0)
    one[limb: 0] = 1
    return Modulus.product(limbs, one)
  }

  /// Writes the residue as the least nonnegative integer in big-endian order.
  func write(bigEndian bytes: inout MutableSpan<UInt8>) {
    precondition(bytes.count == Self.byteCount, "the output has the wrong length")
    number.write(bigEndian: &bytes)
  }

  /// The residue as the bytes of the least nonnegative integer.
  ///
  /// The property is not for secrets, because secrets must not be stored in arrays.
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

  /// Returns the first residue if the mask is set, and the second residue otherwise, in constant
  /// time.
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
  /// Returns the residue to the power of a public exponent below the prime, with four bits of the
  /// exponent at a time.
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

  /// Returns the inverse of the residue modulo the prime. The inverse of zero is zero.
  ///
  /// The inverse is x^(p − 2) by Fermat's little theorem.
  func inverted() -> Self {
    var exponent = Modulus.prime
    // The lowest limb is at least 2, so the subtraction does not borrow from the next limb.
    exponent[limb: 0] &-= 2
    return power(exponent)
  }

  /// Returns a square root modulo a prime that is 3 modulo 4, or `nil` if the residue has no square
  /// root.
  ///
  /// The square root is x^((p + 1) / 4), which is x^q · x for p = 4q + 3. The existence of a square
  /// root is public.
  func squareRoot() -> Self? {
    var quarter = Modulus.Limbs(repeating: 0)
    for place in 2..<Modulus.bitCount {
      quarter[limb: (place - 2) >> 6] |= Modulus.prime.bit(place) << UInt64((place - 2) & 63)
    }
    let root = power(quarter) * self
    return Self.areEqual(root.squared(), self).isYesVariableTime ? root : nil
  }
}
