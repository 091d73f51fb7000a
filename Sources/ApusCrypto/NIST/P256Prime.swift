/// The prime of the field of P-256, p = 2²⁵⁶ − 2²²⁴ + 2¹⁹² + 2⁹⁶ − 1, with a specialized product.
///
/// The value −1/p is 1 modulo 2⁶⁴, so the quotient of a reduction round is the lowest limb itself.
/// Three of the four products of the quotient with the prime's limbs are shifts. The loops are
/// unrolled, because the compiler otherwise does not keep the limbs in registers.
enum P256Prime: PrimeModulus {
  typealias Limbs = InlineArray<4, UInt64>

  static var bitCount: Int { 256 }

  static var prime: Limbs {
    [
      0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0x0000_0000_0000_0000,
      0xffff_ffff_0000_0001,
    ]
  }

  static var radixSquared: Limbs {
    [
      0x0000_0000_0000_0003, 0xffff_fffb_ffff_ffff, 0xffff_ffff_ffff_fffe,
      0x0000_0004_ffff_fffd,
    ]
  }

  @inline(__always)
  static func product(_ x: Limbs, _ y: Limbs) -> Limbs {
    var total = InlineArray<8, UInt64>(repeating: 0)
    addRow(x, times: y[0], to: &total, at: 0)
    addRow(x, times: y[1], to: &total, at: 1)
    addRow(x, times: y[2], to: &total, at: 2)
    addRow(x, times: y[3], to: &total, at: 3)
    return reduced(total)
  }

  /// Adds a row of the product. The unused limb above the row receives the carry of the row.
  @inline(__always)
  private static func addRow(
    _ x: Limbs, times y: UInt64, to total: inout InlineArray<8, UInt64>, at row: Int
  ) {
    var carry: UInt64 = 0
    total[row] = Limb.multiplyAdd(x[0], y, total[row], &carry)
    total[row &+ 1] = Limb.multiplyAdd(x[1], y, total[row &+ 1], &carry)
    total[row &+ 2] = Limb.multiplyAdd(x[2], y, total[row &+ 2], &carry)
    total[row &+ 3] = Limb.multiplyAdd(x[3], y, total[row &+ 3], &carry)
    total[row &+ 4] = carry
  }

  /// Returns the square of a number modulo the prime of P-256.
  ///
  /// The six products of different limbs are computed once and doubled. Their sum is below 2⁵¹², so
  /// the doubling cannot overflow.
  @inline(__always)
  static func square(_ x: Limbs) -> Limbs {
    var total = InlineArray<8, UInt64>(repeating: 0)
    for row in 0..<3 {
      var carry: UInt64 = 0
      for index in (row + 1)..<4 {
        total[row + index] = Limb.multiplyAdd(x[row], x[index], total[row + index], &carry)
      }
      total[row + 4] = carry
    }
    var carry: UInt64 = 0
    var shifted: UInt64 = 0
    for index in 0..<4 {
      let low = total[2 * index]
      let high = total[2 * index + 1]
      let square = Limb.product(x[index], x[index])
      total[2 * index] = Limb.add(low &<< 1 | shifted, square._low, &carry)
      total[2 * index + 1] = Limb.add(high &<< 1 | low &>> 63, square._high, &carry)
      shifted = high &>> 63
    }
    return reduced(total)
  }

  /// Returns `total / 2²⁵⁶` modulo the prime, for a total below 2²⁵⁶ · p.
  ///
  /// Four rounds turn the low half, which is below 2²⁵⁶, into a number of at most p; see
  /// `divideByLimb`. The sum of this number and the high half, which is below p, is below 2p.
  @inline(__always)
  private static func reduced(_ total: InlineArray<8, UInt64>) -> Limbs {
    var low: Limbs = [total[0], total[1], total[2], total[3]]
    divideByLimb(&low)
    divideByLimb(&low)
    divideByLimb(&low)
    divideByLimb(&low)
    var carry: UInt64 = 0
    for index in 0..<4 { low[index] = Limb.add(low[index], total[index + 4], &carry) }
    return low.reducedOnce(modulo: prime, top: carry)
  }

  /// Divides a number by a limb: `(number + m · p) / 2⁶⁴`. The lowest limb m makes the sum
  /// divisible.
  ///
  /// The product m · p is m · 2²⁵⁶ − m · 2²²⁴ + m · 2¹⁹² + m · 2⁹⁶ − m. The last term clears the
  /// lowest limb, the term m · 2⁹⁶ is two shifts, and the other terms are one product above 2¹⁹².
  /// For a number below 2²⁵⁶ the result is below 2¹⁹² + p < 2²⁵⁶, so the last carry is 0. The
  /// result after four rounds is at most (2²⁵⁶ − 1 + (2²⁵⁶ − 1) p) / 2²⁵⁶ < p + 1.
  @inline(__always)
  private static func divideByLimb(_ number: inout Limbs) {
    let quotient = number[0]
    let product = Limb.product(quotient, 0xffff_ffff_0000_0001)
    var carry: UInt64 = 0
    number[0] = Limb.add(number[1], quotient &<< 32, &carry)
    number[1] = Limb.add(number[2], quotient &>> 32, &carry)
    number[2] = Limb.add(number[3], product._low, &carry)
    number[3] = product._high &+ carry
  }
}
