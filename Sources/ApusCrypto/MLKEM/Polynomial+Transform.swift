/// The number-theoretic transform, which makes the multiplication of polynomials fast.
///
/// The transform has seven layers of butterflies. In the first five layers, the two coefficients of
/// a butterfly are in different vectors. In the last two layers, the two coefficients are in the
/// same vector. Three layers are computed at once over eight vectors at a distance of four, and the
/// other four layers over four neighbouring vectors. Memory is therefore read and written only
/// twice. FIPS 203 section 4.3.
extension Polynomial {
  /// Transforms a polynomial whose coefficients are at most q from zero, and reduces the result.
  ///
  /// Each layer adds at most q to the largest coefficient, so the coefficients after seven layers
  /// are at most 8q < 2^15. FIPS 203 section 4.3, algorithm 9.
  mutating func transform() {
    for index in 0..<4 {
      var (a, b, c, d) = (self[index], self[index &+ 4], self[index &+ 8], self[index &+ 12])
      var (e, f, g, h) = (
        self[index &+ 16], self[index &+ 20], self[index &+ 24], self[index &+ 28]
      )
      (a, e) = Self.transformed(a, e, 1)
      (b, f) = Self.transformed(b, f, 1)
      (c, g) = Self.transformed(c, g, 1)
      (d, h) = Self.transformed(d, h, 1)
      (a, c) = Self.transformed(a, c, 2)
      (b, d) = Self.transformed(b, d, 2)
      (e, g) = Self.transformed(e, g, 3)
      (f, h) = Self.transformed(f, h, 3)
      (self[index], self[index &+ 4]) = Self.transformed(a, b, 4)
      (self[index &+ 8], self[index &+ 12]) = Self.transformed(c, d, 5)
      (self[index &+ 16], self[index &+ 20]) = Self.transformed(e, f, 6)
      (self[index &+ 24], self[index &+ 28]) = Self.transformed(g, h, 7)
    }
    for block in 0..<8 {
      let index = 4 &* block
      var (a, b, c, d) = (self[index], self[index &+ 1], self[index &+ 2], self[index &+ 3])
      (a, c) = Self.transformed(a, c, 8 &+ block)
      (b, d) = Self.transformed(b, d, 8 &+ block)
      (a, b) = Self.transformed(a, b, 16 &+ 2 &* block)
      (c, d) = Self.transformed(c, d, 17 &+ 2 &* block)
      (self[index], self[index &+ 1]) = Self.transformedInside(a, b, at: index)
      (self[index &+ 2], self[index &+ 3]) = Self.transformedInside(c, d, at: index &+ 2)
    }
  }

