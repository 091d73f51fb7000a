/// Sums and products of 64-bit limbs that keep what does not fit as a carry.
///
/// A long number is a run of limbs, the lowest first. Nothing here branches, looks anything up or
/// takes longer for one value than for another.
enum Limb {
  /// The low half of `x · y + addend + carry`; the high half becomes the carry.
  ///
  /// (2⁶⁴ − 1)² + 2 (2⁶⁴ − 1) = 2¹²⁸ − 1, so nothing is lost.
  @inline(__always)
  static func multiplyAdd(
    _ x: UInt64, _ y: UInt64, _ addend: UInt64, _ carry: inout UInt64
  ) -> UInt64 {
    let total = UInt128(x) &* UInt128(y) &+ UInt128(addend) &+ UInt128(carry)
    carry = UInt64(truncatingIfNeeded: total >> 64)
    return UInt64(truncatingIfNeeded: total)
  }

  /// The low limb of `x + y + carry`; what is beyond it, at most 2, becomes the carry.
  @inline(__always)
  static func add(_ x: UInt64, _ y: UInt64, _ carry: inout UInt64) -> UInt64 {
    let total = UInt128(x) &+ UInt128(y) &+ UInt128(carry)
    carry = UInt64(truncatingIfNeeded: total >> 64)
    return UInt64(truncatingIfNeeded: total)
  }

  /// The low limb of `x − y − borrow`; the borrow, 0 or 1, is carried on.
  @inline(__always)
  static func subtract(_ x: UInt64, _ y: UInt64, _ borrow: inout UInt64) -> UInt64 {
    let total = UInt128(x) &- UInt128(y) &- UInt128(borrow)
    borrow = UInt64(truncatingIfNeeded: total >> 64) & 1
    return UInt64(truncatingIfNeeded: total)
  }
}
