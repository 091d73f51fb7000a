/// Sixteen coefficients as two vectors whose lanes belong together one by one.
struct LanePair {
  typealias Lanes = Polynomial.Lanes

  var (a, b): (Lanes, Lanes)

  @inline(__always)
  init(_ a: Lanes, _ b: Lanes) { (self.a, self.b) = (a, b) }

  /// Of two neighbours, coefficients 0, 1, 2, 3 of each eight beside 4, 5, 6, 7; its own inverse.
  @inline(__always)
  var fours: LanePair {
    LanePair(
      Lanes(lowHalf: a.lowHalf, highHalf: b.lowHalf),
      Lanes(lowHalf: a.highHalf, highHalf: b.highHalf))
  }

  /// Of two neighbours, coefficients 0, 1, 4, 5 of each eight beside 2, 3, 6, 7.
  @inline(__always)
  var twos: LanePair { LanePair(Self.swapTwos(a), Self.swapTwos(b)).fours }

  /// Two neighbours again, from `twos`.
  @inline(__always)
  var fromTwos: LanePair {
    let fours = fours
    return LanePair(Self.swapTwos(fours.a), Self.swapTwos(fours.b))
  }

  /// Of two neighbours, the even coefficients beside the odd ones.
  @inline(__always)
  var ones: LanePair {
    LanePair(
      Lanes(lowHalf: a.evenHalf, highHalf: b.evenHalf),
      Lanes(lowHalf: a.oddHalf, highHalf: b.oddHalf))
  }

  /// Two neighbours again, from `ones`.
  @inline(__always)
  var fromOnes: LanePair {
    var pair = self
    (pair.a.evenHalf, pair.a.oddHalf) = (a.lowHalf, b.lowHalf)
    (pair.b.evenHalf, pair.b.oddHalf) = (a.highHalf, b.highHalf)
    return pair
  }

  /// Exchanges the second and the third two of four twos.
  @inline(__always)
  private static func swapTwos(_ lanes: Lanes) -> Lanes {
    Lanes(
      lowHalf: SIMD4(lowHalf: lanes.lowHalf.lowHalf, highHalf: lanes.highHalf.lowHalf),
      highHalf: SIMD4(lowHalf: lanes.lowHalf.highHalf, highHalf: lanes.highHalf.highHalf))
  }
}
