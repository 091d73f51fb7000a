/// Sums and products of 64-bit limbs, which return the overflow as a carry.
///
/// A long number is a sequence of limbs, with the lowest limb first. All functions run in constant
/// time, without branches and tables.
///
/// Specific operations widen and split words. The generic conversions and shifts compile to the
/// same instructions in a release build, but to about fifteen times as many instructions in a debug
/// build.
enum Limb {
  /// Returns the low half of `x · y + addend + carry`; the high half becomes the carry.
  ///
  /// The sum cannot overflow, because (2⁶⁴ − 1)² + 2 (2⁶⁴ − 1) = 2¹²⁸ − 1.
  @inline(__always)
  static func multiplyAdd(
    _ x: UInt64, _ y: UInt64, _ addend: UInt64, _ carry: inout UInt64
  ) -> UInt64 {
    let total =
      UInt128(_low: x, _high: 0) &* UInt128(_low: y, _high: 0)
      &+ UInt128(_low: addend, _high: 0) &+ UInt128(_low: carry, _high: 0)
    carry = total._high
    return total._low
  }

  /// Returns the low limb of `x + y + carry`; the overflow, at most 2, becomes the carry.
  @inline(__always)
  static func add(_ x: UInt64, _ y: UInt64, _ carry: inout UInt64) -> UInt64 {
    let total =
      UInt128(_low: x, _high: 0) &+ UInt128(_low: y, _high: 0) &+ UInt128(_low: carry, _high: 0)
    carry = total._high
    return total._low
  }

  /// Returns the low limb of `x − y − borrow`; the new borrow is 0 or 1.
  @inline(__always)
  static func subtract(_ x: UInt64, _ y: UInt64, _ borrow: inout UInt64) -> UInt64 {
    let total =
      UInt128(_low: x, _high: 0) &- UInt128(_low: y, _high: 0) &- UInt128(_low: borrow, _high: 0)
    borrow = total._high & 1
    return total._low
  }

  /// Returns the full product `x · y` of two limbs.
  @inline(__always)
  static func product(_ x: UInt64, _ y: UInt64) -> UInt128 {
    UInt128(_low: x, _high: 0) &* UInt128(_low: y, _high: 0)
  }
}
