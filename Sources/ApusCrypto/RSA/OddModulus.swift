internal import ApusBytes

/// An odd number above 1, and what products modulo it need: Montgomery's R is 2 to the power of
/// the bits of its limbs, whose count is even.
///
/// Public moduli and secret primes are both kept here, so that all of it takes a time that depends
/// on the count of limbs alone, except where a name says otherwise.
final class OddModulus: Sendable {
  let value: Natural
  /// How many bits the number has; of a secret prime, too, this is public.
  let bitCount: Int
  /// R² modulo the number.
  let radixSquared: Natural
  /// The number that makes −1 of the lowest limb, modulo 2⁶⁴.
  private let negatedInverse: UInt64

  var limbCount: Int { value.limbCount }

  /// How many limbs a number of that many bits is given.
  static func limbCount(forBitCount bitCount: Int) -> Int { (bitCount + 127) / 128 * 2 }

  /// Takes a number of an even count of limbs that is odd and above 1, or gives nil.
  init?(_ value: consuming Natural) {
    precondition(value.limbCount % 2 == 0, "the count of limbs is odd")
    let bitCount = value.bitCountVariableTime
    guard bitCount > 1, value.isOdd.declassified else { return nil }
    let low = value.withLimbs { $0[0] }
    // The inverse of an odd limb modulo 2³ is itself; each step doubles the bits that are right.
    var inverse = low
    for _ in 0..<5 { inverse = inverse &* (2 &- low &* inverse) }
    negatedInverse = 0 &- inverse
    self.bitCount = bitCount
    radixSquared = Self.radixSquared(value, bitCount, negatedInverse)
    self.value = value
  }

  /// Doubles 2^(bits − 1), which is below the number, up to R · 2^e with a small e, and squares
  /// that: the Montgomery square of R · 2^e is R · 2^2e. It ends where 2^e is R.
  private static func radixSquared(
    _ value: borrowing Natural, _ bitCount: Int, _ negatedInverse: UInt64
  ) -> Natural {
    let radixBitCount = 64 * value.limbCount
    var exponent = radixBitCount
    while exponent > 64, exponent % 2 == 0 { exponent /= 2 }
    var power = Natural(limbCount: value.limbCount)
    power.withMutableLimbs { $0[(bitCount - 1) >> 6] = 1 << UInt64((bitCount - 1) & 63) }
    for _ in bitCount - 1..<radixBitCount + exponent {
      let isLong = Mask(lowBitOf: power.shiftLeft(movingIn: 0))
      let isLess = power.isLess(than: value)
      power.subtract(value, if: isLong | ~isLess)
    }
    var square = Natural(limbCount: value.limbCount)
    while exponent < radixBitCount {
      multiply(power, power, modulo: value, negatedInverse, into: &square)
      swap(&power, &square)
      reduce(&power, modulo: value)
      exponent *= 2
    }
    return power
  }

  /// `x · y / R` modulo the number, of factors below R.
  ///
  /// The result is below R, and if one factor is below the number it is below twice the number.
  /// What Montgomery's product leaves is below `x · y / R` and the number, so that at most one limb
  /// is above, and subtracting the number once clears it.
  func multiply(
    _ x: borrowing Natural, _ y: borrowing Natural, into product: inout Natural
  ) {
    Self.multiply(x, y, modulo: value, negatedInverse, into: &product)
  }

  private static func multiply(
    _ x: borrowing Natural, _ y: borrowing Natural, modulo value: borrowing Natural,
    _ negatedInverse: UInt64, into product: inout Natural
  ) {
    x.withLimbs { x in
      y.withLimbs { y in
        value.withLimbs { value in
          product.withMutableLimbs { total in
            let top = Montgomery.multiply(x, y, modulo: value, negatedInverse, into: &total)
            Natural.subtract(value, from: &total, if: Mask(lowBitOf: top))
          }
        }
      }
    }
  }

  /// Makes a number below twice this one the least of its residue.
  func reduce(_ number: inout Natural) { Self.reduce(&number, modulo: value) }

  private static func reduce(_ number: inout Natural, modulo value: borrowing Natural) {
    let isLess = number.isLess(than: value)
    number.subtract(value, if: ~isLess)
  }

  /// The form of a number below R that products keep: `number · R`, the least of its residue.
  func form(of number: borrowing Natural) -> Natural {
    var form = Natural(limbCount: limbCount)
    multiply(number, radixSquared, into: &form)
    reduce(&form)
    return form
  }

  /// The number that a form stands for, the least of its residue.
  ///
  /// The product with 1 is at most this number.
  func number(of form: borrowing Natural) -> Natural {
    var number = Natural(limbCount: limbCount)
    multiply(form, Natural(1, limbCount: limbCount), into: &number)
    reduce(&number)
    return number
  }

  /// Adds a number to another, modulo this one; both are below it.
  func add(_ term: borrowing Natural, to sum: inout Natural) {
    let isLong = Mask(lowBitOf: sum.add(term, if: Mask(isZero: 0)))
    let isLess = sum.isLess(than: value)
    sum.subtract(value, if: isLong | ~isLess)
  }

  /// Subtracts a number from another, modulo this one; both are below it.
  func subtract(_ term: borrowing Natural, from difference: inout Natural) {
    let isNegative = Mask(lowBitOf: difference.subtract(term, if: Mask(isZero: 0)))
    difference.add(value, if: isNegative)
  }
}
