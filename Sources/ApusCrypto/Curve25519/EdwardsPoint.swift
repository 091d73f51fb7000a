/// A point of the curve -x² + y² = 1 + dx²y² in extended coordinates: x = X/Z, y = Y/Z, XY = ZT.
///
/// The formulas are complete, so they are valid for every pair of points without special cases. All
/// four coordinates are tight in the sense of `Field25519`. RFC 8032 section 5.1.4.
struct EdwardsPoint: Sendable {
  var (x, y, z, t): (Field25519, Field25519, Field25519, Field25519)

  /// The neutral element of the group of curve points.
  static let identity = EdwardsPoint(x: .zero, y: .one, z: .one, t: .zero)

  /// The base point, which generates the group of prime order. RFC 8032 section 5.1.
  static let base: EdwardsPoint = {
    let x = Field25519(
      0x0006_2d60_8f25_d51a, 0x0004_12a4_b4f6_592a, 0x0007_5b71_71a4_b31d,
      0x0001_ff60_5271_18fe, 0x0002_1693_6d3c_d6e5)
    let y = Field25519(
      0x0006_6666_6666_6658, 0x0004_cccc_cccc_cccc, 0x0001_9999_9999_9999,
      0x0003_3333_3333_3333, 0x0006_6666_6666_6666)
    return EdwardsPoint(x: x, y: y, z: .one, t: x * y)
  }()

  /// A point in extended coordinates without T, which is the input of a doubling.
  struct Projective: Sendable {
    var (x, y, z): (Field25519, Field25519, Field25519)
  }

  /// The result of a point operation, with x = X/Z and y = Y/T. The coordinates are loose.
  struct Completed: Sendable {
    var (x, y, z, t): (Field25519, Field25519, Field25519, Field25519)

    /// Creates the sum of two curve points from (Y₁+X₁)(Y₂+X₂), (Y₁-X₁)(Y₂-X₂), 2dT₁T₂ and 2Z₁Z₂.
    ///
    /// The last argument is a sum of two tight values, and the other arguments are tight.
    @inline(__always)
    init(_ a: Field25519, _ b: Field25519, _ c: Field25519, _ d: Field25519) {
      (x, y, z, t) = (a - b, a + b, d + c, d - c)
    }

    @inline(__always)
    init(x: Field25519, y: Field25519, z: Field25519, t: Field25519) {
      (self.x, self.y, self.z, self.t) = (x, y, z, t)
    }

    /// The point in extended coordinates, which point addition requires.
    var extended: EdwardsPoint { EdwardsPoint(x: x * t, y: y * z, z: z * t, t: x * y) }

    /// The point in projective coordinates, which are sufficient for doubling and save one
    /// multiplication.
    var projective: Projective { Projective(x: x * t, y: y * z, z: z * t) }
  }

  /// A curve point in the form for additions: Y+X, Y-X, Z, 2dT. The coordinates are loose.
  struct Addend: Sendable {
    var (sum, difference, z, t2d): (Field25519, Field25519, Field25519, Field25519)

    /// Returns the additive inverse of the curve point.
    static prefix func - (point: Addend) -> Addend {
      Addend(sum: point.difference, difference: point.sum, z: point.z, t2d: -point.t2d)
    }
  }

  /// A curve point with Z = 1 in the form for additions: y+x, y-x, 2dxy. The coordinates are loose.
  struct AffineAddend: Sendable {
    var (sum, difference, t2d): (Field25519, Field25519, Field25519)

    /// The neutral element of the group of curve points.
    static let identity = AffineAddend(sum: .one, difference: .one, t2d: .zero)

    /// Returns the additive inverse of the curve point.
    static prefix func - (point: AffineAddend) -> AffineAddend {
      AffineAddend(sum: point.difference, difference: point.sum, t2d: -point.t2d)
    }
  }

  /// The curve point in projective coordinates, without T.
  var projective: Projective { Projective(x: x, y: y, z: z) }

  /// The curve point in the form for additions.
  var addend: Addend { Addend(sum: y + x, difference: y - x, z: z, t2d: t * Field25519.twiceD) }

  static func + (point: EdwardsPoint, other: Addend) -> Completed {
    let product = point.z * other.z
    return Completed(
      (point.y + point.x) * other.sum, (point.y - point.x) * other.difference,
      point.t * other.t2d, product + product)
  }

  static func + (point: EdwardsPoint, other: AffineAddend) -> Completed {
    Completed(
      (point.y + point.x) * other.sum, (point.y - point.x) * other.difference,
      point.t * other.t2d, point.z + point.z)
  }
}

extension EdwardsPoint.Projective {
  /// Returns the curve point multiplied by two.
  ///
  /// The order of the sums ensures that no sum exceeds the bound of `Field25519`. The last value,
  /// three tight values less a fourth, is below 3 · 2^51.1 + 2^53 < 2^54.
  func doubled() -> EdwardsPoint.Completed {
    let (xx, yy, zz) = (x.squared(), y.squared(), z.squared())
    let sum = yy + xx
    return EdwardsPoint.Completed(
      x: (x + y).squared() - sum, y: sum, z: yy - xx, t: zz + zz + xx - yy)
  }

  /// Returns the curve point doubled `count` times, for a count of at least one.
  func doubled(times count: Int) -> EdwardsPoint {
    var result = doubled()
    for _ in 1..<count { result = result.projective.doubled() }
    return result.extended
  }
}

extension Field25519 {
  /// The constant d = -121665/121666 of the curve's equation. RFC 8032 section 5.1.
  static let d = Field25519(
    0x0003_4dca_1359_78a3, 0x0001_a828_3b15_6ebd, 0x0005_e7a2_6001_c029, 0x0007_39c6_63a0_3cbb,
    0x0005_2036_cee2_b6ff)

  /// The constant 2d, where d is the constant of the curve's equation.
  static let twiceD = Field25519(
    0x0006_9b94_26b2_f159, 0x0003_5050_762a_dd7a, 0x0003_cf44_c003_8052, 0x0006_738c_c740_7977,
    0x0002_406d_9dc5_6dff)

  /// A square root of -1, which is 2^((p-1)/4).
  static let rootOfMinusOne = Field25519(
    0x0006_1b27_4a0e_a0b0, 0x0000_d5a5_fc8f_189d, 0x0007_ef5e_9cbd_0c60, 0x0007_8595_a680_4c9e,
    0x0002_b832_4804_fc1d)
}
