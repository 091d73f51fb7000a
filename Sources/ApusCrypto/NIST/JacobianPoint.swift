internal import ApusBytes

/// A point of a curve without division: (X, Y, Z) is (X / Z², Y / Z³), and Z = 0 is infinity.
///
/// Formulas and their costs are those of the Explicit-Formulas Database for a = −3; M stands for a
/// multiplication and S for a squaring.
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

  /// The point in affine coordinates; what infinity gives is no point.
  var affine: AffinePoint<Curve> {
    let inverse = z.inverted()
    let square = inverse.squared()
    return AffinePoint(uncheckedX: x * square, y: y * square * inverse)
  }

  /// Twice the point, by 4M + 4S; infinity stays infinity, and no other point becomes it.
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

  /// What remains of the sum of two points once their difference is known.
  ///
  /// `x1` and `y1` are of the first point as if both had the same Z; `h` and `r` are what the
  /// second has more in x and in y; `zz` is Z1 · Z2. It holds for points that are neither equal
  /// nor infinity; where they are opposite h is 0 and so is Z, which is right.
  @inline(__always)
  static func chord(x1: Field, y1: Field, h: Field, r: Field, zz: Field) -> Self {
    let hh = h.squared()
    let hhh = h * hh
    let v = x1 * hh
    let newX = r.squared() - hhh - v.doubled()
    return Self(x: newX, y: r * (v - newX) - y1 * hhh, z: zz * h)
  }

  /// The first point for yes, the second for no.
  @inline(__always)
  static func select(_ mask: Mask, _ yes: Self, _ no: Self) -> Self {
    Self(
      x: .select(mask, yes.x, no.x), y: .select(mask, yes.y, no.y), z: .select(mask, yes.z, no.z))
  }
}
