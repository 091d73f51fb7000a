internal import ApusBytes

/// An odd modulus above 1, with the constants for Montgomery multiplication.
///
/// Montgomery's R is 2 to the power of the number of bits of the limbs, whose number is a multiple
/// of four. The type serves public moduli and secret primes. The running time of every operation
/// therefore depends only on the number of limbs, unless the operation's name contains
/// `VariableTime`.
final class OddModulus: Sendable {
  let value: Natural
  /// The number of bits of the modulus, which is public even if the modulus is a secret prime.
  let bitCount: Int
  /// The constant R² modulo the odd modulus.
  let radixSquared: Natural
  /// The negated inverse of the lowest limb modulo 2⁶⁴. The product of the factor and the lowest
  /// limb is −1 modulo 2⁶⁴.
  private let negatedInverse: UInt64

  var limbCount: Int { value.limbCount }

  /// Returns the number of limbs for a number of bits.
  static func limbCount(forBitCount bitCount: Int) -> Int { (bitCount + 255) / 256 * 4 }

  /// Creates a modulus from an odd number above 1, or returns `nil` for any other number.
  init?(_ value: consuming Natural) {
    precondition(value.limbCount % 4 == 0, "the number of limbs is not a multiple of four")
    // PUBLIC: a length, which is at most 8192.
    let bitCount = Int(ConstantTime.declassified(value.bitCount, bitCount: 14))
    // PUBLIC: even numbers are rejected, and are not a key.
    guard bitCount > 1, value.isOdd.declassified else { return nil }
    let low = value.withLimbs { $0[0] }
    // The inverse of an odd limb modulo 2³ is the limb itself, and each step doubles the number of
    // correct bits.
    var inverse = low
    for _ in 0..<5 { inverse = inverse &* (2 &- low &* inverse) }
    negatedInverse = 0 &- inverse
    self.bitCount = bitCount
    radixSquared = Self.radixSquared(value, bitCount, negatedInverse)
    self.value = value
  }

  /// Returns the Montgomery constant R² modulo the odd modulus.
  ///
  /// The function doubles 2^(bits − 1), which is below the number, up to R · 2^e with a small e,
  /// and squares the result repeatedly. The Montgomery square of R · 2^e is R · 2^2e. The function
  /// ends at 2^e = R.
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
    var wide = Natural(limbCount: 2 * value.limbCount)
    while exponent < radixBitCount {
      square(&power, modulo: value, negatedInverse, &wide)
      reduce(&power, modulo: value)
      exponent *= 2
    }
    return power
  }

  /// Returns memory for the intermediate products of a modular multiplication.
  func makeRoom() -> Natural { Natural(limbCount: 2 * limbCount) }

  /// Replaces x by the Montgomery product `x · y / R` for factors below R, with the given scratch
  /// memory.
  ///
  /// The result is below R, and is below twice the number if one factor is below the number.
  /// Montgomery's reduction returns less than `x · y / R` plus the number. At most one bit is
  /// therefore above the limbs, and one subtraction of the number clears the bit.
  func multiply(_ x: inout Natural, by y: borrowing Natural, _ room: inout Natural) {
    x.withLimbs { x in
      y.withLimbs { y in
        room.withMutableLimbs { LongProduct.multiply(x, y, into: &$0) }
      }
    }
    Self.reduce(&room, modulo: value, negatedInverse, into: &x)
  }

  /// Replaces x by the Montgomery product `x · y / R`.
  func multiply(_ x: inout Natural, by y: borrowing Natural) {
    var room = makeRoom()
    multiply(&x, by: y, &room)
  }

  /// Replaces x by the Montgomery square `x · x / R`, with the given scratch memory.
  func square(_ x: inout Natural, _ room: inout Natural) {
    Self.square(&x, modulo: value, negatedInverse, &room)
  }

  private static func square(
    _ x: inout Natural, modulo value: borrowing Natural, _ negatedInverse: UInt64,
    _ room: inout Natural
  ) {
    x.withLimbs { x in
      room.withMutableLimbs { LongProduct.square(x, into: &$0) }
    }
    reduce(&room, modulo: value, negatedInverse, into: &x)
  }

  private static func reduce(
    _ product: inout Natural, modulo value: borrowing Natural, _ negatedInverse: UInt64,
    into result: inout Natural
  ) {
    value.withLimbs { value in
      product.withMutableLimbs { product in
        let top = Montgomery.reduce(&product, modulo: value, negatedInverse)
        result.withMutableLimbs { result in
          for index in result.indices { result[index] = product[value.count &+ index] }
          Natural.subtract(value, from: &result, if: Mask(lowBitOf: top))
        }
      }
    }
  }

  /// Reduces a number below twice the modulus to its least residue.
  func reduce(_ number: inout Natural) { Self.reduce(&number, modulo: value) }

  private static func reduce(_ number: inout Natural, modulo value: borrowing Natural) {
    let isLess = number.isLess(than: value)
    number.subtract(value, if: ~isLess)
  }

  /// Returns the Montgomery form `number · R` of a number below R, as its least residue.
  func form(of number: borrowing Natural) -> Natural {
    var form = number.copy()
    multiply(&form, by: radixSquared)
    reduce(&form)
    return form
  }

  /// Returns the number of a Montgomery form, reduced modulo the odd modulus.
  ///
  /// The Montgomery product of the form and 1 is at most the modulus.
  func number(of form: borrowing Natural) -> Natural {
    var number = form.copy()
    multiply(&number, by: Natural(1, limbCount: limbCount))
    reduce(&number)
    return number
  }

  /// Adds a number to a sum modulo the odd modulus. The number and the sum must be below the
  /// modulus.
  func add(_ term: borrowing Natural, to sum: inout Natural) {
    let isLong = Mask(lowBitOf: sum.add(term, if: Mask(isZero: 0)))
    let isLess = sum.isLess(than: value)
    sum.subtract(value, if: isLong | ~isLess)
  }

  /// Subtracts a number from a difference modulo the odd modulus. The two numbers must be below the
  /// modulus.
  func subtract(_ term: borrowing Natural, from difference: inout Natural) {
    let isNegative = Mask(lowBitOf: difference.subtract(term, if: Mask(isZero: 0)))
    difference.add(value, if: isNegative)
  }
}
