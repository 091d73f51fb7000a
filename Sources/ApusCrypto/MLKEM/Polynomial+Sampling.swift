internal import ApusBytes

extension Polynomial {
  /// The transform of a uniform polynomial, from the matrix's public seed and the place in it.
  ///
  /// Takes a time that depends on the seed, which is public: candidates of twelve bits are taken
  /// until 256 are below q. FIPS 203 section 4.2.2, algorithm 7.
  init(variableTimeSeed seed: Span<UInt8>, column: UInt8, row: UInt8) {
    self.init()
    var sponge = KeccakSponge<168>()
    sponge.absorb(seed)
    sponge.absorb([column, row].span)
    var output = sponge.output(suffix: 0x1f)
    var block = InlineArray<168, UInt8>(repeating: 0)
    var count = 0
    while count < Self.coefficientCount {
      var span = block.mutableSpan
      output.read(into: &span)
      let bytes = block.span
      var at = 0
      while at < bytes.count, count < Self.coefficientCount {
        let (a, b, c) = (bytes[at], bytes[at &+ 1], bytes[at &+ 2])
        let (low, high) = (Int16(a) | Int16(b & 15) &<< 8, Int16(b &>> 4) | Int16(c) &<< 4)
        if low < Self.modulus {
          self[coefficient: count] = low
          count &+= 1
        }
        if high < Self.modulus, count < Self.coefficientCount {
          self[coefficient: count] = high
          count &+= 1
        }
        at &+= 3
      }
    }
  }

  /// A polynomial with small coefficients, from -2 to 2, from a secret seed and a counter.
  ///
  /// Each coefficient is the sum of two bits less that of two others, of 128 bytes of output.
  /// FIPS 203 section 4.2.2, algorithm 8.
  init(noiseSeed seed: Span<UInt8>, counter: UInt8) {
    self.init()
    var hash = SHAKE256()
    hash.update(seed)
    hash.update([counter].span)
    let noise = SecretBytes(count: 128) { hash.finalize(into: &$0) }
    noise.withBytes { noise in
      for index in 0..<Self.laneCount / 2 {
        let bits = noise.littleEndian64(at: 8 &* index)
        self[2 &* index] = Lanes(noiseBits: UInt32(truncatingIfNeeded: bits))
        self[2 &* index &+ 1] = Lanes(noiseBits: UInt32(truncatingIfNeeded: bits &>> 32))
      }
    }
  }
}

extension Polynomial.Lanes {
  /// Eight coefficients from four bits each.
  fileprivate init(noiseBits bits: UInt32) {
    // The sum of every two neighbouring bits; then each nibble holds the two sums of a coefficient.
    let sums = bits & 0x5555_5555 &+ bits &>> 1 & 0x5555_5555
    self.init()
    for lane in 0..<8 {
      let nibble = Int16(truncatingIfNeeded: sums &>> UInt32(4 &* lane) & 15)
      self[lane] = nibble & 3 &- nibble &>> 2
    }
  }
}