  /// Transforms a reduced polynomial back, multiplies the polynomial by 2^16, and reduces the
  /// result.
  ///
  /// The factor 2^16 compensates for the Montgomery product of two transforms. FIPS 203 section
  /// 4.3, algorithm 10.
  ///
  /// A layer at most doubles the largest coefficient, so the coefficients after four layers are at
  /// most 16 · 1664 < 2^15. All coefficients are then reduced, and three more layers give at most 8
  /// · 1664.
  mutating func transformBack() {
    for block in 0..<8 {
      let index = 4 &* block
      var (a, b) = Self.transformedBackInside(self[index], self[index &+ 1], at: index)
      var (c, d) = Self.transformedBackInside(self[index &+ 2], self[index &+ 3], at: index &+ 2)
      (a, b) = Self.transformedBack(a, b, 31 &- 2 &* block)
      (c, d) = Self.transformedBack(c, d, 30 &- 2 &* block)
      (a, c) = Self.transformedBack(a, c, 15 &- block)
      (b, d) = Self.transformedBack(b, d, 15 &- block)
      (self[index], self[index &+ 1]) = (a.reduced, b.reduced)
      (self[index &+ 2], self[index &+ 3]) = (c.reduced, d.reduced)
    }
    // The scale is 2^32/128 mod q, with one factor 2^16 for this product and one factor 2^16 for
    // the result.
    let scale = Lanes(repeating: 1441)
    for index in 0..<4 {
      var (a, b) = Self.transformedBack(self[index], self[index &+ 4], 7)
      var (c, d) = Self.transformedBack(self[index &+ 8], self[index &+ 12], 6)
      var (e, f) = Self.transformedBack(self[index &+ 16], self[index &+ 20], 5)
      var (g, h) = Self.transformedBack(self[index &+ 24], self[index &+ 28], 4)
      (a, c) = Self.transformedBack(a, c, 3)
      (b, d) = Self.transformedBack(b, d, 3)
      (e, g) = Self.transformedBack(e, g, 2)
      (f, h) = Self.transformedBack(f, h, 2)
      (a, e) = Self.transformedBack(a, e, 1)
      (b, f) = Self.transformedBack(b, f, 1)
      (c, g) = Self.transformedBack(c, g, 1)
      (d, h) = Self.transformedBack(d, h, 1)
      self[index] = Lanes.product(a, scale).reduced
      self[index &+ 4] = Lanes.product(b, scale).reduced
      self[index &+ 8] = Lanes.product(c, scale).reduced
      self[index &+ 12] = Lanes.product(d, scale).reduced
      self[index &+ 16] = Lanes.product(e, scale).reduced
      self[index &+ 20] = Lanes.product(f, scale).reduced
      self[index &+ 24] = Lanes.product(g, scale).reduced
      self[index &+ 28] = Lanes.product(h, scale).reduced
    }
  }

  /// Adds the product of two transforms, divided by 2^16, to the polynomial.
  ///
  /// The product is computed pair by pair, modulo X² - γ for the γ of the pair. FIPS 203 section
  /// 4.3.1, algorithms 11 and 12.
  ///
  /// The coefficients of one factor must be at most q from zero. The added product is at most 2q
  /// from zero, so three added products are at most 6q < 2^15.
  mutating func addProduct(_ left: borrowing Polynomial, _ right: borrowing Polynomial) {
    for index in stride(from: 0, to: Self.laneCount, by: 2) {
      let x = LanePair(left[index], left[index &+ 1]).ones
      let y = LanePair(right[index], right[index &+ 1]).ones
      let carried = Lanes.product(Lanes.product(x.b, y.b), Self.moduli(at: index))
      let product = LanePair(
        Lanes.product(x.a, y.a) &+ carried,
        Lanes.product(x.a, y.b) &+ Lanes.product(x.b, y.a)
      ).fromOnes
      self[index] &+= product.a
      self[index &+ 1] &+= product.b
    }
  }

  /// Multiplies the polynomial by 2^16, which compensates for the product of two transforms, and
  /// reduces the result.
  mutating func restoreScale() {
    let scale = Lanes(repeating: 1353)
    for index in 0..<Self.laneCount { self[index] = Lanes.product(self[index], scale).reduced }
  }

  /// Computes the butterfly a + ζb and a - ζb of two vectors. The argument is the index of ζ.
  @inline(__always)
  private static func transformed(_ a: Lanes, _ b: Lanes, _ place: Int) -> (Lanes, Lanes) {
    let pair = LanePair(a, b).transformed(Lanes(repeating: zetas[place]))
    return (pair.a, pair.b)
  }

  /// Computes the inverse butterfly a + b and ζ(b - a) of two vectors. The argument is the index of
  /// ζ.
  @inline(__always)
  private static func transformedBack(_ a: Lanes, _ b: Lanes, _ place: Int) -> (Lanes, Lanes) {
    let pair = LanePair(a, b).transformedBack(Lanes(repeating: zetas[place]))
    return (pair.a, pair.b)
  }

