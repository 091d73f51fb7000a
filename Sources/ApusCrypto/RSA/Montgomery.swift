/// Montgomery's product on spans of limbs: `x · y / R` modulo an odd number m of n limbs, where n
/// is even and R = 2^(64n). The time depends on n alone.
enum Montgomery {
  /// Writes n limbs of the product and returns the limb above them, the top.
  ///
  /// Two limbs of y are taken in one round, and two quotients make two limbs vanish, so that the
  /// total is read and written half as often as by rounds of one limb. Between rounds the total is
  /// below x + m: to what is below that a round adds at most (2¹²⁸ − 1) · (x + m), and divides by
  /// 2¹²⁸. With x below R the top is at most 1.
  ///
  /// The last round leaves less than `x · y / R + m`.
  static func multiply(
    _ x: Span<UInt64>, _ y: Span<UInt64>, modulo m: Span<UInt64>, _ negatedInverse: UInt64,
    into total: inout MutableSpan<UInt64>
  ) -> UInt64 {
    let count = m.count
    precondition(
      count >= 2 && count & 1 == 0 && x.count == count && y.count == count
        && total.count == count, "the numbers have different rooms")
    for index in 0..<count { total[index] = 0 }
    var top: UInt64 = 0
    var row = 0
    while row < count &- 1 {
      let (y0, y1) = (y[row], y[row &+ 1])
      var carry: UInt128 = 0
      var column = Column()
      column.add(x[0], y0)
      let q0 = column.quotient(total[0], carry, negatedInverse)
      column.add(m[0], q0)
      _ = column.close(total[0], &carry)

      column = Column()
      column.add(x[1], y0)
      column.add(x[0], y1)
      column.add(m[1], q0)
      let q1 = column.quotient(total[1], carry, negatedInverse)
      column.add(m[0], q1)
      _ = column.close(total[1], &carry)

      var (x0, m0) = (x[1], m[1])
      for index in 2..<count {
        let (x1, m1) = (x0, m0)
        (x0, m0) = (x[index], m[index])
        column = Column()
        column.add(x0, y0)
        column.add(x1, y1)
        column.add(m0, q0)
        column.add(m1, q1)
        total[index &- 2] = column.close(total[index], &carry)
      }
      column = Column()
      column.add(x0, y1)
      column.add(m0, q1)
      total[count &- 2] = column.close(top, &carry)
      total[count &- 1] = UInt64(truncatingIfNeeded: carry)
      top = UInt64(truncatingIfNeeded: carry >> 64)
      row &+= 2
    }
    return top
  }
}
