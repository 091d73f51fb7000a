/// The hash function SHA-512. FIPS 180-4 section 6.4.
public struct SHA512: HashFunction {
  public static let byteCount = 64
  public static let blockByteCount = 128

  /// The eight words of the SHA-512 hash value.
  typealias State = InlineArray<8, UInt64>

  private var state: State
  private var buffer = BlockBuffer<128>()

  public init() {
    self.init(initial: [
      0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b,
      0xa54f_f53a_5f1d_36f1, 0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f,
      0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ])
  }

  /// Creates SHA-512 with a different initial hash value.
  init(initial: State) { state = initial }

  public mutating func update(_ bytes: Span<UInt8>) {
    buffer.absorb(bytes, into: &state, SHA512Compression.run)
  }

  public mutating func finalize(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == Self.byteCount, "a SHA-512 digest has 64 bytes")
    writeWords(to: &digest)
    self = SHA512()
  }

  /// Writes as many words of the final hash value as fit into the digest, and wipes the state.
  mutating func writeWords(to digest: inout MutableSpan<UInt8>) {
    buffer.pad(lengthByteCount: 16, into: &state, SHA512Compression.run)
    for index in 0..<digest.count / 8 { digest.storeBigEndian(state[index], at: 8 &* index) }
    Wipe.value(&self)
  }
}

/// The hash function SHA-384:
/// SHA-512 with a different initial value and a truncated digest. FIPS 180-4 section 6.5.
public struct SHA384: HashFunction {
  public static let byteCount = 48
  public static let blockByteCount = 128

  private var hash = SHA512(initial: [
    0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
    0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4,
  ])

  public init() {}

  public mutating func update(_ bytes: Span<UInt8>) { hash.update(bytes) }

  public mutating func finalize(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == Self.byteCount, "a SHA-384 digest has 48 bytes")
    hash.writeWords(to: &digest)
    self = SHA384()
  }
}

/// The hash function SHA-512/256, which is SHA-512 with a different initial value and a digest of
/// 256 bits.
///
/// SHA-512/256 is only for Digest authentication in HTTP (RFC 7616). The type is not public. FIPS
/// 180-4 sections 5.3.6.2 and 6.7.
package struct SHA512_256: HashFunction {
  package static let byteCount = 32
  package static let blockByteCount = 128

  private var hash = SHA512(initial: [
    0x2231_2194_fc2b_f72c, 0x9f55_5fa3_c84c_64c2, 0x2393_b86b_6f53_b151, 0x9638_7719_5940_eabd,
    0x9628_3ee2_a88e_ffe3, 0xbe5e_1e25_5386_3992, 0x2b01_99fc_2c85_b8aa, 0x0eb7_2ddc_81c5_2ca2,
  ])

  package init() {}

  package mutating func update(_ bytes: Span<UInt8>) { hash.update(bytes) }

  package mutating func finalize(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == Self.byteCount, "a SHA-512/256 digest has 32 bytes")
    hash.writeWords(to: &digest)
    self = SHA512_256()
  }
}
