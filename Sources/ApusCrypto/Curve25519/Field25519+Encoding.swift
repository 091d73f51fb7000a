internal import ApusBytes

extension Field25519 {
  /// Reads a field element of 255 bits, with the low byte first, and ignores the top bit of the
  /// last byte.
  ///
  /// The initializer reduces a number from p to 2^255 - 1 modulo p.
  init(_ bytes: Span<UInt8>) {
    let (w0, w1) = (bytes.littleEndian64(at: 0), bytes.littleEndian64(at: 8))
    let (w2, w3) = (bytes.littleEndian64(at: 16), bytes.littleEndian64(at: 24))
    self.init(
      w0 & Self.mask,
      (w0 &>> 51 | w1 &<< 13) & Self.mask,
      (w1 &>> 38 | w2 &<< 26) & Self.mask,
      (w2 &>> 25 | w3 &<< 39) & Self.mask,
      w3 &>> 12 & Self.mask)
  }

  /// Writes the canonical field element as 32 bytes, with the low byte first.
  func write(to bytes: inout MutableSpan<UInt8>) {
    let x = canonical
    bytes.storeLittleEndian(x.l0 | x.l1 &<< 51, at: 0)
    bytes.storeLittleEndian(x.l1 &>> 13 | x.l2 &<< 38, at: 8)
    bytes.storeLittleEndian(x.l2 &>> 26 | x.l3 &<< 25, at: 16)
    bytes.storeLittleEndian(x.l3 &>> 39 | x.l4 &<< 12, at: 24)
  }

  /// The same field element in canonical form, with limbs below 2^51 and a value below p.
  private var canonical: Field25519 {
    // One pass of carries leaves limbs below 2^51 + 2^8 and therefore a value below 2p. The value
    // is at least p if adding 19 carries out of bit 255. The carry out of bit 255 is worth 19
    // modulo p.
    let x = carriedOnce
    var carry = (x.l0 &+ 19) &>> 51
    carry = (x.l1 &+ carry) &>> 51
    carry = (x.l2 &+ carry) &>> 51
    carry = (x.l3 &+ carry) &>> 51
    carry = (x.l4 &+ carry) &>> 51
    let l0 = x.l0 &+ 19 &* carry
    let l1 = x.l1 &+ l0 &>> 51
    let l2 = x.l2 &+ l1 &>> 51
    let l3 = x.l3 &+ l2 &>> 51
    let l4 = x.l4 &+ l3 &>> 51
    return Field25519(
      l0 & Self.mask, l1 & Self.mask, l2 & Self.mask, l3 & Self.mask, l4 & Self.mask)
  }

  /// A mask that is set if the field element is zero modulo p.
  var isZero: Mask {
    let x = canonical
    return Mask(isZero: x.l0 | x.l1 | x.l2 | x.l3 | x.l4)
  }

  /// A mask that is set if the canonical field element is odd, which RFC 8032 calls negative.
  var isOdd: Mask { Mask(lowBitOf: canonical.l0) }

  /// Returns the first field element if the mask is set, and the second field element otherwise.
  @inline(__always)
  static func select(_ mask: Mask, _ yes: Field25519, _ no: Field25519) -> Field25519 {
    Field25519(
      mask.select(yes.l0, no.l0), mask.select(yes.l1, no.l1), mask.select(yes.l2, no.l2),
      mask.select(yes.l3, no.l3), mask.select(yes.l4, no.l4))
  }

  /// Exchanges two field elements if the mask is set, in constant time.
  @inline(__always)
  static func exchange(_ a: inout Field25519, _ b: inout Field25519, if mask: Mask) {
    let difference = Field25519(
      mask.bits & (a.l0 ^ b.l0), mask.bits & (a.l1 ^ b.l1), mask.bits & (a.l2 ^ b.l2),
      mask.bits & (a.l3 ^ b.l3), mask.bits & (a.l4 ^ b.l4))
    a.combine(difference)
    b.combine(difference)
  }

  @inline(__always)
  private mutating func combine(_ bits: Field25519) {
    l0 ^= bits.l0
    l1 ^= bits.l1
    l2 ^= bits.l2
    l3 ^= bits.l3
    l4 ^= bits.l4
  }
}

extension Field25519 {
  /// Returns the inverse of the field element, which is its power p - 2. The inverse of zero is
  /// zero.
  func inverted() -> Field25519 {
    let (power250, power11) = powers()
    // The exponent is p - 2 = 2^255 - 21 = (2^250 - 1) · 2^5 + 11.
    return power250.squared(times: 5) * power11
  }

  /// Returns the power (p - 5) / 8 of the field element, which is used to compute square roots.
  func raisedToRootExponent() -> Field25519 {
    // The exponent is (p - 5) / 8 = 2^252 - 3 = (2^250 - 1) · 2^2 + 1.
    powers().power250.squared(times: 2) * self
  }

  /// Returns the powers 2^250 - 1 and 11 of the field element, by the usual sequence of powers 2^n
  /// - 1.
  private func powers() -> (power250: Field25519, power11: Field25519) {
    let power2 = squared()
    let power9 = power2.squared(times: 2) * self
    let power11 = power9 * power2
    let ones5 = power11.squared() * power9
    let ones10 = ones5.squared(times: 5) * ones5
    let ones20 = ones10.squared(times: 10) * ones10
    let ones40 = ones20.squared(times: 20) * ones20
    let ones50 = ones40.squared(times: 10) * ones10
    let ones100 = ones50.squared(times: 50) * ones50
    let ones200 = ones100.squared(times: 100) * ones100
    return (ones200.squared(times: 50) * ones50, power11)
  }
}
