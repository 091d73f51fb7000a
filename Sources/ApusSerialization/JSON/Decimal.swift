/// A decimal number as its digits come in: the first digits that fit 64 bits, times a power of ten.
struct Decimal {
  private let isNegative: Bool
  private var significand: UInt64 = 0
  /// Whether digits have been left out that were not zeros.
  private var isCut = false
  /// How often the significand is still to be multiplied by ten.
  var exponent = 0
  /// How many digits have been left out.
  private var cutCount = 0

  init(isNegative: Bool) { self.isNegative = isNegative }

  /// Takes the next digit.
  @inline(__always)
  mutating func append(_ digit: UInt8) {
    let (shifted, isTooLong) = significand.multipliedReportingOverflow(by: 10)
    let (sum, isTooLarge) = shifted.addingReportingOverflow(UInt64(digit))
    if cutCount == 0, !isTooLong, !isTooLarge {
      significand = sum
    } else {
      cutCount &+= 1
      isCut = isCut || digit != 0
    }
  }

  /// The number if it is an integer of 64 bits, given that nothing scales its digits.
  var integer: JSONNumber? {
    guard cutCount == 0 else { return nil }
    guard isNegative else { return JSONNumber(significand) }
    // Only a double has a minus sign on its zero.
    guard significand != 0 else { return JSONNumber(.double(-0.0)) }
    return Int64(exactly: -Int128(significand)).map { JSONNumber(.signed($0)) }
  }

  /// The double nearest to the number, or nil if the number has more than 17 digits, is beyond the
  /// greatest double, or is so small that only zero is near.
  var double: Double? {
    guard !isCut else { return nil }
    guard significand != 0 else { return isNegative ? -0.0 : 0.0 }
    var digits = significand
    var exponent = exponent &+ cutCount
    while digits >= 100_000_000_000_000_000 {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return nil }
      digits = quotient
      exponent &+= 1
    }
    let magnitude = Self.nearest(to: digits, times10ToThe: exponent)
    guard magnitude.isFinite, magnitude != 0 else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// The double nearest to `digits` times a power of ten.
  ///
  /// Up to 2^53 the digits are a double, and up to 10^22 so is the power, so that the one rounding
  /// of their product or quotient is the right one. Elsewhere the standard library rounds.
  private static func nearest(to digits: UInt64, times10ToThe exponent: Int) -> Double {
    if digits <= 1 << 53, powers.indices.contains(abs(exponent)) {
      let power = powers[abs(exponent)]
      return exponent < 0 ? Double(digits) / power : Double(digits) * power
    }
    return Double("\(digits)e\(exponent)") ?? .infinity
  }

  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
