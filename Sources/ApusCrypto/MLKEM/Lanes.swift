/// Arithmetic modulo q on eight coefficients at once, without a branch or a division.
///
/// Products are Montgomery's: a·b/2^16 mod q. Swift's vectors cannot return the high half of a
/// product; the wide product below compiles to the one instruction that does.
extension Polynomial.Lanes {
  /// q in each lane.
  ///
  /// It is computed, because the optimizer does not know the value of a stored property.
  @inline(__always)
  static var q: Self { Self(repeating: Polynomial.modulus) }

  /// 1/q mod 2^16.
  @inline(__always)
  private static var inverse: Self { Self(repeating: -3327) }

  /// Returns a·b/2^16 mod q: at most q from zero if one of the two is.
  ///
  /// Both |a·b| and |m·q|, for an m of sixteen bits that makes their low halves equal, are then at
  /// most 2^15·q, and the difference of their high halves is at most 2^16·q/2^16.
  @inline(__always)
  static func product(_ a: Self, _ b: Self) -> Self {
    high(a, b) &- high(a &* b &* inverse, q)
  }

  /// The same number modulo q, at most (q - 1)/2 from zero.
  ///
  /// 20159 is 2^26/q rounded; a test tries all 2^16 values.
  @inline(__always)
  var reduced: Self {
    let quotient =
      (Self.high(self, Self(repeating: 20159)) &+ Self(repeating: 512)) &>> Self(repeating: 10)
    return self &- quotient &* Self.q
  }

  /// The same number modulo q, from 0 to q - 1, of one that is reduced.
  @inline(__always)
  var canonical: Self { self &+ (self &>> Self(repeating: 15) & Self.q) }

  /// Returns the high half of the product.
  @inline(__always)
  private static func high(_ a: Self, _ b: Self) -> Self {
    let wide =
      SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
    return Self(truncatingIfNeeded: wide &>> SIMD8<Int32>(repeating: 16))
  }
}

/// Sixteen coefficients as two vectors whose lanes correspond.
struct LanePair {
  typealias Lanes = Polynomial.Lanes

  var (a, b): (Lanes, Lanes)

  @inline(__always)
  init(_ a: Lanes, _ b: Lanes) { (self.a, self.b) = (a, b) }

  /// Two neighbours rearranged: coefficients 0, 1, 2, 3 of each eight in one vector and 4, 5, 6, 7
  /// in the other. It is its own inverse.
  @inline(__always)
  var fours: LanePair {
    LanePair(
      Lanes(lowHalf: a.lowHalf, highHalf: b.lowHalf),
      Lanes(lowHalf: a.highHalf, highHalf: b.highHalf))
  }

  /// Two neighbours rearranged: coefficients 0, 1, 4, 5 of each eight in one vector and 2, 3, 6, 7
  /// in the other.
  @inline(__always)
  var twos: LanePair { LanePair(Self.swapTwos(a), Self.swapTwos(b)).fours }

  /// Two neighbours restored from `twos`.
  @inline(__always)
  var fromTwos: LanePair {
    let fours = fours
    return LanePair(Self.swapTwos(fours.a), Self.swapTwos(fours.b))
  }

  /// Two neighbours rearranged: the even coefficients in one vector and the odd ones in the other.
  @inline(__always)
  var ones: LanePair {
    LanePair(
      Lanes(lowHalf: a.evenHalf, highHalf: b.evenHalf),
      Lanes(lowHalf: a.oddHalf, highHalf: b.oddHalf))
  }

  /// Two neighbours restored from `ones`.
  @inline(__always)
  var fromOnes: LanePair {
    var pair = self
    (pair.a.evenHalf, pair.a.oddHalf) = (a.lowHalf, b.lowHalf)
    (pair.b.evenHalf, pair.b.oddHalf) = (a.highHalf, b.highHalf)
    return pair
  }

  /// Exchanges the second and the third pair of four.
  @inline(__always)
  private static func swapTwos(_ lanes: Lanes) -> Lanes {
    Lanes(
      lowHalf: SIMD4(lowHalf: lanes.lowHalf.lowHalf, highHalf: lanes.highHalf.lowHalf),
      highHalf: SIMD4(lowHalf: lanes.lowHalf.highHalf, highHalf: lanes.highHalf.highHalf))
  }
}
