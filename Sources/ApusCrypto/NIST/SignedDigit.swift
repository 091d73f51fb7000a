internal import ApusBytes

/// One digit of a secret scalar to the base 32, from −16 to 16, as its size and its sign.
///
/// Digit i is made of six bits, the lowest of which it shares with the digit below: b(5i−1) + b(5i)
/// + 2 b(5i+1) + 4 b(5i+2) + 8 b(5i+3) − 16 b(5i+4). The next digit adds the amount that the top
/// bit subtracts, so that the digits' sum is the scalar.
struct SignedDigit {
  /// The number of bits of a digit.
  static var bitCount: Int { 5 }

  /// The greatest size.
  static var limit: Int { 16 }

  /// 0 to 16.
  let size: UInt64
  let isNegative: Mask

  /// Returns the number of digits for a number of bits, enough that the top one is not negative.
  static func count(forBitCount bits: Int) -> Int { bits / bitCount + 1 }

  /// Reads the digit of a place from a scalar, the highest byte first.
  @inline(__always)
  init(of scalar: Span<UInt8>, at place: Int) {
    // One bit is put below the scalar's lowest, so that digit 0 has a bit to share.
    let lowest = Self.bitCount * place - 1
    var bits: UInt64 = 0
    for offset in 0..<6 {
      bits |= Self.bit(lowest + offset, of: scalar) << UInt64(offset)
    }
    // With the top bit the value is bits' − 64 before halving, so its size is of 63 − bits.
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
