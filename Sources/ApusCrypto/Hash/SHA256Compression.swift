/// SHA-256's compression function without special instructions.
enum SHA256Compression {
  /// Takes in whole blocks. FIPS 180-4 section 6.2.2.
  static func run(_ state: inout SHA256.State, _ blocks: Span<UInt8>) {
    var words = InlineArray<64, UInt32>(repeating: 0)
    var start = 0
    while start < blocks.count {
      schedule(blocks.extracting(start..<start &+ 64), into: &words)
      var rounds = Rounds(state)
      for eight in 0..<8 {
        let t = 8 &* eight
        rounds.step(words[t])
        rounds.step(words[t &+ 1])
        rounds.step(words[t &+ 2])
        rounds.step(words[t &+ 3])
        rounds.step(words[t &+ 4])
        rounds.step(words[t &+ 5])
        rounds.step(words[t &+ 6])
        rounds.step(words[t &+ 7])
      }
      rounds.add(to: &state)
      start &+= 64
    }
  }

  /// The message schedule of one block, with the round constants added to it.
  @inline(__always)
  private static func schedule(_ block: Span<UInt8>, into words: inout InlineArray<64, UInt32>) {
    for t in 0..<16 { words[t] = block.bigEndian32(at: 4 &* t) }
    for t in 16..<64 {
      let (early, late) = (words[t &- 15], words[t &- 2])
      let sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early &>> 3)
      let sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late &>> 10)
      words[t] = words[t &- 16] &+ sigma0 &+ words[t &- 7] &+ sigma1
    }
    for t in 0..<64 { words[t] &+= constants[t] }
  }

  /// The eight working variables, and `b ^ c` of the round at hand, which was `a ^ b` of the last.
  private struct Rounds {
    var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32)
    var (e, f, g, h): (UInt32, UInt32, UInt32, UInt32)
    var bc: UInt32

    @inline(__always)
    init(_ state: SHA256.State) {
      (a, b, c, d) = (state[0], state[1], state[2], state[3])
      (e, f, g, h) = (state[4], state[5], state[6], state[7])
      bc = state[1] ^ state[2]
    }

    @inline(__always)
    mutating func step(_ word: UInt32) {
      let choice = g ^ (e & (f ^ g))
      let sum1 = h &+ word &+ choice &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25))
      let ab = a ^ b
      let majority = (ab & bc) ^ b
      let sum2 = majority &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22))
      bc = ab
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ sum1, c, b, a, sum1 &+ sum2)
    }

    @inline(__always)
    func add(to state: inout SHA256.State) {
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
      state[4] &+= e
      state[5] &+= f
      state[6] &+= g
      state[7] &+= h
    }
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word &>> count) | (word &<< (32 &- count))
  }

  /// The fractional parts of the cube roots of the first 64 primes. FIPS 180-4 section 4.2.2.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
    0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
    0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
    0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
    0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
