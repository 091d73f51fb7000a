internal import ApusBytes

/// Sums and multiples of public points, in variable time.
extension JacobianPoint {
  /// Returns the sum of the point and any second point, in variable time.
  func addedVariableTime(to other: Self) -> Self {
    if isInfinity.isYesVariableTime { return other }
    if other.isInfinity.isYesVariableTime { return self }
    let zz1 = z.squared()
    let zz2 = other.z.squared()
    let x1 = x * zz2
    let y1 = y * other.z * zz2
    let h = other.x * zz1 - x1
    let r = other.y * z * zz1 - y1
    if h.isZero.isYesVariableTime, r.isZero.isYesVariableTime { return doubled() }
    return .chord(x1: x1, y1: y1, h: h, r: r, zz: z * other.z)
  }

  /// Returns the sum of the point and any affine point, in variable time.
  func addedVariableTime(to other: AffinePoint<Curve>) -> Self {
    if isInfinity.isYesVariableTime { return Self(other) }
    let zz = z.squared()
    let h = other.x * zz - x
    let r = other.y * z * zz - y
    if h.isZero.isYesVariableTime, r.isZero.isYesVariableTime { return doubled() }
    return .chord(x1: x, y1: y, h: h, r: r, zz: z)
  }

  /// Returns the sum of the generator times a public scalar and a public point times a second
  /// public scalar.
  ///
  /// The two scalars share one sequence of doublings, and each scalar has its own sparse digits.
  static func sumVariableTime(
    generatorTimes first: Curve.Scalar, _ point: AffinePoint<Curve>, times second: Curve.Scalar
  ) -> Self {
    let base = Curve.oddMultiples
    let baseDigits = first.number.sparseDigitsVariableTime(
      width: baseWidth, bitCount: Curve.Order.bitCount)
    let multiples = Self(point).oddMultiplesVariableTime(count: 1 << (pointWidth - 2))
    let pointDigits = second.number.sparseDigitsVariableTime(
      width: pointWidth, bitCount: Curve.Order.bitCount)
    var sum = infinity
    for place in baseDigits.indices.reversed() {
      sum = sum.doubled()
      let baseDigit = Int(baseDigits[place])
      if baseDigit != 0 {
        let term = base[abs(baseDigit) >> 1]
        sum = sum.addedVariableTime(to: baseDigit > 0 ? term : term.negated)
      }
      let pointDigit = Int(pointDigits[place])
      if pointDigit != 0 {
        var term = multiples[abs(pointDigit) >> 1]
        if pointDigit < 0 { term.y = -term.y }
        sum = sum.addedVariableTime(to: term)
      }
    }
    return sum
  }

  /// The number of bits of a digit of the generator's scalar. The 32 multiples of the generator are
  /// computed only once.
  private static var baseWidth: Int { 7 }

  /// The number of bits of a digit of the point's scalar. The 8 multiples of the point are computed
  /// for each sum.
  private static var pointWidth: Int { 5 }

  /// Returns the odd multiples of the generator for the digits of its scalar.
  static func oddMultiplesOfGenerator() -> [AffinePoint<Curve>] {
    affine(Self(Curve.generator).oddMultiplesVariableTime(count: 1 << (baseWidth - 2)))
  }

  /// Returns the odd multiples of the point: the point multiplied by 1, 3, 5 and so on.
  private func oddMultiplesVariableTime(count: Int) -> [Self] {
    let twice = doubled()
    var multiples = [self]
    multiples.reserveCapacity(count)
    for index in 1..<count {
      multiples.append(multiples[index - 1].addedVariableTime(to: twice))
    }
    return multiples
  }

  /// Converts points to affine coordinates with one inversion. The point at infinity is not
  /// allowed.
  ///
  /// The method inverts the product of all Z, and then processes the points from the last to the
  /// first. The current inverse times the product of all previous Z is the inverse of the point's
  /// own Z. The current inverse times the point's own Z is the inverse for the next point.
  static func affine(_ points: [Self]) -> [AffinePoint<Curve>] {
    var before: [Field] = []
    before.reserveCapacity(points.count)
    var product = Field.one
    for point in points {
      before.append(product)
      product = product * point.z
    }
    var inverse = product.inverted()
    var affine: [AffinePoint<Curve>] = []
    affine.reserveCapacity(points.count)
    for index in points.indices.reversed() {
      let ownInverse = inverse * before[index]
      let square = ownInverse.squared()
      affine.append(
        AffinePoint(uncheckedX: points[index].x * square, y: points[index].y * square * ownInverse))
      inverse = inverse * points[index].z
    }
    affine.reverse()
    return affine
  }
}

extension LimbArray {
  /// Returns the number as sparse signed digits, with the lowest digit first, in variable time.
  ///
  /// Each digit is 0, or odd and less than 2^(width − 1) in absolute value. At least `width − 1`
  /// zeros follow a nonzero digit. The result has one digit more than the number has bits, for the
  /// last carry. The width is from 3 to 8.
  func sparseDigitsVariableTime(width: Int, bitCount: Int) -> [Int8] {
    var digits = [Int8](repeating: 0, count: bitCount + 1)
    var carry: UInt64 = 0
    var place = 0
    while place <= bitCount {
      if bit(place) == carry {
        // The carry stays 1 if the bit is 1, and stays 0 if the bit is 0.
        place += 1
        continue
      }
      var value = carry
      for offset in 0..<width { value += bit(place + offset) << UInt64(offset) }
      carry = value >> UInt64(width - 1)
      digits[place] = Int8(truncatingIfNeeded: Int(value) - Int(carry) << width)
      place += width
    }
    return digits
  }
}
