/// A sum of products of limbs, kept as the sum of their low and that of their high halves.
///
/// Each half is below 2⁶⁴, so that 2⁶³ products can be added before anything is lost, and no
/// addition waits for the carry of the one before it.
private struct Column {
  var low: UInt128 = 0
  var high: UInt128 = 0

  @inline(__always)
  mutating func add(_ x: UInt64, _ y: UInt64) {
    let product = UInt128(x) &* UInt128(y)
    low &+= UInt128(UInt64(truncatingIfNeeded: product))
    high &+= product >> 64
  }

  /// What is above the lowest limb.
  @inline(__always)
  var carry: UInt128 { (low >> 64) &+ high }
}

extension OddModulus {
  /// `x · y / R` modulo an odd number m of n limbs, n even, as n limbs and the limb above, 0 or 1.
  ///
  /// One factor is below m and the other below R = 2^(64n); the result is below 2m. Two limbs of y
  /// are taken in one round, and two quotients make two limbs vanish: each column then has four
  /// products, and the total is read and written half as often.
  ///
  /// Between rounds the total, with its top, is below x + m: a round adds less than
  /// 2¹²⁸ · (x + m) to what is below x + m, and divides by 2¹²⁸, with equality never reached since
  /// limbs are at most 2⁶⁴ − 1. So the top is at most 1. The last round leaves less than
  /// x · y / R + m, which is below 2m.
  @inline(never)
  static func product(
    _ x: Span<UInt64>, _ y: Span<UInt64>, _ modulus: Span<UInt64>, _ negatedInverse: UInt64,
    _ total: inout MutableSpan<UInt64>
  ) -> UInt64 {
    let count = modulus.count
    precondition(
      count >= 2 && count & 1 == 0 && x.count == count && y.count == count && total.count == count,
      "the numbers have different rooms")
    for index in 0..<count { total[index] = 0 }
    var top: UInt64 = 0
    var row = 0
    while row < count &- 1 {
      let (y0, y1) = (y[row], y[row &+ 1])
      var (x0, x1) = (x[1], x[0])
      var (m0, m1) = (modulus[1], modulus[0])

      var column = Column()
      column.add(x1, y0)
      column.low &+= UInt128(total[0])
      let q0 = UInt64(truncatingIfNeeded: column.low) &* negatedInverse
      column.add(m1, q0)
      var carry = column.carry

      column = Column()
      column.add(x0, y0)
      column.add(x1, y1)
      column.add(m0, q0)
      column.low &+= UInt128(total[1]) &+ carry
      let q1 = UInt64(truncatingIfNeeded: column.low) &* negatedInverse
      column.add(m1, q1)
      carry = column.carry

      for index in 2..<count {
        (x0, x1) = (x[index], x0)
        (m0, m1) = (modulus[index], m0)
        column = Column()
        column.add(x0, y0)
        column.add(x1, y1)
        column.add(m0, q0)
        column.add(m1, q1)
        column.low &+= UInt128(total[index]) &+ carry
        total[index &- 2] = UInt64(truncatingIfNeeded: column.low)
        carry = column.carry
      }

      column = Column()
      column.add(x0, y1)
      column.add(m0, q1)
      column.low &+= UInt128(top) &+ carry
      total[count &- 2] = UInt64(truncatingIfNeeded: column.low)
      carry = column.carry
      total[count &- 1] = UInt64(truncatingIfNeeded: carry)
      top = UInt64(truncatingIfNeeded: carry >> 64)
      row &+= 2
    }
    return top
  }
}
