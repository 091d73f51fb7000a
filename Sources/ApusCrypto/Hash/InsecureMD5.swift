/// The hash function MD5, which is broken.
///
/// MD5 is only for Digest authentication in HTTP (RFC 7616), where old servers support no other
/// hash function. The type is not public. RFC 1321 section 3.
package struct InsecureMD5: HashFunction {
  package static let byteCount = 16
  package static let blockByteCount = 64

  private typealias State = InlineArray<4, UInt32>

  private var state: State = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
  private var buffer = BlockBuffer<64>()

  package init() {}

  package mutating func update(_ bytes: Span<UInt8>) {
    buffer.absorb(bytes, into: &state, Self.compress)
  }

  package mutating func finalize(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == Self.byteCount, "an MD5 digest has 16 bytes")
    buffer.pad(lengthByteCount: 8, order: .lowByteFirst, into: &state, Self.compress)
    for index in 0..<4 { digest.storeLittleEndian(state[index], at: 4 &* index) }
    Wipe.value(&self)
    self = InsecureMD5()
  }

  /// Processes complete message blocks. RFC 1321 section 3.4.
  private static func compress(_ state: inout State, _ blocks: Span<UInt8>) {
    var start = 0
    while start < blocks.count {
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for step in 0..<64 {
        let (mixed, word) =
          switch step / 16 {
          case 0: ((b & c) | (~b & d), step)
          case 1: ((b & d) | (c & ~d), 5 &* step &+ 1)
          case 2: (b ^ c ^ d, 3 &* step &+ 5)
          default: (c ^ (b | ~d), 7 &* step)
          }
        let place = start &+ 4 &* (word & 15)
        let sum = a &+ mixed &+ constants[step] &+ blocks.littleEndian32(at: place)
        let turned = rotate(sum, turns[step / 16 &* 4 &+ step % 4])
        (a, d, c, b) = (d, c, b, b &+ turned)
      }
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
      start &+= 64
    }
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word &<< count) | (word &>> (32 &- count))
  }

  /// The rotation counts of MD5, with four counts for each of the four rounds.
  private static let turns: InlineArray<16, UInt32> = [
    7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21,
  ]

  /// The step constants of MD5, which are the integer part of 2^32 times the absolute value of the
  /// sine of 1 to 64 radians.
  private static let constants: InlineArray<64, UInt32> = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a,
    0xa830_4613, 0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be,
    0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340,
    0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8,
    0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c,
    0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92,
    0xffef_f47d, 0x8584_5dd1, 0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1,
    0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]
}
