/// The Montgomery reduction of limbs, which computes `total / R` modulo an odd number m of n limbs.
///
/// The number n is a multiple of four, and R = 2^(64n). The running time depends only on n.
enum Montgomery {
  /// Writes the result into the upper n of 2n limbs, and returns the limb above the result.
  ///
  /// A multiple q of m clears the lowest limb. One round clears four limbs. The round computes the
  /// quotients q of the four limbs in the first columns, and each quotient has its own carries in
  /// the following columns.
  ///
  /// All rounds together add less than R · m, so the result is below `total / R + m`, and the
  /// returned limb is at most 1.
  static func reduce(
    _ total: inout MutableSpan<UInt64>, modulo m: Span<UInt64>, _ negatedInverse: UInt64
  ) -> UInt64 {
    let count = m.count
    precondition(
      count >= 4 && count & 3 == 0 && total.count == 2 * count,
      "the numbers have different lengths")
    var top: UInt64 = 0
    var row = 0
    while row < count &- 3 {
      var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

      let q0 = total[row] &* negatedInverse
      _ = Limb.multiplyAdd(m[0], q0, total[row], &a)

      var limb = Limb.multiplyAdd(m[1], q0, total[row &+ 1], &a)
      let q1 = limb &* negatedInverse
      _ = Limb.multiplyAdd(m[0], q1, limb, &b)

      limb = Limb.multiplyAdd(m[2], q0, total[row &+ 2], &a)
      limb = Limb.multiplyAdd(m[1], q1, limb, &b)
      let q2 = limb &* negatedInverse
      _ = Limb.multiplyAdd(m[0], q2, limb, &c)

      limb = Limb.multiplyAdd(m[3], q0, total[row &+ 3], &a)
      limb = Limb.multiplyAdd(m[2], q1, limb, &b)
      limb = Limb.multiplyAdd(m[1], q2, limb, &c)
      let q3 = limb &* negatedInverse
      _ = Limb.multiplyAdd(m[0], q3, limb, &d)

      var (m1, m2, m3) = (m[3], m[2], m[1])
      for index in 4..<count {
        let m0 = m[index]
        limb = Limb.multiplyAdd(m0, q0, total[row &+ index], &a)
        limb = Limb.multiplyAdd(m1, q1, limb, &b)
        limb = Limb.multiplyAdd(m2, q2, limb, &c)
        total[row &+ index] = Limb.multiplyAdd(m3, q3, limb, &d)
        (m1, m2, m3) = (m0, m1, m2)
      }
      // Above the last limb of m, the carries of the four multiplications are added to the total
      // one after the other.
      limb = Limb.multiplyAdd(m1, q1, total[row &+ count], &b)
      limb = Limb.multiplyAdd(m2, q2, limb, &c)
      limb = Limb.multiplyAdd(m3, q3, limb, &d)
      total[row &+ count] = Limb.add(limb, a, &top)
      limb = Limb.multiplyAdd(m1, q2, total[row &+ count &+ 1], &c)
      limb = Limb.multiplyAdd(m2, q3, limb, &d)
      total[row &+ count &+ 1] = Limb.add(limb, b, &top)
      limb = Limb.multiplyAdd(m1, q3, total[row &+ count &+ 2], &d)
      total[row &+ count &+ 2] = Limb.add(limb, c, &top)
      total[row &+ count &+ 3] = Limb.add(total[row &+ count &+ 3], d, &top)
      row &+= 4
    }
    return top
  }
}
