internal import ApusBytes

/// A table of multiples of a curve's generator, which saves most doublings in a multiplication by a
/// secret scalar.
///
/// Row r contains 1 to 16 times 32^(4r) times the generator. The multiplication adds the digits of
/// the scalar in four passes, with each fourth digit in one pass. Five doublings separate two
/// passes.
///
/// The table is computed at its first use. The computation took 0.2 ms for P-256, 0.7 ms for P-384
/// and 1.3 ms for P-521 on a Zen 4 core, and more than twice as long on a core with other load. A
/// stored table would add 13 KB to every program for P-256 alone.
struct BaseTable<Curve: NISTCurve>: Sendable {
  private static var passCount: Int { 4 }

  private let rows: [AffinePoint<Curve>]

  init() {
    let digits = SignedDigit.count(forBitCount: Curve.Order.bitCount)
    let rowCount = (digits + Self.passCount - 1) / Self.passCount
    var points: [JacobianPoint<Curve>] = []
    points.reserveCapacity(rowCount * SignedDigit.limit)
    var unit = JacobianPoint(Curve.generator)
    for _ in 0..<rowCount {
      var multiple = unit
      points.append(multiple)
      for _ in 1..<SignedDigit.limit {
        multiple = multiple.addedVariableTime(to: unit)
        points.append(multiple)
      }
      // The last multiple is 16 times the unit, and the next row's unit is 2²⁰ times the unit.
      unit = multiple
      for _ in 4..<Self.passCount * SignedDigit.bitCount { unit = unit.doubled() }
    }
    rows = JacobianPoint.affine(points)
  }

  /// Multiplies the generator by a secret scalar from 1 to the order less 1.
  ///
  /// Before a digit is added, the sum and the digit's term are two integers times the generator.
  /// The two integers are neither equal nor opposite unless both are 0. The reason is that their
  /// sum and their difference have digits in base 32 of at most 16 in absolute value. A number with
  /// these digits is 0 only if all its digits are 0, because the lowest nonzero digit is not a
  /// multiple of 32. In all passes except the last these numbers have 5 bits less than the order,
  /// so they are not multiples of the order either. In the last pass they can be multiples of the
  /// order, so the last sum uses the formula for any two points.
  func multiple(_ scalar: Span<UInt8>) -> JacobianPoint<Curve> {
    precondition(scalar.count == Curve.Scalar.byteCount, "the scalar has the wrong length")
    let digits = SignedDigit.count(forBitCount: Curve.Order.bitCount)
    var sum = JacobianPoint<Curve>.infinity
    for pass in (0..<Self.passCount).reversed() {
      for place in stride(from: pass, to: digits, by: Self.passCount) {
        let digit = SignedDigit(of: scalar, at: place)
        let term = lookUp(digit, row: place / Self.passCount)
        let isNothing = Mask(isZero: digit.size)
        sum =
          pass > 0
          ? sum.added(to: term, unless: isNothing) : sum.addedToAny(term, unless: isNothing)
      }
      if pass > 0 {
        for _ in 0..<SignedDigit.bitCount { sum = sum.doubled() }
      }
    }
    return sum
  }

  /// Reads every entry of the table row, and selects the entry of the digit with a mask.
  @inline(__always)
  private func lookUp(_ digit: SignedDigit, row: Int) -> AffinePoint<Curve> {
    let first = row * SignedDigit.limit
    var x = rows[first].x
    var y = rows[first].y
    for index in 1..<SignedDigit.limit {
      let isMeant = Mask(UInt64(index + 1), equals: digit.size)
      x = .select(isMeant, rows[first + index].x, x)
      y = .select(isMeant, rows[first + index].y, y)
    }
    return AffinePoint(uncheckedX: x, y: .select(digit.isNegative, -y, y))
  }
}
