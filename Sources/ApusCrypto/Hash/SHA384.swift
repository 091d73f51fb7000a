/// SHA-384: SHA-512 from another start, cut short. FIPS 180-4 section 6.5.
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
