/// An integer modulo p = 2^255 - 19 as five limbs of 51 bits, which is the sum of limb i times
/// 2^(51 i).
///
/// The limbs are not always reduced. Every operation relies on the bounds of its operands:
///
/// - The results of `*`, `squared` and the readers are *tight*: every limb is below 2^51 + 2^15.
/// - The operands of `*` and `squared` are *loose*: every limb is below 2^54.
/// - `+` of two tight values returns a value below 2^52 + 2^16.
/// - `-` takes a value below 2^53 and subtracts a value below 2^53 - 2^7, and returns a value below
///   2^54.
///
/// One sum, one difference, or one difference of a sum is therefore safe between two
/// multiplications without a carry. No operation branches on a limb.
struct Field25519: Sendable {
  var (l0, l1, l2, l3, l4): (UInt64, UInt64, UInt64, UInt64, UInt64)

  /// The mask that selects the low 51 bits of a limb.
  static let mask: UInt64 = 1 << 51 - 1

  @inline(__always)
  init(_ l0: UInt64, _ l1: UInt64, _ l2: UInt64, _ l3: UInt64, _ l4: UInt64) {
    (self.l0, self.l1, self.l2, self.l3, self.l4) = (l0, l1, l2, l3, l4)
  }

  static let zero = Field25519(0, 0, 0, 0, 0)
  static let one = Field25519(1, 0, 0, 0, 0)

  @inline(__always)
  static func + (a: Field25519, b: Field25519) -> Field25519 {
    Field25519(a.l0 &+ b.l0, a.l1 &+ b.l1, a.l2 &+ b.l2, a.l3 &+ b.l3, a.l4 &+ b.l4)
  }

  /// Returns the difference plus 4p. The limbs 2^53 - 76 and 2^53 - 4 of 4p prevent an underflow of
  /// any limb.
  @inline(__always)
  static func - (a: Field25519, b: Field25519) -> Field25519 {
    Field25519(
      a.l0 &+ 0x1f_ffff_ffff_ffb4 &- b.l0, a.l1 &+ 0x1f_ffff_ffff_fffc &- b.l1,
      a.l2 &+ 0x1f_ffff_ffff_fffc &- b.l2, a.l3 &+ 0x1f_ffff_ffff_fffc &- b.l3,
      a.l4 &+ 0x1f_ffff_ffff_fffc &- b.l4)
  }

  @inline(__always)
  static prefix func - (a: Field25519) -> Field25519 { zero - a }

  /// Returns the product of two field elements.
  ///
  /// If the limbs of both factors are below 2^54, each wide limb is below (1 + 4 · 19) · 2^108 <
  /// 2^114.3. The last wide limb, to which no reduced limb is added, is below 5 · 2^108.
  @inline(__always)
  static func * (a: Field25519, b: Field25519) -> Field25519 {
    // 2^255 is 19 modulo p, so the overflow of the top limb is multiplied by nineteen and added to
    // the lowest limb.
    let (b1, b2, b3, b4) = (19 &* b.l1, 19 &* b.l2, 19 &* b.l3, 19 &* b.l4)
    return carried(
      wide(a.l0, b.l0) &+ wide(a.l1, b4) &+ wide(a.l2, b3) &+ wide(a.l3, b2) &+ wide(a.l4, b1),
      wide(a.l0, b.l1) &+ wide(a.l1, b.l0) &+ wide(a.l2, b4) &+ wide(a.l3, b3) &+ wide(a.l4, b2),
      wide(a.l0, b.l2) &+ wide(a.l1, b.l1) &+ wide(a.l2, b.l0) &+ wide(a.l3, b4) &+ wide(a.l4, b3),
      wide(a.l0, b.l3) &+ wide(a.l1, b.l2) &+ wide(a.l2, b.l1) &+ wide(a.l3, b.l0)
        &+ wide(a.l4, b4),
      wide(a.l0, b.l4) &+ wide(a.l1, b.l3) &+ wide(a.l2, b.l2) &+ wide(a.l3, b.l1)
        &+ wide(a.l4, b.l0))
  }

  /// Returns the square of the field element, with fifteen products instead of twenty-five.
  @inline(__always)
  func squared() -> Field25519 {
    let (twice0, twice1) = (2 &* l0, 2 &* l1)
    let (l3x19, l4x19) = (19 &* l3, 19 &* l4)
    let (twice3x19, twice4x19) = (2 &* l3x19, 2 &* l4x19)
    return Self.carried(
      Self.wide(l0, l0) &+ Self.wide(l1, twice4x19) &+ Self.wide(l2, twice3x19),
      Self.wide(twice0, l1) &+ Self.wide(l2, twice4x19) &+ Self.wide(l3, l3x19),
      Self.wide(twice0, l2) &+ Self.wide(l1, l1) &+ Self.wide(l3, twice4x19),
      Self.wide(twice0, l3) &+ Self.wide(twice1, l2) &+ Self.wide(l4, l4x19),
      Self.wide(twice0, l4) &+ Self.wide(twice1, l3) &+ Self.wide(l2, l2))
  }

  /// Squares the field element `count` times, for a public count of at least one.
  func squared(times count: Int) -> Field25519 {
    var result = squared()
    for _ in 1..<count { result = result.squared() }
    return result
  }

  /// Returns the product of the field element and a constant below 2^17.
  @inline(__always)
  func times(_ small: UInt64) -> Field25519 {
    Self.carried(
      Self.wide(l0, small), Self.wide(l1, small), Self.wide(l2, small), Self.wide(l3, small),
      Self.wide(l4, small))
  }

  @inline(__always)
  private static func wide(_ a: UInt64, _ b: UInt64) -> UInt128 { Limb.product(a, b) }

  /// Makes wide limbs tight in two passes, each of which moves all carries at once.
  ///
  /// A wide limb is below 2^114.3, so its carry fits into a word together with 51 bits. The last
  /// wide limb is below 5 · 2^108 < 2^110.4, so 19 times its carry is below 2^63.7 and fits into a
  /// word too. The second carries are below 2^13, except the carry of the last limb. Limb 3 is
  /// below 23 · 2^108 < 2^112.6, so limb 4 takes a carry below 2^61.6. Limb 4 gives a carry below
  /// 2^10.7, and 19 times this carry is below 2^15.
  @inline(__always)
  private static func carried(
    _ w0: UInt128, _ w1: UInt128, _ w2: UInt128, _ w3: UInt128, _ w4: UInt128
  ) -> Field25519 {
    let once = Field25519(
      low(w0) &+ 19 &* high(w4), low(w1) &+ high(w0), low(w2) &+ high(w1), low(w3) &+ high(w2),
      low(w4) &+ high(w3))
    return once.carriedOnce
  }

  @inline(__always)
  private static func low(_ wide: UInt128) -> UInt64 { wide._low & mask }

  @inline(__always)
  private static func high(_ wide: UInt128) -> UInt64 { (wide &>> 51)._low }

  /// The same field element after each limb's carry was moved to the next limb, and the last carry
  /// to the first limb.
  @inline(__always)
  var carriedOnce: Field25519 {
    Field25519(
      l0 & Self.mask &+ 19 &* (l4 &>> 51), l1 & Self.mask &+ l0 &>> 51,
      l2 & Self.mask &+ l1 &>> 51, l3 & Self.mask &+ l2 &>> 51, l4 & Self.mask &+ l3 &>> 51)
  }
}
