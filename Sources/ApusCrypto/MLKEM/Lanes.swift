/// Arithmetic modulo q on eight coefficients at once, without a branch or a division.
///
/// The product is the Montgomery product a·b/2^16 mod q. Swift's vectors have no operation for the
/// high half of a product. The wide product compiles to one processor instruction for the high
/// half.
extension Polynomial.Lanes {
  /// A vector with q in each lane.
  ///
  /// The property is computed, because the optimizer does not know the value of a stored property.
  @inline(__always)
  static var q: Self { Self(repeating: Polynomial.modulus) }

  /// A vector with 1/q mod 2^16 in each lane.
  @inline(__always)
  private static var inverse: Self { Self(repeating: -3327) }

  /// Returns the Montgomery product a·b/2^16 mod q. The product is at most q from zero if one
  /// factor is at most q from zero.
  ///
  /// The number m has sixteen bits and makes the low halves of a·b and m·q equal. Both |a·b| and
  /// |m·q| are then at most 2^15·q, so the difference of their high halves is at most 2^16·q/2^16.
  @inline(__always)
  static func product(_ a: Self, _ b: Self) -> Self {
    high(a, b) &- high(a &* b &* inverse, q)
  }

  /// The vector modulo q, with values of at most (q - 1)/2 from zero.
  ///
  /// The constant 20159 is 2^26/q rounded. A test tries all 2^16 values.
  @inline(__always)
  var reduced: Self {
    let quotient =
      (Self.high(self, Self(repeating: 20159)) &+ Self(repeating: 512)) &>> Self(repeating: 10)
    return self &- quotient &* Self.q
  }

  /// The vector modulo q, with values from 0 to q - 1. The vector must be reduced.
  @inline(__always)
  var canonical: Self { self &+ (self &>> Self(repeating: 15) & Self.q) }

  /// Returns the high half of the product of two vectors.
  @inline(__always)
  private static func high(_ a: Self, _ b: Self) -> Self {
    let wide =
      SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
    return Self(truncatingIfNeeded: wide &>> SIMD8<Int32>(repeating: 16))
  }
}

/// A pair of vectors, which together contain sixteen coefficients.
struct LanePair {
  typealias Lanes = Polynomial.Lanes

  var (a, b): (Lanes, Lanes)

  @inline(__always)
  init(_ a: Lanes, _ b: Lanes) { (self.a, self.b) = (a, b) }

  /// Two neighbouring vectors, rearranged in groups of four coefficients.
  ///
  /// The first vector contains coefficients 0, 1, 2, 3 of each eight, and the second vector
  /// contains coefficients 4, 5, 6, 7. The rearrangement is its own inverse.
  @inline(__always)
  var fours: LanePair {
    LanePair(
      Lanes(lowHalf: a.lowHalf, highHalf: b.lowHalf),
      Lanes(lowHalf: a.highHalf, highHalf: b.highHalf))
  }

  /// Two neighbouring vectors, rearranged in groups of two coefficients.
  ///
  /// The first vector contains coefficients 0, 1, 4, 5 of each eight, and the second vector
  /// contains coefficients 2, 3, 6, 7.
  @inline(__always)
  var twos: LanePair { LanePair(Self.swapTwos(a), Self.swapTwos(b)).fours }

  /// Restores the order of two neighbouring vectors before `twos`.
  @inline(__always)
  var fromTwos: LanePair {
    let fours = fours
    return LanePair(Self.swapTwos(fours.a), Self.swapTwos(fours.b))
  }

  /// Two neighbouring vectors, rearranged to one vector of even coefficients and one vector of odd
  /// coefficients.
  @inline(__always)
  var ones: LanePair {
    LanePair(
      Lanes(lowHalf: a.evenHalf, highHalf: b.evenHalf),
      Lanes(lowHalf: a.oddHalf, highHalf: b.oddHalf))
  }

  /// Restores the order of two neighbouring vectors before `ones`.
  @inline(__always)
  var fromOnes: LanePair {
    var pair = self
    (pair.a.evenHalf, pair.a.oddHalf) = (a.lowHalf, b.lowHalf)
    (pair.b.evenHalf, pair.b.oddHalf) = (a.highHalf, b.highHalf)
    return pair
  }

  /// Exchanges the second pair and the third pair of coefficients in a vector.
  @inline(__always)
  private static func swapTwos(_ lanes: Lanes) -> Lanes {
    Lanes(
      lowHalf: SIMD4(lowHalf: lanes.lowHalf.lowHalf, highHalf: lanes.highHalf.lowHalf),
      highHalf: SIMD4(lowHalf: lanes.lowHalf.highHalf, highHalf: lanes.highHalf.highHalf))
  }
}
