/// Multiplication of numbers of n limbs, with results of 2n limbs. The running time depends only on
/// n.
enum LongProduct {
  /// Writes the product `x · y` of two numbers of n limbs, for an n that is a multiple of four.
  ///
  /// One round uses four limbs of y, and each limb is multiplied with its own carries. The total is
  /// therefore read and written a quarter as often, and no multiplication waits for the previous
  /// multiplication.
  static func multiply(
    _ x: Span<UInt64>, _ y: Span<UInt64>, into total: inout MutableSpan<UInt64>
  ) {
    let count = x.count
    precondition(
      count >= 4 && count & 3 == 0 && y.count == count && total.count == 2 * count,
      "the numbers have different lengths")
    for index in 0..<count { total[index] = 0 }
    var row = 0
    while row < count &- 3 {
      let (y0, y1, y2, y3) = (y[row], y[row &+ 1], y[row &+ 2], y[row &+ 3])
      var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
      var (x1, x2, x3): (UInt64, UInt64, UInt64) = (0, 0, 0)
      for index in 0..<count {
        let x0 = x[index]
        var limb = Limb.multiplyAdd(x0, y0, total[row &+ index], &a)
        limb = Limb.multiplyAdd(x1, y1, limb, &b)
        limb = Limb.multiplyAdd(x2, y2, limb, &c)
        total[row &+ index] = Limb.multiplyAdd(x3, y3, limb, &d)
        (x1, x2, x3) = (x0, x1, x2)
      }
      // The limbs of the total above the last limb of x are not yet in use, so the carry of one
      // multiplication is the addend of the next multiplication.
      var limb = Limb.multiplyAdd(x1, y1, a, &b)
      limb = Limb.multiplyAdd(x2, y2, limb, &c)
      total[row &+ count] = Limb.multiplyAdd(x3, y3, limb, &d)
      limb = Limb.multiplyAdd(x1, y2, b, &c)
      total[row &+ count &+ 1] = Limb.multiplyAdd(x2, y3, limb, &d)
      total[row &+ count &+ 2] = Limb.multiplyAdd(x1, y3, c, &d)
      total[row &+ count &+ 3] = d
      row &+= 4
    }
  }

  /// Writes the square `x · x`, for an even n. Products of different limbs are computed once and
  /// doubled.
  static func square(_ x: Span<UInt64>, into total: inout MutableSpan<UInt64>) {
    let count = x.count
    precondition(
      count >= 2 && count & 1 == 0 && total.count == 2 * count,
      "the numbers have different lengths")
    for index in total.indices { total[index] = 0 }
    var row = 0
    while row < count &- 2 {
      let (y0, y1) = (x[row], x[row &+ 1])
      var (a, b): (UInt64, UInt64) = (0, 0)
      total[2 &* row &+ 1] = Limb.multiplyAdd(y1, y0, total[2 &* row &+ 1], &a)
      var x1 = x[row &+ 2]
      total[2 &* row &+ 2] = Limb.multiplyAdd(x1, y0, total[2 &* row &+ 2], &a)
      for index in row &+ 3..<count {
        let x0 = x[index]
        let limb = Limb.multiplyAdd(x0, y0, total[row &+ index], &a)
        total[row &+ index] = Limb.multiplyAdd(x1, y1, limb, &b)
        x1 = x0
      }
      total[row &+ count] = Limb.multiplyAdd(x1, y1, a, &b)
      total[row &+ count &+ 1] = b
      row &+= 2
    }
    var carry: UInt64 = 0
    total[2 &* count &- 3] = Limb.multiplyAdd(
      x[count &- 1], x[count &- 2], total[2 &* count &- 3], &carry)
    total[2 &* count &- 2] = carry
    doubleAndAddSquares(of: x, to: &total)
  }

  /// Doubles the total and adds the square of each limb. The total must be below half of its range.
  private static func doubleAndAddSquares(
    of x: Span<UInt64>, to total: inout MutableSpan<UInt64>
  ) {
    var (carry, shifted): (UInt64, UInt64) = (0, 0)
    for index in x.indices {
      let (low, high) = (total[2 &* index], total[2 &* index &+ 1])
      total[2 &* index] = Limb.multiplyAdd(x[index], x[index], low << 1 | shifted, &carry)
      total[2 &* index &+ 1] = Limb.add(high << 1 | low >> 63, 0, &carry)
      shifted = high >> 63
    }
  }
}