  /// Computes the last two layers of the transform for two neighbouring vectors, and reduces the
  /// vectors.
  @inline(__always)
  private static func transformedInside(
    _ a: Lanes, _ b: Lanes, at index: Int
  ) -> (Lanes, Lanes) {
    let fours = LanePair(a, b).fours.transformed(fourFactors(32 &+ index, 33 &+ index)).fours
    let twos = fours.twos.transformed(twoFactors(from: 64 &+ 2 &* index, step: 1)).fromTwos
    return (twos.a.reduced, twos.b.reduced)
  }

  /// Computes the first two layers of the inverse transform for two neighbouring vectors.
  @inline(__always)
  private static func transformedBackInside(
    _ a: Lanes, _ b: Lanes, at index: Int
  ) -> (Lanes, Lanes) {
    let twos = LanePair(a, b).twos.transformedBack(
      twoFactors(from: 127 &- 2 &* index, step: -1)
    ).fromTwos
    let fours = twos.fours.transformedBack(fourFactors(63 &- index, 62 &- index)).fours
    return (fours.a, fours.b)
  }

  /// Returns a vector of two transform factors, each for four pairs of coefficients.
  @inline(__always)
  private static func fourFactors(_ first: Int, _ second: Int) -> Lanes {
    Lanes(
      lowHalf: SIMD4(repeating: zetas[first]), highHalf: SIMD4(repeating: zetas[second]))
  }

  /// Returns a vector of four transform factors, each for two pairs of coefficients.
  @inline(__always)
  private static func twoFactors(from first: Int, step: Int) -> Lanes {
    let (a, b) = (zetas[first], zetas[first &+ step])
    let (c, d) = (zetas[first &+ 2 &* step], zetas[first &+ 3 &* step])
    return Lanes(a, a, b, b, c, c, d, d)
  }

  /// Returns the factors γ of the eight coefficient pairs in two neighbouring vectors.
  @inline(__always)
  private static func moduli(at index: Int) -> Lanes {
    let first = 64 &+ 2 &* index
    let (a, b) = (zetas[first], zetas[first &+ 1])
    let (c, d) = (zetas[first &+ 2], zetas[first &+ 3])
    return Lanes(a, 0 &- a, b, 0 &- b, c, 0 &- c, d, 0 &- d)
  }

  /// The table of 2^16 · 17^BitRev7(i) mod q, with values at most (q - 1)/2 from zero. FIPS 203
  /// appendix A.
  private static let zetas: InlineArray<128, Int16> = [
    -1044, -758, -359, -1517, 1493, 1422, 287, 202, -171, 622, 1577, 182,
    962, -1202, -1474, 1468, 573, -1325, 264, 383, -829, 1458, -1602, -130,
    -681, 1017, 732, 608, -1542, 411, -205, -1571, 1223, 652, -552, 1015,
    -1293, 1491, -282, -1544, 516, -8, -320, -666, -1618, -1162, 126, 1469,
    -853, -90, -271, 830, 107, -1421, -247, -951, -398, 961, -1508, -725,
    448, -1065, 677, -1275, -1103, 430, 555, 843, -1251, 871, 1550, 105,
    422, 587, 177, -235, -291, -460, 1574, 1653, -246, 778, 1159, -147,
    -777, 1483, -602, 1119, -1590, 644, -872, 349, 418, 329, -156, -75,
    817, 1097, 603, 610, 1322, -1285, -1465, 384, -1215, -136, 1218, -1335,
    -874, 220, -1187, -1659, -1185, -1530, -1278, 794, -1510, -854, -870, 478,
    -108, -308, 996, 991, 958, -1460, 1522, 1628,
  ]
}

extension LanePair {
  /// Returns the butterfly a + ζb and a - ζb.
  @inline(__always)
  fileprivate func transformed(_ factors: Lanes) -> LanePair {
    let product = Lanes.product(b, factors)
    return LanePair(a &+ product, a &- product)
  }

  /// Returns the inverse butterfly a + b and ζ(b - a).
  @inline(__always)
  fileprivate func transformedBack(_ factors: Lanes) -> LanePair {
    LanePair(a &+ b, Lanes.product(b &- a, factors))
  }
}
