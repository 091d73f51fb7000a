/// The Keccak permutation of SHA-3, with twenty-five lanes of 64 bits and twenty-four rounds.
///
/// FIPS 202 section 3.2.
struct Keccak: Sendable {
  /// The lanes of the Keccak state. Lane (x, y) of the five-by-five state is at index x + 5y.
  private var lanes = InlineArray<25, UInt64>(repeating: 0)

  /// Adds bytes to the Keccak state by XOR, starting at an offset.
  ///
  /// The bytes must end within the first 200 bytes of the state.
  mutating func combine(_ bytes: Span<UInt8>, at offset: Int) {
    var done = 0
    while done < bytes.count, (offset &+ done) % 8 > 0 {
      combine(bytes[done], at: offset &+ done)
      done &+= 1
    }
    var lane = (offset &+ done) / 8
    while bytes.count &- done >= 8 {
      lanes[lane] ^= bytes.littleEndian64(at: done)
      lane &+= 1
      done &+= 8
    }
    while done < bytes.count {
      combine(bytes[done], at: offset &+ done)
      done &+= 1
    }
  }

  /// Adds one byte to the Keccak state by XOR.
  mutating func combine(_ byte: UInt8, at offset: Int) {
    lanes[offset / 8] ^= UInt64(byte) &<< UInt64(8 &* (offset % 8))
  }

  /// Writes `count` bytes of the Keccak state, from an offset.
  func write(from offset: Int, count: Int, to bytes: inout MutableSpan<UInt8>, at start: Int) {
    // The method reads the lanes through a span, because a subscript of an immutable inline array
    // copies the whole array.
    let lanes = lanes.span
    var done = 0
    while done < count, (offset &+ done) % 8 > 0 {
      bytes[start &+ done] = Self.byte(of: lanes, at: offset &+ done)
      done &+= 1
    }
    var lane = (offset &+ done) / 8
    while count &- done >= 8 {
      bytes.storeLittleEndian(lanes[lane], at: start &+ done)
      lane &+= 1
      done &+= 8
    }
    while done < count {
      bytes[start &+ done] = Self.byte(of: lanes, at: offset &+ done)
      done &+= 1
    }
  }

  /// Calls a closure with the lanes of the Keccak state.
  @inline(__always)
  func withLanes<Result>(_ body: (Span<UInt64>) -> Result) -> Result { body(lanes.span) }

  /// Returns the byte of the Keccak state at an index.
  @inline(__always)
  private static func byte(of lanes: Span<UInt64>, at offset: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: lanes[offset / 8] &>> UInt64(8 &* (offset % 8)))
  }

  /// Applies the permutation Keccak-p[1600, 24] once. FIPS 202 section 3.3.
  mutating func permute() {
    var a = lanes
    var b = InlineArray<25, UInt64>(repeating: 0)
    var parity = InlineArray<5, UInt64>(repeating: 0)
    for round in 0..<24 {
      for x in 0..<5 { parity[x] = a[x] ^ a[x &+ 5] ^ a[x &+ 10] ^ a[x &+ 15] ^ a[x &+ 20] }
      // The step θ adds the parities of two columns to every lane, ρ rotates the lane, and π moves
      // the lane.
      for x in 0..<5 {
        let theta = parity[(x &+ 4) % 5] ^ Self.rotate(parity[(x &+ 1) % 5], 1)
        for y in 0..<5 {
          let at = x &+ 5 &* y
          b[y &+ 5 &* ((2 &* x &+ 3 &* y) % 5)] = Self.rotate(a[at] ^ theta, Self.offsets[at])
        }
      }
      // The step χ is the only nonlinear step. The step ι adds a different constant in each round.
      for y in 0..<5 {
        for x in 0..<5 {
          a[x &+ 5 &* y] =
            b[x &+ 5 &* y] ^ (~b[(x &+ 1) % 5 &+ 5 &* y] & b[(x &+ 2) % 5 &+ 5 &* y])
        }
      }
      a[0] ^= Self.roundConstants[round]
    }
    lanes = a
  }

  @inline(__always)
  private static func rotate(_ lane: UInt64, _ count: UInt64) -> UInt64 {
    (lane &<< count) | (lane &>> (64 &- count))
  }

  /// The number of bits that the step ρ rotates each lane. FIPS 202 section 3.2.2.
  private static let offsets: InlineArray<25, UInt64> = [
    0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
  ]

  /// The constants that the step ι adds in each round. FIPS 202 section 3.2.5.
  private static let roundConstants: InlineArray<24, UInt64> = [
    0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a,
    0x8000_0000_8000_8000, 0x0000_0000_0000_808b, 0x0000_0000_8000_0001,
    0x8000_0000_8000_8081, 0x8000_0000_0000_8009, 0x0000_0000_0000_008a,
    0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
    0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089,
    0x8000_0000_0000_8003, 0x8000_0000_0000_8002, 0x8000_0000_0000_0080,
    0x0000_0000_0000_800a, 0x8000_0000_8000_000a, 0x8000_0000_8000_8081,
    0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
  ]
}
