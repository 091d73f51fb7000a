internal import ApusBytes

/// One digit of a secret scalar in base 32, from −16 to 16, as its absolute value and its sign.
///
/// Digit i consists of six bits, and shares its lowest bit with the digit below: b(5i−1) + b(5i) +
/// 2 b(5i+1) + 4 b(5i+2) + 8 b(5i+3) − 16 b(5i+4). The next digit adds the amount that the top bit
/// subtracts, so the sum of the digits is the scalar.
struct SignedDigit {
  /// The number of bits of a digit in base 32.
  static var bitCount: Int { 5 }

  /// The largest absolute value of a signed digit.
  static var limit: Int { 16 }

  /// The absolute value of the signed digit, from 0 to 16.
  let size: UInt64
  let isNegative: Mask

  /// Returns the number of signed digits for a number of bits. The top digit is never negative.
  static func count(forBitCount bits: Int) -> Int { bits / bitCount + 1 }

  /// Reads the signed digit at a position of a big-endian scalar.
  @inline(__always)
  init(of scalar: Span<UInt8>, at place: Int) {
    // The lowest digit shares a zero bit below the scalar's lowest bit.
    let lowest = Self.bitCount * place - 1
    var bits: UInt64 = 0
    for offset in 0..<6 {
      bits |= Self.bit(lowest + offset, of: scalar) << UInt64(offset)
    }
    // If the top bit is one, the value before halving is bits' − 64, so the absolute value is
    // computed from 63 − bits.
    let isNegative = Mask(lowBitOf: bits >> 5)
    size = (isNegative.select(63 &- bits, bits) &+ 1) >> 1
    self.isNegative = isNegative
  }

  @inline(__always)
  private static func bit(_ place: Int, of scalar: Span<UInt8>) -> UInt64 {
    guard place >= 0, place >> 3 < scalar.count else { return 0 }
    return UInt64(scalar[scalar.count - 1 - place >> 3] >> UInt8(place & 7)) & 1
  }
}
