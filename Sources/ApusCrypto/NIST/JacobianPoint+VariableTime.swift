internal import ApusBytes

/// Sums and multiples of public points, in a time that depends on their values.
extension JacobianPoint {
  /// Returns the sum with any point.
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

  /// Returns the sum with any affine point.
  func addedVariableTime(to other: AffinePoint<Curve>) -> Self {
    if isInfinity.isYesVariableTime { return Self(other) }
    let zz = z.squared()
    let h = other.x * zz - x
    let r = other.y * z * zz - y
    if h.isZero.isYesVariableTime, r.isZero.isYesVariableTime { return doubled() }
    return .chord(x1: x, y1: y, h: h, r: r, zz: z)
  }

  /// Returns the generator times one public scalar plus a public point times another.
  ///
  /// Both scalars share one run of doublings, each with its own sparse digits.
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

  /// The number of bits of a digit of the generator's scalar: its 32 multiples are computed only
  /// once.
  private static var baseWidth: Int { 7 }

  /// The number of bits of a digit of the point's scalar: its 8 multiples are computed each time.
  private static var pointWidth: Int { 5 }

  /// Returns the multiples of the generator for the digits of its scalar.
  static func oddMultiplesOfGenerator() -> [AffinePoint<Curve>] {
    affine(Self(Curve.generator).oddMultiplesVariableTime(count: 1 << (baseWidth - 2)))
  }

  /// Returns the point once, three times, five times and so on.
  private func oddMultiplesVariableTime(count: Int) -> [Self] {
    let twice = doubled()
    var multiples = [self]
    multiples.reserveCapacity(count)
    for index in 1..<count {
      multiples.append(multiples[index - 1].addedVariableTime(to: twice))
    }
    return multiples
  }

  /// Converts many points, none of them infinity, to affine coordinates with one inversion.
  ///
  /// The product of all Z is inverted. From the last point to the first, the product of the Z
  /// before a point turns that into the inverse of its own Z, and its Z turns it into the next
  /// one's.
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
  /// Returns the number as digits 0 or odd, below 2^(width − 1) in size, the lowest first.
  ///
  /// A nonzero digit is followed by `width − 1` zeros. There is one more digit than the number has
  /// bits, for the last carry. The width is from 3 to 8.
  func sparseDigitsVariableTime(width: Int, bitCount: Int) -> [Int8] {
    var digits = [Int8](repeating: 0, count: bitCount + 1)
    var carry: UInt64 = 0
    var place = 0
    while place <= bitCount {
      if bit(place) == carry {
        // The carry continues if the bit is 1, and there is none if it is 0.
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
