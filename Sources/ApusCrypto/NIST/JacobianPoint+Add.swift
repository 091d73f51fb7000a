internal import ApusBytes

/// Sums for secret points: each takes the same time for every pair.
///
/// None but `addedToAny` holds for two equal points, and who calls another proves that they differ.
extension JacobianPoint {
  /// The sum with a different point, by 12M + 4S.
  func added(to other: Self) -> Self {
    let (sum, _) = sumAndEquality(other)
    return sum
  }

  /// The sum with any point, by one doubling more.
  func addedToAny(_ other: Self) -> Self {
    let (sum, isSame) = sumAndEquality(other)
    return .select(isSame, doubled(), sum)
  }

  private func sumAndEquality(_ other: Self) -> (sum: Self, isSame: Mask) {
    let zz1 = z.squared()
    let zz2 = other.z.squared()
    let x1 = x * zz2
    let y1 = y * other.z * zz2
    let h = other.x * zz1 - x1
    let r = other.y * z * zz1 - y1
    var sum = Self.chord(x1: x1, y1: y1, h: h, r: r, zz: z * other.z)
    sum = .select(other.isInfinity, self, sum)
    sum = .select(isInfinity, other, sum)
    // With infinity on one side h and r are 0 on their own, but then the sum is right already.
    return (sum, h.isZero & r.isZero & ~isInfinity & ~other.isInfinity)
  }

  /// The sum with a different affine point, or itself where `isNothing`, by 8M + 3S.
  func added(to other: AffinePoint<Curve>, unless isNothing: Mask) -> Self {
    let (sum, _) = sumAndEquality(other, isNothing)
    return sum
  }

  /// The sum with any affine point, or itself where `isNothing`, by one doubling more.
  func addedToAny(_ other: AffinePoint<Curve>, unless isNothing: Mask) -> Self {
    let (sum, isSame) = sumAndEquality(other, isNothing)
    return .select(isSame, doubled(), sum)
  }

  private func sumAndEquality(
    _ other: AffinePoint<Curve>, _ isNothing: Mask
  ) -> (sum: Self, isSame: Mask) {
    let zz = z.squared()
    let h = other.x * zz - x
    let r = other.y * z * zz - y
    var sum = Self.chord(x1: x, y1: y, h: h, r: r, zz: z)
    sum = .select(isInfinity, Self(other), sum)
    sum = .select(isNothing, self, sum)
    return (sum, h.isZero & r.isZero & ~isInfinity & ~isNothing)
  }
}
