extension Decimal {
  /// The double nearest to `digits` times a power of ten, the even one of two.
  ///
  /// Up to 10^19 either way the product or quotient is formed exactly, in 128 bits, and rounded
  /// once. Beyond it the standard library rounds.
  static func nearest(to digits: UInt64, times10ToThe exponent: Int) -> Double {
    // Up to 2^53 the digits are exact in a `Double`, and up to 10^22 so is the power, so that the
    // product or quotient needs only one rounding.
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

  /// Both factors have at least one digit, so that the product is not zero.
  private static func product(of digits: UInt64, and power: UInt64) -> Double {
    let (high, low) = digits.multipliedFullWidth(by: power)
    guard high != 0 else { return Double(low) }
    let shift = high.leadingZeroBitCount
    let top = high &<< shift | (shift == 0 ? 0 : low &>> (64 &- shift))
    return scaled(top, isExact: low &<< shift == 0, by: 64 &- shift)
  }

  /// Both are shifted until their top bits are set, so that their quotient is between 1/2 and 2,
  /// and 2^63 times the quotient fits 64 bits and has at least 63 of them.
  private static func quotient(of digits: UInt64, by power: UInt64) -> Double {
    let (digitShift, powerShift) = (digits.leadingZeroBitCount, power.leadingZeroBitCount)
    let dividend = digits &<< digitShift
    let (quotient, remainder) = (power &<< powerShift).dividingFullWidth(
      (high: dividend &>> 1, low: dividend &<< 63))
    return scaled(quotient, isExact: remainder == 0, by: powerShift &- digitShift &- 63)
  }

  /// A number of at least 63 bits, times a power of two from 2^-127 to 2^64, rounded to 53 bits.
  ///
  /// Any missing remainder becomes a bit at the bottom, where it only breaks a tie.
  private static func scaled(_ number: UInt64, isExact: Bool, by exponent: Int) -> Double {
    let rounded = Double(isExact ? number : number | 1)
    return rounded * Double(bitPattern: UInt64(truncatingIfNeeded: 1023 &+ exponent) &<< 52)
  }

  /// The powers of ten that 64 bits hold.
  private static let powers: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// The powers of ten that a `Double` holds exactly.
  private static let doublePowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
