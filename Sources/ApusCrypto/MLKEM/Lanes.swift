/// Arithmetic modulo q on eight coefficients at once, without a branch or a division.
///
/// Products are Montgomery's: a·b/2^16 mod q. Swift's vectors have no high half of a product; the
/// wide one below compiles to the one instruction that has it.
extension Polynomial.Lanes {
  /// q in each lane.
  ///
  /// It is computed, since a stored one would be looked up and not be known to the optimiser.
  @inline(__always)
  static var q: Self { Self(repeating: Polynomial.modulus) }

  /// 1/q mod 2^16.
  @inline(__always)
  private static var inverse: Self { Self(repeating: -3327) }

  /// a·b/2^16 mod q: at most q from zero if one of the two is.
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

  /// The high half of the product.
  @inline(__always)
  private static func high(_ a: Self, _ b: Self) -> Self {
    let wide =
      SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
    return Self(truncatingIfNeeded: wide &>> SIMD8<Int32>(repeating: 16))
  }
}
