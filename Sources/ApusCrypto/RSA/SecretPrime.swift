internal import ApusBytes

/// One prime of a private key, with the private exponent modulo the prime less 1.
///
/// Names follow RFC 8017 section 3.2, such as p and dP.
struct SecretPrime: ~Copyable {
  let modulus: OddModulus
  /// The private exponent modulo p − 1.
  let exponent: Natural

  /// Creates a prime with its exponent, in limbs as a modulus has, or nil if it is not odd.
  init?(_ prime: consuming Natural, exponent: consuming Natural) {
    guard let modulus = OddModulus(prime) else { return nil }
    self.modulus = modulus
    self.exponent = exponent
  }

  /// Returns yes if the exponent is that of the whole key modulo p − 1, and the inverse of the
  /// public one: dP = d and e · dP = 1, modulo p − 1.
  func isConsistent(privateExponent: borrowing Natural, publicExponent: UInt64) -> Mask {
    let limbCount = modulus.limbCount
    let order = less(1)
    let remainder = privateExponent.remainder(dividedBy: order)
    let product = Natural.product(exponent, Natural(publicExponent, limbCount: 1))
    let one = product.remainder(dividedBy: order)
    return Natural.areEqual(remainder, exponent)
      & Natural.areEqual(one, Natural(1, limbCount: limbCount))
  }

  /// Returns yes if a number is the inverse of another prime modulo this one.
  func isInverse(_ number: borrowing Natural, of other: borrowing SecretPrime) -> Mask {
    let product = Natural.product(number, other.modulus.value)
    let one = product.remainder(dividedBy: modulus.value)
    return number.isLess(than: modulus.value)
      & Natural.areEqual(one, Natural(1, limbCount: modulus.limbCount))
  }

  /// Returns the prime less a number that fits into its lowest limb.
  private func less(_ small: UInt64) -> Natural {
    var difference = Natural(modulus.value, limbs: 0..<modulus.limbCount)
    difference.subtract(
      Natural(small, limbCount: modulus.limbCount), if: Mask(isZero: 0))
    return difference
  }

  /// Returns a number's root modulo the prime: its power by the private exponent.
  ///
  /// The number is first multiplied by r^e and the root then by 1/r, with a secret random r, so
  /// that an attacker cannot know the number to which the secret exponent is applied. 1/r is r^(p −
  /// 2), and both powers share one run. The number is below R².
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

  /// Returns the form of a number below R²: with high · R + low it is high · R² + low · R.
  private func form(ofLong number: borrowing Natural) -> Natural {
    let limbCount = modulus.limbCount
    let high = modulus.form(of: Natural(number, limbs: limbCount..<2 * limbCount))
    var form = modulus.form(of: high)
    modulus.add(modulus.form(of: Natural(number, limbs: 0..<limbCount)), to: &form)
    return form
  }
}
