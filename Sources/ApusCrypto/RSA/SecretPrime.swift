internal import ApusBytes

/// One prime of a private RSA key, with the private exponent modulo the prime less 1.
///
/// The names follow RFC 8017 section 3.2, such as p and dP.
struct SecretPrime: ~Copyable {
  let modulus: OddModulus
  /// The private exponent modulo the prime p less 1.
  let exponent: Natural

  /// Creates a secret prime with its exponent, or returns `nil` if the number is even.
  init?(_ prime: consuming Natural, exponent: consuming Natural) {
    guard let modulus = OddModulus(prime) else { return nil }
    self.modulus = modulus
    self.exponent = exponent
  }

  /// Returns a mask that is set if the prime's exponent is consistent with the exponents of the RSA
  /// key.
  ///
  /// The conditions are dP = d and e · dP = 1, modulo p − 1.
  func isConsistent(privateExponent: borrowing Natural, publicExponent: UInt64) -> Mask {
    let limbCount = modulus.limbCount
    let order = less(1)
    let remainder = privateExponent.remainder(dividedBy: order)
    let product = Natural.product(exponent, Natural(publicExponent, limbCount: 1))
    let one = product.remainder(dividedBy: order)
    return Natural.areEqual(remainder, exponent)
      & Natural.areEqual(one, Natural(1, limbCount: limbCount))
  }

  /// Returns a mask that is set if a number is the inverse of a second prime modulo the prime.
  func isInverse(_ number: borrowing Natural, of other: borrowing SecretPrime) -> Mask {
    let product = Natural.product(number, other.modulus.value)
    let one = product.remainder(dividedBy: modulus.value)
    return number.isLess(than: modulus.value)
      & Natural.areEqual(one, Natural(1, limbCount: modulus.limbCount))
  }

  /// Returns the prime less a small number, which must fit into the lowest limb of the prime.
  private func less(_ small: UInt64) -> Natural {
    var difference = Natural(modulus.value, limbs: 0..<modulus.limbCount)
    difference.subtract(
      Natural(small, limbCount: modulus.limbCount), if: Mask(isZero: 0))
    return difference
  }

  /// Returns a number raised to the private exponent, modulo the prime.
  ///
  /// The method multiplies the number by r^e and the root by 1/r, with a secret random r. An
  /// attacker therefore cannot predict the base of the exponentiation. The value 1/r is r^(p − 2),
  /// and both powers share one sequence of squarings. The number must be below R².
  func root(
    of number: borrowing Natural, publicExponent: UInt64, using random: some RandomSource
  ) throws(CryptoError) -> Natural {
    let draw = try SecretBytes(randomCount: 8 * modulus.limbCount, from: random)
    let blinding = modulus.form(
      of: draw.withBytes { Natural(bigEndian: $0, limbCount: modulus.limbCount) })
    let factor = modulus.powerVariableTime(modulus.number(of: blinding), publicExponent)
    var blinded = form(ofLong: number)
    modulus.multiply(&blinded, by: modulus.form(of: factor))
    return modulus.number(
      of: modulus.product(blinded, power: exponent, blinding, power: less(2)))
  }

  /// Returns the Montgomery form of a number below R².
  ///
  /// The form of high · R + low is high · R² + low · R.
  private func form(ofLong number: borrowing Natural) -> Natural {
    let limbCount = modulus.limbCount
    let high = modulus.form(of: Natural(number, limbs: limbCount..<2 * limbCount))
    var form = modulus.form(of: high)
    modulus.add(modulus.form(of: Natural(number, limbs: 0..<limbCount)), to: &form)
    return form
  }
}
