/// One column of a long multiplication: a sum of products of limbs.
///
/// The low and the high halves of the products are summed apart. Each half is below 2⁶⁴, so that
/// 2⁶³ products can be added before anything is lost, and no addition waits for the carry of the
/// one before it.
struct Column {
  private var low: UInt128 = 0
  private var high: UInt128 = 0

  /// Adds the product of two limbs.
  @inline(__always)
  mutating func add(_ x: UInt64, _ y: UInt64) {
    let product = UInt128(x) &* UInt128(y)
    low &+= UInt128(UInt64(truncatingIfNeeded: product))
    high &+= product >> 64
  }

  /// What an odd modulus is multiplied by, so that adding it makes the lowest limb vanish of the
  /// sum together with a limb and a carry.
  @inline(__always)
  func quotient(_ limb: UInt64, _ carry: UInt128, _ negatedInverse: UInt64) -> UInt64 {
    (UInt64(truncatingIfNeeded: low &+ carry) &+ limb) &* negatedInverse
  }

  /// Adds a limb and the carry: the lowest limb is returned, and what is above it is the carry.
  @inline(__always)
  mutating func close(_ limb: UInt64, _ carry: inout UInt128) -> UInt64 {
    low &+= UInt128(limb)
    let total = low &+ carry
    carry = (total >> 64) &+ high
    return UInt64(truncatingIfNeeded: total)
  }
}
