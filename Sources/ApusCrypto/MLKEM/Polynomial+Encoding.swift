extension Polynomial {
  /// The number of bytes of an encoded polynomial, with twelve bits for each coefficient.
  static let byteCount = 384

  /// Reads coefficients of twelve bits each, from 0 to 4095, without a reduction modulo q.
  ///
  /// FIPS 203 section 4.2.1, algorithm 6, except for the reduction.
  init(unreduced bytes: Span<UInt8>) {
    self.init()
    for pair in 0..<Self.coefficientCount / 2 {
      let (a, b, c) = (bytes[3 &* pair], bytes[3 &* pair &+ 1], bytes[3 &* pair &+ 2])
      self[coefficient: 2 &* pair] = Int16(a) | Int16(b & 15) &<< 8
      self[coefficient: 2 &* pair &+ 1] = Int16(b &>> 4) | Int16(c) &<< 4
    }
  }

  /// The index of the first coefficient of a public polynomial that is not less than q, or `nil` if
  /// all are less.
  var firstUnreduced: Int? {
    (0..<Self.coefficientCount).first { self[coefficient: $0] >= Self.modulus }
  }

  /// Writes the coefficients of a reduced polynomial as numbers from 0 to q - 1, with twelve bits
  /// each.
  ///
  /// FIPS 203 section 4.2.1, algorithm 5.
  func write(to bytes: inout MutableSpan<UInt8>, at offset: Int) {
    for index in 0..<Self.laneCount {
      let lanes = self[index].canonical
      for pair in 0..<4 {
        let at = offset &+ 12 &* index &+ 3 &* pair
        let (a, b) = (lanes[2 &* pair], lanes[2 &* pair &+ 1])
        bytes[at] = UInt8(truncatingIfNeeded: a)
        bytes[at &+ 1] = UInt8(truncatingIfNeeded: a &>> 8 | b &<< 4)
        bytes[at &+ 2] = UInt8(truncatingIfNeeded: b &>> 4)
      }
    }
  }

  /// Reads coefficients that were compressed to `bitCount` bits each.
  ///
  /// The value of a compressed coefficient y of d bits is q·y/2^d, rounded, and is at most q from
  /// zero. FIPS 203 section 4.2.1, algorithm 6 and equation 4.8.
  init(compressed bytes: Span<UInt8>, bitCount: Int) {
    self.init()
    var bits: UInt32 = 0
    var available = 0
    var at = 0
    for index in 0..<Self.coefficientCount {
      while available < bitCount {
        bits |= UInt32(bytes[at]) &<< UInt32(available)
        available &+= 8
        at &+= 1
      }
      let value = bits & (1 &<< UInt32(bitCount) &- 1)
      bits = bits &>> UInt32(bitCount)
      available &-= bitCount
      let product = value &* UInt32(Self.modulus) &+ 1 &<< UInt32(bitCount &- 1)
      self[coefficient: index] = Int16(truncatingIfNeeded: product &>> UInt32(bitCount))
    }
  }

  /// Writes the coefficients of a reduced polynomial, compressed to `bitCount` bits each.
  ///
  /// A coefficient x is compressed to 2^d·x/q, rounded, if d is the number of bits. FIPS 203
  /// section 4.2.1, equation 4.7.
  func write(compressedTo bitCount: Int, to bytes: inout MutableSpan<UInt8>, at offset: Int) {
    var bits: UInt32 = 0
    var count = 0
    var at = offset
    for index in 0..<Self.laneCount {
      let lanes = self[index].canonical
      for lane in 0..<8 {
        bits |= Self.compress(lanes[lane], bitCount) &<< UInt32(count)
        count &+= bitCount
        while count >= 8 {
          bytes[at] = UInt8(truncatingIfNeeded: bits)
          bits = bits &>> 8
          count &-= 8
          at &+= 1
        }
      }
    }
  }

  /// Returns 2^d·x/q, rounded, modulo 2^d, for an x from 0 to q - 1 and a d of at most ten.
  ///
  /// The running time of a division can depend on the secret operand, so the function multiplies by
  /// 2^40/q, rounded up. The error is below q·2^22/2^40, which is too small to reach the next
  /// integer.
  static func compress(_ x: Int16, _ bitCount: Int) -> UInt32 {
    let scaled = UInt64(truncatingIfNeeded: x) &<< UInt64(bitCount) &+ UInt64(modulus / 2)
    let quotient = (scaled &* 330_282_857) &>> 40
    return UInt32(truncatingIfNeeded: quotient) & (1 &<< UInt32(bitCount) &- 1)
  }
}
