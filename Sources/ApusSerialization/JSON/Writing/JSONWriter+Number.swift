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

  /// Writes a number by the fewest digits that say no other of its type; it must be finite.
  mutating func write(finite number: some BinaryFloatingPoint & CustomStringConvertible) {
    if let double = number as? Double, writeShort(double) { return }
    let text = number.description
    let digits = text.utf8.span
    // The standard library writes 2 as 2.0, where JSON needs no fraction.
    let isWhole =
      digits.count > 2 && digits[digits.count - 2] == 0x2e && digits[digits.count - 1] == 0x30
    write(isWhole ? digits.extracting(0..<digits.count - 2) : digits)
  }

  /// Writes a number that has no more than six digits behind the point and fifteen in all; whether
  /// it was one.
  ///
  /// Of the numbers of fifteen digits no two are the same double, so that there is only one that
  /// says it, and none of fewer digits. Below 0.0001 the standard library writes an exponent.
  private mutating func writeShort(_ number: Double) -> Bool {
    let magnitude = number.magnitude
    guard magnitude >= 0.0001, magnitude < 1e9 else { return false }
    let millionths = (magnitude * 1e6).rounded()
    guard millionths / 1e6 == magnitude else { return false }
    let (whole, rest) = UInt64(millionths).quotientAndRemainder(dividingBy: 1_000_000)
    if number < 0 { write(0x2d) }
    write(magnitude: whole)
    guard rest != 0 else { return true }
    var (fraction, digitCount) = (rest, 6)
    while fraction % 10 == 0 {
      fraction /= 10
      digitCount &-= 1
    }
    write(0x2e)
    write(magnitude: fraction, digitCount: digitCount)
    return true
  }

  /// Writes a number as it was read.
  mutating func write(_ number: JSONNumber) {
    switch number.storage {
    case .signed(let value): write(integer: value)
    case .unsigned(let value): write(integer: value)
    case .double(let value): write(finite: value)
    case .text(let text): write(plain: text)
    }
  }
}
