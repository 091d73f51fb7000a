/// The sixteen bytes of an AES state in one integer, whose lowest byte is the first byte of the
/// state.
///
/// Every step processes all bytes at once, and avoids table lookups and branches that depend on the
/// bytes. The arithmetic is far slower than the ciphers of TLS records, but fast enough for private
/// keys.
///
/// Byte r + 4c of the state is row r of column c. FIPS 197 section 3.4.
struct AESBlock {
  var bits: UInt128

  private static var ones: UInt128 { 0x0101_0101_0101_0101_0101_0101_0101_0101 }

  @inline(__always)
  static func ^ (left: AESBlock, right: AESBlock) -> AESBlock {
    AESBlock(bits: left.bits ^ right.bits)
  }

  /// Returns the AES state with every byte substituted by the S-box, which is an affine map of the
  /// byte's inverse. FIPS 197 section 5.1.1.
  func substituted() -> AESBlock {
    let a = inverted()
    let mapped =
      a ^ a.bytesRotated(by: 1) ^ a.bytesRotated(by: 2) ^ a.bytesRotated(by: 3)
      ^ a.bytesRotated(by: 4)
    return AESBlock(bits: mapped.bits ^ 0x63 &* Self.ones)
  }

  /// Returns the AES state with every byte substituted by the inverse S-box. FIPS 197 section
  /// 5.3.2.
  func unsubstituted() -> AESBlock {
    let mapped = bytesRotated(by: 1) ^ bytesRotated(by: 3) ^ bytesRotated(by: 6)
    return AESBlock(bits: mapped.bits ^ 0x05 &* Self.ones).inverted()
  }

  /// Returns the AES state with row r moved r columns to the right. FIPS 197 section 5.3.1.
  func rowsUnshifted() -> AESBlock {
    let row: UInt128 = 0x0000_00ff_0000_00ff_0000_00ff_0000_00ff
    let second = bits & row &<< 8
    let third = bits & row &<< 16
    let fourth = bits & row &<< 24
    var moved = bits & row
    moved |= second &<< 32 | second &>> 96
    moved |= third &<< 64 | third &>> 64
    moved |= fourth &<< 96 | fourth &>> 32
    return AESBlock(bits: moved)
  }

  /// Returns the AES state with each column multiplied by 0b y³ + 0d y² + 09 y + 0e modulo y⁴ + 1.
  /// FIPS 197 section 5.3.3.
  ///
  /// The factor is the product of 04 y² + 05 and the polynomial 03 y³ + y² + y + 02 of MixColumns.
  func columnsUnmixed() -> AESBlock {
    let first = self ^ (self ^ twoBelow()).doubled().doubled()
    let below = first.oneBelow()
    let pair = first ^ below
    return pair.doubled() ^ below ^ pair.twoBelow()
  }

  /// Returns the AES state with each column rotated up by one row.
  ///
  /// Row 0 of each column becomes row 3.
  @inline(__always)
  private func oneBelow() -> AESBlock {
    let upper: UInt128 = 0x00ff_ffff_00ff_ffff_00ff_ffff_00ff_ffff
    return AESBlock(bits: bits &>> 8 & upper | bits &<< 24 & ~upper)
  }

  /// Returns the AES state with each column rotated by two rows.
  @inline(__always)
  private func twoBelow() -> AESBlock {
    let upper: UInt128 = 0x0000_ffff_0000_ffff_0000_ffff_0000_ffff
    return AESBlock(bits: bits &>> 16 & upper | bits &<< 16 & ~upper)
  }

  /// Returns the AES state with the bits of every byte rotated up by 1 to 7 places.
  @inline(__always)
  private func bytesRotated(by count: UInt128) -> AESBlock {
    let low = Self.ones &* (1 &<< count &- 1)
    return AESBlock(bits: bits &<< count & ~low | bits &>> (8 &- count) & low)
  }

  /// Returns the AES state with every byte multiplied by x modulo x⁸ + x⁴ + x³ + x + 1. FIPS 197
  /// section 4.2.1.
  @inline(__always)
  private func doubled() -> AESBlock {
    let tops = bits &>> 7 & Self.ones
    return AESBlock(bits: (bits ^ tops &<< 7) &<< 1 ^ tops &* 0x1b)
  }

  /// Returns the bytewise product of two AES states in the field of 256 elements.
  static func * (left: AESBlock, right: AESBlock) -> AESBlock {
    var (sum, term, rest) = (UInt128(0), left, right.bits)
    for _ in 0..<8 {
      // A byte of value one becomes 0xff, because no product overflows into the next byte.
      sum ^= term.bits & ((rest & ones) &* 0xff)
      term = term.doubled()
      rest &>>= 1
    }
    return AESBlock(bits: sum)
  }

  private func squared() -> AESBlock { self * self }

  /// Returns the AES state with every byte replaced by its inverse, and zero replaced by zero.
  ///
  /// The inverse of a byte is its power 254 = 240 + 12 + 2.
  private func inverted() -> AESBlock {
    let two = squared()
    let three = two * self
    let twelve = three.squared().squared()
    let fifteen = twelve * three
    let many = fifteen.squared().squared().squared().squared()
    return many * twelve * two
  }
}
