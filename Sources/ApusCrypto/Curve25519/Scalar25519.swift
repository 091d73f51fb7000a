internal import ApusBytes

/// A scalar of edwards25519 in four words, with the low word first; most scalars are below the
/// group's order L.
///
/// The only multiplication is the Montgomery product a·b/2^256 mod L. The constants convert the
/// Montgomery product to other products. All functions run in constant time unless their name
/// contains `VariableTime`.
struct Scalar25519: Sendable {
  typealias Words = InlineArray<4, UInt64>

  var words: Words

  /// The order of the group, L = 2^252 + 27742317777372353535851937790883648493. RFC 8032 section
  /// 5.1.
  private static let order: Words = [0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 1 << 60]

  /// The constant -1/L mod 2^64 of the Montgomery product.
  private static let negatedInverse: UInt64 = 0xd2b5_1da3_1254_7e1b

  /// The constant 2^256 mod L for Montgomery products.
  private static let r = Scalar25519(words: [
    0xd6ec_3174_8d98_951d, 0xc6ef_5bf4_737d_cf70, 0xffff_ffff_ffff_fffe, 0x0fff_ffff_ffff_ffff,
  ])

  /// The constant 2^512 mod L for Montgomery products.
  private static let rSquared = Scalar25519(words: [
    0xa406_11e3_449c_0f01, 0xd00e_1ba7_6885_9347, 0xceec_73d2_17f5_be65, 0x0399_411b_7c30_9a3d,
  ])

  init(words: Words) { self.words = words }

  /// Reads a scalar from 32 bytes, with the low byte first, without a reduction.
  init(_ bytes: Span<UInt8>) {
    words = [
      bytes.littleEndian64(at: 0), bytes.littleEndian64(at: 8), bytes.littleEndian64(at: 16),
      bytes.littleEndian64(at: 24),
    ]
  }

  /// Reads a scalar from 64 bytes, with the low byte first, and reduces the scalar modulo L.
  init(reducing bytes: Span<UInt8>) {
    let low = Scalar25519(bytes.extracting(0..<32))
    let high = Scalar25519(bytes.extracting(32..<64))
    self = Self.sum(Self.montgomery(low, Self.r), Self.montgomery(high, Self.rSquared))
  }

  /// Writes the scalar as 32 bytes, with the low byte first.
  func write(to bytes: inout MutableSpan<UInt8>, at offset: Int = 0) {
    for index in 0..<4 { bytes.storeLittleEndian(words[index], at: offset &+ 8 &* index) }
  }

  /// A mask that is set if the scalar is less than the order L.
  var isReduced: Mask {
    var borrow: UInt64 = 0
    for index in 0..<4 { _ = Limb.subtract(words[index], Self.order[index], &borrow) }
    return Mask(lowBitOf: borrow)
  }

  /// Returns a·b + c mod L for any a and b below 2^256 and a c below L.
  static func product(_ a: Scalar25519, _ b: Scalar25519, plus c: Scalar25519) -> Scalar25519 {
    sum(montgomery(a, montgomery(b, rSquared)), c)
  }

  /// Returns a + b mod L for values below L.
  private static func sum(_ a: Scalar25519, _ b: Scalar25519) -> Scalar25519 {
    var result = Words(repeating: 0)
    var carry: UInt64 = 0
    for index in 0..<4 { result[index] = Limb.add(a.words[index], b.words[index], &carry) }
    return Scalar25519(words: reducedOnce(result))
  }

  /// Returns the Montgomery product a·b/2^256 mod L for an a below 2^256 and a b below L.
  ///
  /// The total is below 2L before each step. A step adds less than 2^64·L twice and drops 64 bits,
  /// so the total is below 2L again after the step. The total is below 2^320 during the step.
  private static func montgomery(_ a: Scalar25519, _ b: Scalar25519) -> Scalar25519 {
    var total = InlineArray<5, UInt64>(repeating: 0)
    for i in 0..<4 {
      var carry: UInt64 = 0
      for j in 0..<4 { total[j] = Limb.multiplyAdd(a.words[i], b.words[j], total[j], &carry) }
      total[4] = carry
      let factor = total[0] &* negatedInverse
      carry = 0
      _ = Limb.multiplyAdd(factor, order[0], total[0], &carry)
      for j in 1..<4 { total[j &- 1] = Limb.multiplyAdd(factor, order[j], total[j], &carry) }
      total[3] = total[4] &+ carry
    }
    return Scalar25519(words: reducedOnce([total[0], total[1], total[2], total[3]]))
  }

  /// Subtracts L from a value below 2L if the value is not below L.
  private static func reducedOnce(_ value: Words) -> Words {
    var less = Words(repeating: 0)
    var borrow: UInt64 = 0
    for index in 0..<4 { less[index] = Limb.subtract(value[index], order[index], &borrow) }
    let isBelow = Mask(lowBitOf: borrow)
    var result = Words(repeating: 0)
    for index in 0..<4 { result[index] = isBelow.select(value[index], less[index]) }
    return result
  }
}

extension Scalar25519 {
  /// The 64 digits of a scalar in base 16, each from -8 to 7 except the last, which is from 0 to 8.
  ///
  /// Adding eight at every digit position except the last performs all carries at once. Each
  /// position of the sum contains the digit plus eight. The scalar must be below 2^255, so that the
  /// sum is below 2^256.
  struct SignedDigits {
    private var words = Words(repeating: 0)

    init(_ scalar: Scalar25519) {
      var carry: UInt64 = 0
      for index in 0..<4 {
        let eights: UInt64 = index == 3 ? 0x0888_8888_8888_8888 : 0x8888_8888_8888_8888
        words[index] = Limb.add(scalar.words[index], eights, &carry)
      }
    }

    /// The base-16 digit at a position of the scalar, in two's complement.
    subscript(place: Int) -> UInt64 {
      let nibble = words[place / 16] &>> UInt64(4 &* (place % 16)) & 15
      return place == 63 ? nibble : nibble &- 8
    }
  }

  /// Returns the signed binary digits of a public scalar, in variable time.
  ///
  /// The nonzero digits are odd and less than 2^(width - 1) in absolute value. Any two nonzero
  /// digits have at least `width - 1` zeros between them. The scalar must be below 2^253, so that
  /// the last carry fits.
  func variableTimeDigits(width: Int) -> [Int8] {
    var digits = [Int8](repeating: 0, count: 256)
    var carry: UInt64 = 0
    var place = 0
    while place < 256 {
      let window = bits(at: place, count: width) &+ carry
      guard window & 1 == 1 else {
        place &+= 1
        continue
      }
      carry = window &>> UInt64(width &- 1)
      digits[place] = Int8(truncatingIfNeeded: Int(window) &- Int(carry &<< UInt64(width)))
      place &+= width
    }
    return digits
  }

  /// Returns up to 63 bits of the scalar from a bit position. Bits above the scalar's highest bit
  /// are zeros.
  private func bits(at place: Int, count: Int) -> UInt64 {
    let (word, shift) = (place / 64, UInt64(place % 64))
    var bits = words[word] &>> shift
    if shift > 0, word < 3 { bits |= words[word &+ 1] &<< (64 &- shift) }
    return bits & (1 &<< UInt64(count) &- 1)
  }
}
