internal import CApus

/// The hash function SHA-256. FIPS 180-4 section 6.2.
public struct SHA256: HashFunction {
  public static let byteCount = 32
  public static let blockByteCount = 64

  /// The eight words of the SHA-256 hash value.
  private typealias State = InlineArray<8, UInt32>

  private var state: State = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  private var buffer = BlockBuffer<64>()

  public init() {}

  public mutating func update(_ bytes: Span<UInt8>) {
    buffer.absorb(bytes, into: &state, Self.compress)
  }

  public mutating func finalize(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == Self.byteCount, "a SHA-256 digest has 32 bytes")
    buffer.pad(lengthByteCount: 8, into: &state, Self.compress)
    for index in 0..<8 { digest.storeBigEndian(state[index], at: 4 &* index) }
    Wipe.value(&self)
    self = SHA256()
  }

  /// The SHA-256 implementation with the fastest instructions of the processor.
  private static let tier = apus_sha256_best_tier()

  /// Processes complete message blocks. FIPS 180-4 section 6.2.2.
  private static func compress(_ state: inout State, _ blocks: Span<UInt8>) {
    var state = state.mutableSpan
    // SAFETY: the C function reads the complete blocks of the span and writes the eight words,
    // within this call.
    unsafe state.withUnsafeMutableBufferPointer { state in
      unsafe blocks.withUnsafeBufferPointer { blocks in
        unsafe apus_sha256_blocks(
          state.baseAddress, blocks.baseAddress, blocks.count / blockByteCount, tier)
      }
    }
  }
}
