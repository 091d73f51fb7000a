internal import ApusBytes

/// A point of an elliptic curve in affine coordinates.
///
/// The point at infinity has no affine coordinates.
struct AffinePoint<Curve: NISTCurve>: Sendable {
  let x: Curve.Field
  let y: Curve.Field

  /// Creates a point from coordinates that are known to satisfy the curve's equation.
  @inline(__always)
  init(uncheckedX x: Curve.Field, y: Curve.Field) {
    self.x = x
    self.y = y
  }

  /// Creates a point from coordinates, and throws an error if the point is not on the curve.
  init(x: Curve.Field, y: Curve.Field) throws(CryptoError) {
    guard Curve.Field.areEqual(y.squared(), Self.ySquared(x)).isYesVariableTime else {
      throw .pointNotOnCurve
    }
    self.init(uncheckedX: x, y: y)
  }

  /// Returns the right side of the curve's equation, x³ − 3x + b.
  static func ySquared(_ x: Curve.Field) -> Curve.Field {
    let three = Curve.Field.one.doubled() + .one
    return (x.squared() - three) * x + Curve.b
  }

  /// The additive inverse of the point. The sum of a point and its additive inverse is the point at
  /// infinity.
  var negated: Self { Self(uncheckedX: x, y: -y) }
}

/// The operator `==` runs in variable time, so callers compare only public points.
extension AffinePoint: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    let isSame = Curve.Field.areEqual(left.x, right.x) & Curve.Field.areEqual(left.y, right.y)
    return isSame.isYesVariableTime
  }

  func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}

/// The encoding of points as bytes.
///
///     infinity     = 00                 ; refused: no key and no share is infinity
///     compressed   = (02 / 03) x        ; the low bit of the first byte is that of y
///     uncompressed = 04 x y
///
/// Each coordinate has all of its bytes, with the highest byte first, and is below the prime. The
/// reader rejects the hybrid form, which begins with 06 or 07. SEC 1 section 2.3.4, and RFC 5480
/// section 2.2.
extension AffinePoint {
  /// Reads a point in compressed or uncompressed form.
  init(x963 bytes: Span<UInt8>) throws(CryptoError) {
    let length = Curve.Field.byteCount
    guard !bytes.isEmpty else { throw .malformedPoint }
    switch (bytes[0], bytes.count) {
    case (4, 1 + 2 * length):
      try self.init(coordinates: bytes.extracting(droppingFirst: 1))
    case (2, 1 + length), (3, 1 + length):
      let x = try Self.coordinate(bytes.extracting(1..<1 + length))
      guard let root = Self.ySquared(x).squareRoot() else { throw .pointNotOnCurve }
      let isOdd = root.number.bit(0) == 1
      // The order of the group is odd, so no point has y = 0 and the two square roots differ in
      // their lowest bit.
      self.init(uncheckedX: x, y: isOdd == (bytes[0] == 3) ? root : -root)
    case (0, 1):
      throw .pointAtInfinity
    default:
      throw .malformedPoint
    }
  }

  /// Reads the x coordinate and the y coordinate of a point.
  init(coordinates bytes: Span<UInt8>) throws(CryptoError) {
    let length = Curve.Field.byteCount
    guard bytes.count == 2 * length else {
      throw .wrongByteCount(bytes.count, expected: 2 * length)
    }
    let x = try Self.coordinate(bytes.extracting(first: length))
    let y = try Self.coordinate(bytes.extracting(last: length))
    try self.init(x: x, y: y)
  }

  private static func coordinate(_ bytes: Span<UInt8>) throws(CryptoError) -> Curve.Field {
    let number = Curve.FieldPrime.Limbs(bigEndian: bytes)
    guard number.isLess(than: Curve.FieldPrime.prime).isYesVariableTime else {
      throw .nonCanonicalPoint
    }
    return Curve.Field(number)
  }

  /// The bytes of the x coordinate, followed by the bytes of the y coordinate.
  var coordinates: [UInt8] { x.bytes + y.bytes }

  /// The uncompressed encoding of the point.
  var x963: [UInt8] { [4] + coordinates }

  /// The compressed encoding of the point.
  var compressedX963: [UInt8] { [y.number.bit(0) == 1 ? 3 : 2] + x.bytes }
}
