/// The number-theoretic transform, in which multiplying polynomials is cheap.
///
/// Seven layers of butterflies; in the first five a butterfly's two coefficients are lanes apart,
/// in the last two they share one vector. FIPS 203 section 4.3.
extension Polynomial {
  /// Transforms a polynomial whose coefficients are at most q from zero, and reduces it.
  ///
  /// Each layer adds at most q to the largest coefficient, so that after seven it is at most 8q <
  /// 2^15. FIPS 203 section 4.3, algorithm 9.
  mutating func transform() {
    var distance = 16
    while distance > 0 {
      let blockCount = 16 / distance
      for block in 0..<blockCount {
        let factors = Lanes(repeating: Self.zetas[blockCount &+ block])
        let first = 2 &* distance &* block
        for index in first..<first &+ distance {
          let pair = LanePair(self[index], self[index &+ distance]).transformed(factors)
          self[index] = pair.a
          self[index &+ distance] = pair.b
        }
      }
      distance /= 2
    }
    for index in stride(from: 0, to: Self.laneCount, by: 2) {
      let neighbours = LanePair(self[index], self[index &+ 1])
      let fours = neighbours.fours.transformed(
        Self.fourFactors(32 &+ index, 33 &+ index)
      ).fours
      let twos = fours.twos.transformed(
        Self.twoFactors(from: 64 &+ 2 &* index, step: 1)
      ).fromTwos
      self[index] = twos.a.reduced
      self[index &+ 1] = twos.b.reduced
    }
  }

  /// Transforms a reduced polynomial back and multiplies it by 2^16, which the product of two
  /// transforms lacks; the result is reduced. FIPS 203 section 4.3, algorithm 10.
  ///
  /// A layer doubles the largest coefficient, at most, so that after four it is at most 16 · 1664 <
  /// 2^15; there all are reduced, and three more layers come to 8 · 1664.
  mutating func transformBack() {
    for index in stride(from: 0, to: Self.laneCount, by: 2) {
      let neighbours = LanePair(self[index], self[index &+ 1])
      let twos = neighbours.twos.transformedBack(
        Self.twoFactors(from: 127 &- 2 &* index, step: -1)
      ).fromTwos
      let fours = twos.fours.transformedBack(
        Self.fourFactors(63 &- index, 62 &- index)
      ).fours
      self[index] = fours.a
      self[index &+ 1] = fours.b
    }
    var distance = 1
    while distance < Self.laneCount {
      if distance == 4 { reduce() }
      let blockCount = 16 / distance
      for block in 0..<blockCount {
        let factors = Lanes(repeating: Self.zetas[2 &* blockCount &- 1 &- block])
        let first = 2 &* distance &* block
        for index in first..<first &+ distance {
          let pair = LanePair(self[index], self[index &+ distance]).transformedBack(factors)
          self[index] = pair.a
          self[index &+ distance] = pair.b
        }
      }
      distance &*= 2
    }
    // 2^32/128 mod q: one 2^16 for this product to lose, and one to give.
    let scale = Lanes(repeating: 1441)
    for index in 0..<Self.laneCount { self[index] = Lanes.product(self[index], scale).reduced }
  }

  /// Adds the product of two transforms, divided by 2^16: pair by pair, modulo X² - γ for the
  /// pair's γ. FIPS 203 section 4.3.1, algorithms 11 and 12.
  ///
  /// One of the two must be at most q from zero. What is added is at most 2q from zero, so that
  /// three of them come to at most 6q < 2^15.
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

  /// Multiplies by 2^16, which the product of two transforms lacks, and reduces.
  mutating func restoreScale() {
    let scale = Lanes(repeating: 1353)
    for index in 0..<Self.laneCount { self[index] = Lanes.product(self[index], scale).reduced }
  }

  /// Two factors, each for four pairs of coefficients.
  @inline(__always)
  private static func fourFactors(_ first: Int, _ second: Int) -> Lanes {
    Lanes(
      lowHalf: SIMD4(repeating: zetas[first]), highHalf: SIMD4(repeating: zetas[second]))
  }

  /// Four factors, each for two pairs of coefficients.
  @inline(__always)
  private static func twoFactors(from first: Int, step: Int) -> Lanes {
    let (a, b) = (zetas[first], zetas[first &+ step])
    let (c, d) = (zetas[first &+ 2 &* step], zetas[first &+ 3 &* step])
    return Lanes(a, a, b, b, c, c, d, d)
  }

  /// γ for the eight pairs of two neighbouring lanes.
  @inline(__always)
  private static func moduli(at index: Int) -> Lanes {
    let first = 64 &+ 2 &* index
    let (a, b) = (zetas[first], zetas[first &+ 1])
    let (c, d) = (zetas[first &+ 2], zetas[first &+ 3])
    return Lanes(a, 0 &- a, b, 0 &- b, c, 0 &- c, d, 0 &- d)
  }

  /// 2^16 · 17^BitRev7(i) mod q, at most (q - 1)/2 from zero. FIPS 203 appendix A.
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
  /// a + ζb beside a - ζb.
  @inline(__always)
  fileprivate func transformed(_ factors: Lanes) -> LanePair {
    let product = Lanes.product(b, factors)
    return LanePair(a &+ product, a &- product)
  }

  /// a + b beside ζ(b - a).
  @inline(__always)
  fileprivate func transformedBack(_ factors: Lanes) -> LanePair {
    LanePair(a &+ b, Lanes.product(b &- a, factors))
  }
}
