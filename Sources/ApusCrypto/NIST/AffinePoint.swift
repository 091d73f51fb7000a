internal import ApusBytes

/// A point of a curve by its two coordinates: never the point at infinity, which has none.
struct AffinePoint<Curve: NISTCurve>: Sendable {
  let x: Curve.Field
  let y: Curve.Field

  /// The point of coordinates that are known to fulfil the curve's equation.
  @inline(__always)
  init(uncheckedX x: Curve.Field, y: Curve.Field) {
    self.x = x
    self.y = y
  }

  /// The point of those coordinates, if it is on the curve.
  init(x: Curve.Field, y: Curve.Field) throws(CryptoError) {
    guard Curve.Field.areEqual(y.squared(), Self.ySquared(x)).isYesVariableTime else {
      throw .pointNotOnCurve
    }
    self.init(uncheckedX: x, y: y)
  }

  /// The right side of the equation, x³ − 3x + b.
  static func ySquared(_ x: Curve.Field) -> Curve.Field {
    let three = Curve.Field.one.doubled() + .one
    return (x.squared() - three) * x + Curve.b
  }

  /// The same point mirrored: the one that makes infinity with it.
  var negated: Self { Self(uncheckedX: x, y: -y) }
}

/// Points that are compared are public.
extension AffinePoint: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    let isSame = Curve.Field.areEqual(left.x, right.x) & Curve.Field.areEqual(left.y, right.y)
    return isSame.isYesVariableTime
  }

  func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}
