/// The prime of the field of P-521, p = 2⁵²¹ − 1, which reduces a number by adding the bits above
/// 2⁵²¹ to the bits below.
///
/// The reduction needs no division, so R is 1. Residues are stored in limbs of 64 bits like all
/// other residues. A multiplication splits its factors into nine limbs of 58 bits. The value 2⁵²²
/// is 2 modulo p. A product of two limbs whose places add up to nine or more is therefore doubled
/// and added nine places lower. The columns are unrolled, because the compiler otherwise does not
/// keep the columns in registers.
enum P521Prime: PrimeModulus {
  typealias Limbs = InlineArray<9, UInt64>

  static var bitCount: Int { 521 }

  static var prime: Limbs {
    var prime = Limbs(repeating: .max)
    prime[8] = 0x1ff
    return prime
  }

  static var radixSquared: Limbs {
    var one = Limbs(repeating: 0)
    one[0] = 1
    return one
  }

  /// Returns the product of two numbers modulo the prime of P-521.
  ///
  /// Both factors are below p, or one factor is below 2⁵²⁸ and the other factor is 1. With limbs
  /// below 2⁵⁸ a column is below 17 · 2¹¹⁶ < 2¹²¹. With the factor 1 a column is a limb, and the
  /// highest limb has up to 64 bits.
  @inline(__always)
  static func product(_ x: Limbs, _ y: Limbs) -> Limbs {
    let a = split(x)
    let b = split(y)
    var columns = InlineArray<9, UInt128>(repeating: 0)
    columns[0] =
      wide(a[0], b[0])
      &+ twice(
        wide(a[1], b[8]) &+ wide(a[2], b[7]) &+ wide(a[3], b[6]) &+ wide(a[4], b[5])
          &+ wide(a[5], b[4]) &+ wide(a[6], b[3]) &+ wide(a[7], b[2]) &+ wide(a[8], b[1]))
    columns[1] =
      wide(a[0], b[1]) &+ wide(a[1], b[0])
      &+ twice(
        wide(a[2], b[8]) &+ wide(a[3], b[7]) &+ wide(a[4], b[6]) &+ wide(a[5], b[5])
          &+ wide(a[6], b[4]) &+ wide(a[7], b[3]) &+ wide(a[8], b[2]))
    columns[2] =
      wide(a[0], b[2]) &+ wide(a[1], b[1]) &+ wide(a[2], b[0])
      &+ twice(
        wide(a[3], b[8]) &+ wide(a[4], b[7]) &+ wide(a[5], b[6]) &+ wide(a[6], b[5])
          &+ wide(a[7], b[4]) &+ wide(a[8], b[3]))
    columns[3] =
      wide(a[0], b[3]) &+ wide(a[1], b[2]) &+ wide(a[2], b[1]) &+ wide(a[3], b[0])
      &+ twice(
        wide(a[4], b[8]) &+ wide(a[5], b[7]) &+ wide(a[6], b[6]) &+ wide(a[7], b[5])
          &+ wide(a[8], b[4]))
    columns[4] =
      wide(a[0], b[4]) &+ wide(a[1], b[3]) &+ wide(a[2], b[2]) &+ wide(a[3], b[1])
      &+ wide(a[4], b[0])
      &+ twice(wide(a[5], b[8]) &+ wide(a[6], b[7]) &+ wide(a[7], b[6]) &+ wide(a[8], b[5]))
    columns[5] =
      wide(a[0], b[5]) &+ wide(a[1], b[4]) &+ wide(a[2], b[3]) &+ wide(a[3], b[2])
      &+ wide(a[4], b[1]) &+ wide(a[5], b[0])
      &+ twice(wide(a[6], b[8]) &+ wide(a[7], b[7]) &+ wide(a[8], b[6]))
    columns[6] =
      wide(a[0], b[6]) &+ wide(a[1], b[5]) &+ wide(a[2], b[4]) &+ wide(a[3], b[3])
      &+ wide(a[4], b[2]) &+ wide(a[5], b[1]) &+ wide(a[6], b[0])
      &+ twice(wide(a[7], b[8]) &+ wide(a[8], b[7]))
    columns[7] =
      wide(a[0], b[7]) &+ wide(a[1], b[6]) &+ wide(a[2], b[5]) &+ wide(a[3], b[4])
      &+ wide(a[4], b[3]) &+ wide(a[5], b[2]) &+ wide(a[6], b[1]) &+ wide(a[7], b[0])
      &+ twice(wide(a[8], b[8]))
    columns[8] =
      wide(a[0], b[8]) &+ wide(a[1], b[7]) &+ wide(a[2], b[6]) &+ wide(a[3], b[5])
      &+ wide(a[4], b[4]) &+ wide(a[5], b[3]) &+ wide(a[6], b[2]) &+ wide(a[7], b[1])
      &+ wide(a[8], b[0])
    return joined(columns)
  }

