/// SHA-512. FIPS 180-4 section 6.4.
public struct SHA512: HashFunction {
  public static let byteCount = 64
  public static let blockByteCount = 128

  /// The eight words of the hash value.
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

  /// The same function from another initial hash value.
  init(initial: State) { state = initial }

  public mutating func update(_ bytes: Span<UInt8>) {
    buffer.absorb(bytes, into: &state, SHA512Compression.run)
  }

  public mutating func finalize(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == Self.byteCount, "a SHA-512 digest has 64 bytes")
    writeWords(to: &digest)
    self = SHA512()
  }

  /// Writes as many words of the final hash value as the digest has, and wipes the state.
  mutating func writeWords(to digest: inout MutableSpan<UInt8>) {
    buffer.pad(lengthByteCount: 16, into: &state, SHA512Compression.run)
    for index in 0..<digest.count / 8 { digest.storeBigEndian(state[index], at: 8 &* index) }
    Wipe.value(&self)
  }
}
