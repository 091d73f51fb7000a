/// A Keccak sponge, which absorbs the bytes of a message and produces output of any length.
///
/// The rate is the number of state bytes that a message or an output uses between two permutations.
/// FIPS 202 section 4.
struct KeccakSponge<let rateByteCount: Int>: Sendable {
  private var state = Keccak()
  private var offset = 0

  /// Adds the next part of the message to the Keccak sponge.
  mutating func absorb(_ bytes: Span<UInt8>) {
    var taken = 0
    while taken < bytes.count {
      let count = min(rateByteCount &- offset, bytes.count &- taken)
      state.combine(bytes.extracting(taken..<taken &+ count), at: offset)
      taken &+= count
      offset &+= count
      if offset == rateByteCount {
        state.permute()
        offset = 0
      }
    }
  }

  /// Ends the message with the suffix of the hash function and the padding pad10*1, and returns the
  /// output.
  ///
  /// FIPS 202 section 5.1.
  func output(suffix: UInt8) -> KeccakOutput<rateByteCount> {
    var padded = state
    padded.combine(suffix, at: offset)
    padded.combine(0x80, at: rateByteCount &- 1)
    return KeccakOutput(state: padded)
  }

  /// Ends the message, fills a span with output, and resets the state of the Keccak sponge.
  mutating func finalize(suffix: UInt8, into bytes: inout MutableSpan<UInt8>) {
    var output = output(suffix: suffix)
    output.read(into: &bytes)
    Wipe.value(&output)
    Wipe.value(&self)
  }
}

/// The output of a Keccak sponge after the end of its message.
struct KeccakOutput<let rateByteCount: Int>: Sendable {
  private var state: Keccak
  private var offset = rateByteCount

  fileprivate init(state: Keccak) { self.state = state }

  /// Calls a closure with the lanes of the next complete output block, and skips the rest of the
  /// previous block.
  @inline(__always)
  mutating func withNextBlock<Result>(_ body: (Span<UInt64>) -> Result) -> Result {
    state.permute()
    offset = rateByteCount
    return state.withLanes { body($0.extracting(0..<rateByteCount / 8)) }
  }

  /// Fills a span with the next bytes of the Keccak output.
  mutating func read(into bytes: inout MutableSpan<UInt8>) {
    var given = 0
    while given < bytes.count {
      if offset == rateByteCount {
        state.permute()
        offset = 0
      }
      let count = min(rateByteCount &- offset, bytes.count &- given)
      state.write(from: offset, count: count, to: &bytes, at: given)
      given &+= count
      offset &+= count
    }
  }
}
