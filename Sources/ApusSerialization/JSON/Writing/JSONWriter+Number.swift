internal import ApusBytes

extension JSONWriter {
  /// Writes the decimal digits of an integer.
  @inline(__always)
  mutating func write(integer: some FixedWidthInteger) {
    guard let magnitude = UInt64(exactly: integer.magnitude) else {
      write(plain: "\(integer)")
      return
    }
    if integer < 0 { write(0x2d) }
    write(magnitude: magnitude)
  }

  @inline(never)
  private mutating func write(magnitude: UInt64) {
    write(magnitude: magnitude, digitCount: Self.digitCount(of: magnitude))
  }

  private static func digitCount(of magnitude: UInt64) -> Int {
    var count = 1
    var rest = magnitude
    while rest >= 10_000 {
      rest /= 10_000
      count &+= 4
    }
    return count &+ (rest >= 1000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
  }

  /// Writes a finite floating-point number with the fewest digits that identify the number in its
  /// type.
  mutating func write(finite number: some BinaryFloatingPoint & CustomStringConvertible) {
    if let double = number as? Double, writeExactly(double) { return }
    let text = number.description
    let digits = text.utf8.span
    // The standard library writes the number 2 as `2.0`, but JSON needs no fraction.
    let isWhole =
      digits.count > 2 && digits[digits.count - 2] == 0x2e && digits[digits.count - 1] == 0x30
    write(isWhole ? digits.extracting(0..<digits.count - 2) : digits)
  }

  /// Writes a floating-point number from 2^-7 to 2^52 with the fewest digits that identify the
  /// number. If several texts are equally short, the function writes the nearest text. The function
  /// returns `false` if it did not write the number.
  ///
  /// The function splits the number into an integer and a binary fraction, in units of half the
  /// last bit. The function computes the decimal digits one by one until the remainder is less than
  /// the distance to the next number. The fraction has at most 60 bits, so ten times the remainder
  /// fits into 64 bits. The distance is below 10^18 and fits into 64 bits.
  ///
  /// The result equals the result of the standard library, which the function calls for a few
  /// borderline cases.
  private mutating func writeExactly(_ number: Double) -> Bool {
    let exponent = Int(number.exponentBitPattern) &- 1023
    guard exponent >= -7, exponent < 52 else { return false }
    let pointShift = UInt64(truncatingIfNeeded: 53 &- exponent)
    let halves = (number.significandBitPattern | 1 &<< 52) &<< 1
    let one = 1 &<< pointShift as UInt64
    var (rest, distance) = (halves & (one &- 1), 1 as UInt64)
    var (fraction, digitCount) = (0 as UInt64, 0)
    while rest > 0, rest >= distance, one &- rest >= distance {
      rest = rest &* 10
      distance = distance &* 10
      fraction = fraction &* 10 &+ rest &>> pointShift
      rest &= one &- 1
      digitCount &+= 1
      guard rest != distance, one &- rest != distance else { return false }
    }
    // The increment of the last digit causes no carry, because the loop would have ended before a
    // digit 9 that is rounded up.
    if rest > one &- rest { fraction &+= 1 }
    guard rest != one &- rest else { return false }
    if number < 0 { write(0x2d) }
    write(magnitude: halves &>> pointShift)
    guard digitCount > 0 else { return true }
    write(0x2e)
    write(magnitude: fraction, digitCount: digitCount)
    return true
  }

  /// Writes a JSON number, including numbers that are stored as text.
  mutating func write(_ number: JSON.Number) {
    switch number.storage {
    case .signed(let value): write(integer: value)
    case .unsigned(let value): write(integer: value)
    case .double(let value): write(finite: value)
    case .text(let text): write(plain: text)
    }
  }
}
