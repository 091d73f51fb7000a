internal import ApusBytes

extension Residue {
  /// The residue to the power of a public exponent below the prime, four bits of it at a time.
  ///
  /// Only the exponent decides which multiplications are made.
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

  /// The inverse, or zero for zero: x^(p − 2), by Fermat's little theorem.
  func inverted() -> Self {
    var exponent = Modulus.prime
    // The lowest limb is at least 2, so nothing is borrowed from the next.
    exponent[limb: 0] &-= 2
    return power(exponent)
  }

  /// A square root, or nil where there is none, modulo a prime that is 3 modulo 4.
  ///
  /// It is x^((p + 1) / 4), and with p = 4q + 3 that is x^q · x. Whether there is a root is public.
  func squareRoot() -> Self? {
    var quarter = Modulus.Limbs(repeating: 0)
    for place in 2..<Modulus.bitCount {
      quarter[limb: (place - 2) >> 6] |= Modulus.prime.bit(place) << UInt64((place - 2) & 63)
    }
    let root = power(quarter) * self
    return Self.areEqual(root.squared(), self).isYesVariableTime ? root : nil
  }
}
