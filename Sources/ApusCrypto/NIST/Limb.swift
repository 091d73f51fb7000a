/// Sums and products of 64-bit limbs that keep what does not fit as a carry.
///
/// A long number is a run of limbs, the lowest first. Nothing here branches, looks anything up or
/// takes longer for one value than for another.
///
/// Words are widened, and halves taken, by name: the conversions and shifts that go with any type
/// are the same instructions in a release build, and in a debug build about fifteen times as many.
enum Limb {
  /// The low half of `x · y + addend + carry`; the high half becomes the carry.
  ///
  /// (2⁶⁴ − 1)² + 2 (2⁶⁴ − 1) = 2¹²⁸ − 1, so nothing is lost.
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

  /// The low limb of `x + y + carry`; what is beyond it, at most 2, becomes the carry.
  @inline(__always)
  static func add(_ x: UInt64, _ y: UInt64, _ carry: inout UInt64) -> UInt64 {
    let total =
      UInt128(_low: x, _high: 0) &+ UInt128(_low: y, _high: 0) &+ UInt128(_low: carry, _high: 0)
    carry = total._high
    return total._low
  }

  /// The low limb of `x − y − borrow`; the borrow, 0 or 1, is carried on.
  @inline(__always)
  static func subtract(_ x: UInt64, _ y: UInt64, _ borrow: inout UInt64) -> UInt64 {
    let total =
      UInt128(_low: x, _high: 0) &- UInt128(_low: y, _high: 0) &- UInt128(_low: borrow, _high: 0)
    borrow = total._high & 1
    return total._low
  }

  /// `x · y`, whole.
  @inline(__always)
  static func product(_ x: UInt64, _ y: UInt64) -> UInt128 {
    UInt128(_low: x, _high: 0) &* UInt128(_low: y, _high: 0)
  }
}
