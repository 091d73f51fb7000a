/// The hash function SHA-1, which is broken.
///
/// SHA-1 is only for key identifiers and for existing files whose keys were derived with SHA-1, and
/// never for signatures. FIPS 180-4 section 6.1.
public struct InsecureSHA1: HashFunction {
  public static let byteCount = 20
  public static let blockByteCount = 64

  private typealias State = InlineArray<5, UInt32>

  private var state: State = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
  private var buffer = BlockBuffer<64>()

  public init() {}

  public mutating func update(_ bytes: Span<UInt8>) {
    buffer.absorb(bytes, into: &state, Self.compress)
  }

  public mutating func finalize(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == Self.byteCount, "a SHA-1 digest has 20 bytes")
    buffer.pad(lengthByteCount: 8, into: &state, Self.compress)
    for index in 0..<5 { digest.storeBigEndian(state[index], at: 4 &* index) }
    Wipe.value(&self)
    self = InsecureSHA1()
  }

  /// Processes complete message blocks. FIPS 180-4 section 6.1.2.
  private static func compress(_ state: inout State, _ blocks: Span<UInt8>) {
    var start = 0
    while start < blocks.count {
      var words = InlineArray<80, UInt32>(repeating: 0)
      for t in 0..<16 { words[t] = blocks.bigEndian32(at: start &+ 4 &* t) }
      for t in 16..<80 {
        words[t] = rotate(words[t &- 3] ^ words[t &- 8] ^ words[t &- 14] ^ words[t &- 16], 1)
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for t in 0..<80 {
        let mixed =
          switch t {
          case ..<20: (d ^ (b & (c ^ d))) &+ 0x5a82_7999
          case ..<40: (b ^ c ^ d) &+ 0x6ed9_eba1
          case ..<60: ((b & c) | (d & (b | c))) &+ 0x8f1b_bcdc
          default: (b ^ c ^ d) &+ 0xca62_c1d6
          }
        let next = rotate(a, 5) &+ mixed &+ e &+ words[t]
        (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
      }
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
      state[4] &+= e
      start &+= 64
    }
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word &<< count) | (word &>> (32 &- count))
  }
}
