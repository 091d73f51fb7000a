internal import ApusBytes

/// A point of a curve in Jacobian coordinates, which need no division: (X, Y, Z) is (X / Z², Y /
/// Z³), and Z = 0 is infinity.
///
/// The formulas and their costs are from the Explicit-Formulas Database for a = −3; M is a
/// multiplication and S is a squaring.
struct JacobianPoint<Curve: NISTCurve>: Sendable {
  typealias Field = Curve.Field

  var x: Field
  var y: Field
  var z: Field

  @inline(__always)
  init(x: Field, y: Field, z: Field) {
    self.x = x
    self.y = y
    self.z = z
  }

  @inline(__always)
  init(_ point: AffinePoint<Curve>) {
    self.init(x: point.x, y: point.y, z: .one)
  }

  static var infinity: Self { Self(x: .one, y: .one, z: .zero) }

  @inline(__always)
  var isInfinity: Mask { z.isZero }

  /// The point in affine coordinates; the result for the point at infinity is not a point.
  var affine: AffinePoint<Curve> {
    let inverse = z.inverted()
    let square = inverse.squared()
    return AffinePoint(uncheckedX: x * square, y: y * square * inverse)
  }

  /// Returns twice the point, at a cost of 4M + 4S.
  ///
  /// The double of infinity is infinity, and the double of no other point is infinity.
  func doubled() -> Self {
    let zz = z.squared()
    let slope = (x - zz) * (x + zz)
    let slope3 = slope.doubled() + slope
    let yy2 = y.squared().doubled()
    let xyy4 = (x * yy2).doubled()
    let newX = slope3.squared() - xyy4.doubled()
    return Self(
      x: newX,
      y: slope3 * (xyy4 - newX) - yy2.squared().doubled(),
      z: (y * z).doubled())
  }

  /// Returns the sum of two points from the differences of their coordinates.
  ///
  /// The arguments `x1` and `y1` are the coordinates of the first point after both points have the
  /// same Z. The arguments `h` and `r` are the differences in x and in y, and `zz` is Z1 · Z2. The
  /// sum is valid for points that are neither equal nor infinity. If the points are opposite, h is
  /// 0, so the Z of the sum is 0, which is correct.
  @inline(__always)
  static func chord(x1: Field, y1: Field, h: Field, r: Field, zz: Field) -> Self {
    let hh = h.squared()
    let hhh = h * hh
    let v = x1 * hh
    let newX = r.squared() - hhh - v.doubled()
    return Self(x: newX, y: r * (v - newX) - y1 * hhh, z: zz * h)
  }

  /// Returns the first point if the mask is set, and the second point otherwise, in constant time.
  @inline(__always)
  static func select(_ mask: Mask, _ yes: Self, _ no: Self) -> Self {
    Self(
      x: .select(mask, yes.x, no.x), y: .select(mask, yes.y, no.y), z: .select(mask, yes.z, no.z))
  }
}

/// Sums of secret points, which take the same time for every pair of points.
///
/// Only `addedToAny` is valid for two equal points. Every caller of the other functions proves that
/// the two points differ.
extension JacobianPoint {
  /// Returns the sum of the point and a different point, at a cost of 12M + 4S.
  func added(to other: Self) -> Self {
    let (sum, _) = sumAndEquality(other)
    return sum
  }

  /// Returns the sum of the point and any point, at the additional cost of one doubling.
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
    // If one point is infinity, h and r are 0 as well, but the sum is already correct.
    return (sum, h.isZero & r.isZero & ~isInfinity & ~other.isInfinity)
  }

  /// Returns the sum of the point and a different affine point, at a cost of 8M + 3S.
  ///
  /// The result is the unchanged point if the mask `isNothing` is set.
  func added(to other: AffinePoint<Curve>, unless isNothing: Mask) -> Self {
    let (sum, _) = sumAndEquality(other, isNothing)
    return sum
  }

  /// Returns the sum of the point and any affine point, at the additional cost of one doubling.
  ///
  /// The result is the unchanged point if the mask `isNothing` is set.
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

extension JacobianPoint {
  /// Multiplies a public point by a secret scalar from 1 to the order less 1.
  ///
  /// The highest digit is added first. Before digit i is added for i > 0, the sum is 32k times the
  /// point. The number 32k + digit is the scalar shifted down by 5i bits and rounded, which is at
  /// most (order + 16) / 32. The number 32k is a multiple of 32. The sum therefore neither equals
  /// the digit's point nor is opposite to it, unless both are infinity. At the last digit 32k is at
  /// most 16 above the scalar and can equal the order plus the digit, so the last sum can be a sum
  /// of equal points.
  init(_ point: AffinePoint<Curve>, times scalar: Span<UInt8>) {
    precondition(scalar.count == Curve.Scalar.byteCount, "the scalar has the wrong length")
    let multiples = Self.multiples(of: point)
    let top = SignedDigit.count(forBitCount: Curve.Order.bitCount) - 1
    self = Self.lookUp(SignedDigit(of: scalar, at: top), in: multiples)
    for place in (0..<top).reversed() {
      for _ in 0..<SignedDigit.bitCount { self = doubled() }
      let term = Self.lookUp(SignedDigit(of: scalar, at: place), in: multiples)
      self = place > 0 ? added(to: term) : addedToAny(term)
    }
  }

  /// Returns the multiples of the point from 1 to the largest absolute value of a digit.
  private static func multiples(of point: AffinePoint<Curve>) -> [Self] {
    var multiples = [Self(point)]
    multiples.reserveCapacity(SignedDigit.limit)
    for index in 2...SignedDigit.limit {
      multiples.append(
        index % 2 == 0
          ? multiples[index / 2 - 1].doubled()
          : multiples[index - 2].added(to: point, unless: Mask(isZero: 1)))
    }
    return multiples
  }

  /// Reads every entry of the table, and selects the entry of the digit with a mask.
  @inline(__always)
  private static func lookUp(_ digit: SignedDigit, in multiples: [Self]) -> Self {
    var found = infinity
    for index in multiples.indices {
      found = .select(Mask(UInt64(index + 1), equals: digit.size), multiples[index], found)
    }
    found.y = .select(digit.isNegative, -found.y, found.y)
    return found
  }
}
