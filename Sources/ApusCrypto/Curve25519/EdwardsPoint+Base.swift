internal import ApusBytes

extension EdwardsPoint {
  /// Multiplies the base point by a secret scalar below 2^255, in constant time.
  ///
  /// The scalar is written in base 16 with digits from -8 to 7. The function adds the multiples for
  /// the odd digit positions first, and then multiplies the sum by sixteen. One table therefore
  /// serves two digit positions.
  init(baseTimes scalar: Scalar25519) {
    var digits = Scalar25519.SignedDigits(scalar)
    var point = EdwardsPoint.identity
    for window in 0..<32 {
      point = (point + Self.select(digits[2 &* window &+ 1], window: window)).extended
    }
    point = point.projective.doubled(times: 4)
    for window in 0..<32 {
      point = (point + Self.select(digits[2 &* window], window: window)).extended
    }
    Wipe.value(&digits)
    self = point
  }

  /// Returns d · 256^window · B for a digit d of a secret scalar.
  ///
  /// The function reads all eight table entries, so memory accesses do not depend on the digit.
  private static func select(_ digit: UInt64, window: Int) -> AffineAddend {
    let isNegative = Mask(lowBitOf: digit &>> 63)
    let magnitude = isNegative.select(0 &- digit, digit)
    var result = AffineAddend.identity
    for index in 0..<8 {
      let isIt = Mask(magnitude, equals: UInt64(index) &+ 1)
      result = AffineAddend.select(isIt, windows[8 &* window &+ index], result)
    }
    return AffineAddend.select(isNegative, -result, result)
  }

  /// The table of the points j · 256^i · B for i below 32 and j from 1 to 8, at the index 8i + j -
  /// 1.
  private static let windows: [AffineAddend] = {
    var points: [EdwardsPoint] = []
    var first = base
    for _ in 0..<32 {
      let addend = first.addend
      var multiple = first
      points.append(multiple)
      for _ in 1..<8 {
        multiple = (multiple + addend).extended
        points.append(multiple)
      }
      first = multiple.projective.doubled(times: 5)
    }
    return AffineAddend.all(of: points)
  }()
}

extension EdwardsPoint.AffineAddend {
  /// Returns the first point if the mask is set, and the second point otherwise, in constant time.
  @inline(__always)
  fileprivate static func select(_ mask: Mask, _ yes: Self, _ no: Self) -> Self {
    Self(
      sum: Field25519.select(mask, yes.sum, no.sum),
      difference: Field25519.select(mask, yes.difference, no.difference),
      t2d: Field25519.select(mask, yes.t2d, no.t2d))
  }

  /// Returns the affine forms of many points, with one inversion for all points.
  static func all(of points: [EdwardsPoint]) -> [Self] {
    var products: [Field25519] = []
    var product = Field25519.one
    for point in points {
      products.append(product)
      product = product * point.z
    }
    var inverse = product.inverted()
    var addends: [Self] = []
    for (point, before) in zip(points, products).reversed() {
      let inverseZ = inverse * before
      inverse = inverse * point.z
      let (x, y) = (point.x * inverseZ, point.y * inverseZ)
      addends.append(Self(sum: y + x, difference: y - x, t2d: x * y * Field25519.twiceD))
    }
    return addends.reversed()
  }
}
