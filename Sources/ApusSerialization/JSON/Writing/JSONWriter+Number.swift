internal import ApusBytes

extension JSONWriter {
  /// Writes an integer.
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

  /// Writes a number with the fewest digits that identify it in its type; it must be finite.
  mutating func write(finite number: some BinaryFloatingPoint & CustomStringConvertible) {
    if let double = number as? Double, writeExactly(double) { return }
    let text = number.description
    let digits = text.utf8.span
    // The standard library writes 2 as 2.0, where JSON needs no fraction.
    let isWhole =
      digits.count > 2 && digits[digits.count - 2] == 0x2e && digits[digits.count - 1] == 0x30
    write(isWhole ? digits.extracting(0..<digits.count - 2) : digits)
  }

  /// Writes a number from 2^-7 to 2^52 with the fewest digits that are nearer to it than to any
  /// other number, and of these the nearest; returns whether it did.
  ///
  /// The number is a whole and a fraction of 53 bits, in units of half its last bit: the digits
  /// after the point are computed one by one, exactly, until the rest is less than the distance to
  /// the next number. There are at most 60 bits after the point, so that ten times the rest fits
  /// 64, and so does the distance, which is below 10^18.
  ///
  /// The standard library writes the same digits, and decides in the few cases on an edge.
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
    // No carry: for a nine that is rounded up, the digit before it already has been.
    if rest > one &- rest { fraction &+= 1 }
    guard rest != one &- rest else { return false }
    if number < 0 { write(0x2d) }
    write(magnitude: halves &>> pointShift)
    guard digitCount > 0 else { return true }
    write(0x2e)
    write(magnitude: fraction, digitCount: digitCount)
    return true
  }

  /// Writes a number as it was read.
  mutating func write(_ number: JSON.Number) {
    switch number.storage {
    case .signed(let value): write(integer: value)
    case .unsigned(let value): write(integer: value)
    case .double(let value): write(finite: value)
    case .text(let text): write(plain: text)
    }
  }
}