  /// Returns the columns of a square. Each product of different limbs is computed once and doubled.
  @inline(__always)
  static func square(_ x: Limbs) -> Limbs {
    let a = split(x)
    var columns = InlineArray<9, UInt128>(repeating: 0)
    columns[0] =
      wide(a[0], a[0])
      &+ twice(
        twice(wide(a[1], a[8]) &+ wide(a[2], a[7]) &+ wide(a[3], a[6]) &+ wide(a[4], a[5])))
    columns[1] = twice(
      wide(a[0], a[1]) &+ wide(a[5], a[5])
        &+ twice(wide(a[2], a[8]) &+ wide(a[3], a[7]) &+ wide(a[4], a[6])))
    columns[2] =
      wide(a[1], a[1])
      &+ twice(
        wide(a[0], a[2])
          &+ twice(wide(a[3], a[8]) &+ wide(a[4], a[7]) &+ wide(a[5], a[6])))
    columns[3] = twice(
      wide(a[0], a[3]) &+ wide(a[1], a[2]) &+ wide(a[6], a[6])
        &+ twice(wide(a[4], a[8]) &+ wide(a[5], a[7])))
    columns[4] =
      wide(a[2], a[2])
      &+ twice(
        wide(a[0], a[4]) &+ wide(a[1], a[3])
          &+ twice(wide(a[5], a[8]) &+ wide(a[6], a[7])))
    columns[5] = twice(
      wide(a[0], a[5]) &+ wide(a[1], a[4]) &+ wide(a[2], a[3]) &+ wide(a[7], a[7])
        &+ twice(wide(a[6], a[8])))
    columns[6] =
      wide(a[3], a[3])
      &+ twice(
        wide(a[0], a[6]) &+ wide(a[1], a[5]) &+ wide(a[2], a[4])
          &+ twice(wide(a[7], a[8])))
    columns[7] = twice(
      wide(a[0], a[7]) &+ wide(a[1], a[6]) &+ wide(a[2], a[5]) &+ wide(a[3], a[4])
        &+ wide(a[8], a[8]))
    columns[8] =
      wide(a[4], a[4])
      &+ twice(wide(a[0], a[8]) &+ wide(a[1], a[7]) &+ wide(a[2], a[6]) &+ wide(a[3], a[5]))
    return joined(columns)
  }

  @inline(__always)
  private static func wide(_ x: UInt64, _ y: UInt64) -> UInt128 { Limb.product(x, y) }

  @inline(__always)
  private static func twice(_ x: UInt128) -> UInt128 { x &<< 1 }

  private static var low58: UInt64 { 0x03ff_ffff_ffff_ffff }

  /// Splits the number into nine limbs of 58 bits.
  ///
  /// Limb i begins 6i bits before the end of limb i − 1 of 64 bits.
  @inline(__always)
  private static func split(_ number: Limbs) -> Limbs {
    var parts = number
    parts[0] = number[0] & low58
    for index in 1..<9 {
      let (low, high) = (UInt64(64 &- 6 &* index), UInt64(6 &* index))
      parts[index] = number[index &- 1] &>> low | number[index] &<< high
    }
    for index in 1..<8 { parts[index] &= low58 }
    return parts
  }

  /// Returns the sum of the columns modulo the prime, in limbs of 64 bits.
  ///
  /// The first run of carries leaves 521 bits and an overflow below 2⁶⁵. The second run adds the
  /// overflow to the lowest limb. The result is below 2⁵²¹ + 2⁶⁵, which is below twice the prime.
  @inline(__always)
  private static func joined(_ columns: InlineArray<9, UInt128>) -> Limbs {
    var parts = Limbs(repeating: 0)
    var carry: UInt128 = 0
    for index in 0..<9 {
      let total = columns[index] &+ carry
      parts[index] = total._low & low58
      carry = total &>> 58
    }
    // The value 2⁵²² is 2 modulo the prime, and the top bit of the highest limb, 2⁵²¹, is 1.
    carry = carry &<< 1 | UInt128(_low: parts[8] &>> 57, _high: 0)
    parts[8] &= low58 &>> 1
    for index in 0..<9 {
      let total = UInt128(_low: parts[index], _high: 0) &+ carry
      parts[index] = total._low & low58
      carry = total &>> 58
    }
    var number = Limbs(repeating: 0)
    for index in 0..<8 {
      let (low, high) = (UInt64(6 &* index), UInt64(58 &- 6 &* index))
      number[index] = parts[index] &>> low | parts[index &+ 1] &<< high
    }
    number[8] = parts[8] &>> 48
    return number.reducedOnce(modulo: prime, top: 0)
  }
}
