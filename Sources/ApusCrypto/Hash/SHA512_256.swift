/// SHA-512/256: SHA-512 from another start, cut to 256 bits.
///
/// It is here for HTTP's Digest authentication alone (RFC 7616), and seen by this package alone.
/// FIPS 180-4 sections 5.3.6.2 and 6.7.
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
