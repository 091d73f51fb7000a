extension Decimal {
  /// Returns the `Double` nearest to `digits` times a power of ten. If two values are equally near,
  /// the result is the value with an even significand.
  ///
  /// For exponents from -19 to 19, the function computes the product or quotient exactly in 128
  /// bits and rounds once. For other exponents, the function calls the standard library.
  static func nearest(to digits: UInt64, times10ToThe exponent: Int) -> Double {
    // A `Double` exactly represents integers up to 2^53 and powers of ten up to 10^22, so the
    // product or quotient is rounded only once.
    if digits <= 1 << 53, doublePowers.indices.contains(abs(exponent)) {
      let power = doublePowers[abs(exponent)]
      return exponent < 0 ? Double(digits) / power : Double(digits) * power
    }
    guard digits != 0 else { return 0 }
    guard powers.indices.contains(abs(exponent)) else {
      return Double("\(digits)e\(exponent)") ?? .infinity
    }
    let power = powers[abs(exponent)]
    return exponent < 0
      ? quotient(of: digits, by: power) : product(of: digits, and: power)
  }

  /// Returns the product of two nonzero factors, rounded to the nearest `Double`.
  private static func product(of digits: UInt64, and power: UInt64) -> Double {
    let (high, low) = digits.multipliedFullWidth(by: power)
    guard high != 0 else { return Double(low) }
    let shift = high.leadingZeroBitCount
    let top = high &<< shift | (shift == 0 ? 0 : low &>> (64 &- shift))
    return scaled(top, isExact: low &<< shift == 0, by: 64 &- shift)
  }

  /// Returns the quotient of two numbers, rounded to the nearest `Double`. The function shifts both
  /// numbers until their highest bits are set, so their quotient is between 1/2 and 2. Therefore
  /// 2^63 times the quotient fits into 64 bits and has at least 63 significant bits.
  private static func quotient(of digits: UInt64, by power: UInt64) -> Double {
    let (digitShift, powerShift) = (digits.leadingZeroBitCount, power.leadingZeroBitCount)
    let dividend = digits &<< digitShift
    let (quotient, remainder) = (power &<< powerShift).dividingFullWidth(
      (high: dividend &>> 1, low: dividend &<< 63))
    return scaled(quotient, isExact: remainder == 0, by: powerShift &- digitShift &- 63)
  }

  /// Returns a number of at least 63 bits times a power of two from 2^-127 to 2^64, rounded to 53
  /// bits.
  ///
  /// If the number is inexact, its lowest bit is set, which affects only the rounding of a tie.
  private static func scaled(_ number: UInt64, isExact: Bool, by exponent: Int) -> Double {
    let rounded = Double(isExact ? number : number | 1)
    return rounded * Double(bitPattern: UInt64(truncatingIfNeeded: 1023 &+ exponent) &<< 52)
  }

  /// The powers of ten that fit into 64 bits.
  private static let powers: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// The powers of ten that a `Double` represents exactly.
  private static let doublePowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
