internal import ApusBytes

extension Polynomial {
  /// Creates the transform of a uniform polynomial from the public matrix seed and a position in
  /// the matrix.
  ///
  /// The running time depends on the seed, which is public. The initializer samples candidates of
  /// twelve bits until 256 candidates are below q. FIPS 203 section 4.2.2, algorithm 7.
  init(variableTimeSeed seed: Span<UInt8>, column: UInt8, row: UInt8) {
    self.init()
    var sponge = KeccakSponge<168>()
    sponge.absorb(seed)
    sponge.absorb(CollectionOfOne(column).span)
    sponge.absorb(CollectionOfOne(row).span)
    var output = sponge.output(suffix: 0x1f)
    var count = 0
    while count < Self.coefficientCount {
      count = output.withNextBlock { take(from: $0, after: count) }
    }
  }

  /// Reads candidates from a block of 21 lanes until there are enough coefficients, and returns the
  /// number of coefficients.
  ///
  /// The number can exceed the target by fifteen, because three lanes contain sixteen candidates.
  /// The method writes each candidate, and overwrites a rejected candidate with the next candidate.
  /// The loop therefore avoids a branch that processors would mispredict for every fifth candidate.
  private mutating func take(from block: Span<UInt64>, after known: Int) -> Int {
    var count = known
    var lane = 0
    while lane < block.count, count < Self.coefficientCount {
      let (a, b, c) = (block[lane], block[lane &+ 1], block[lane &+ 2])
      lane &+= 3
      for place in 0..<5 { propose(a &>> UInt64(12 &* place), at: &count) }
      propose(a &>> 60 | b &<< 4, at: &count)
      for place in 0..<4 { propose(b &>> UInt64(8 &+ 12 &* place), at: &count) }
      propose(b &>> 56 | c &<< 8, at: &count)
      for place in 0..<5 { propose(c &>> UInt64(4 &+ 12 &* place), at: &count) }
    }
    return count
  }

  /// Writes the low twelve bits of a word as a candidate, and counts the candidate if it is less
  /// than q.
  @inline(__always)
  private mutating func propose(_ word: UInt64, at count: inout Int) {
    let candidate = Int(truncatingIfNeeded: word & 0xfff)
    setCandidate(Int16(truncatingIfNeeded: candidate), at: count)
    // The difference is negative for a candidate below q, and its sign bit is one.
    count &-= (candidate &- Int(Self.modulus)) &>> 63
  }

  /// Creates a polynomial with small coefficients, from -2 to 2, from a secret seed and a counter.
  ///
  /// Each coefficient is the sum of two bits less the sum of two further bits, from 128 bytes of
  /// output. FIPS 203 section 4.2.2, algorithm 8.
  init(noiseSeed seed: Span<UInt8>, counter: UInt8) {
    self.init()
    var sponge = KeccakSponge<136>()
    sponge.absorb(seed)
    sponge.absorb(CollectionOfOne(counter).span)
    var output = sponge.output(suffix: 0x1f)
    output.withNextBlock { block in
      for index in 0..<8 { setNoise(block[2 &* index], block[2 &* index &+ 1], at: 4 &* index) }
    }
    Wipe.value(&output)
    Wipe.value(&sponge)
  }

  /// Creates 32 noise coefficients from four bits each, and stores them in the lanes from an index.
  @inline(__always)
  private mutating func setNoise(_ low: UInt64, _ high: UInt64, at index: Int) {
    let lanes = Lanes(noisePlaces: low, high)
    let firstTwo = LanePair(lanes.noise(at: 0), lanes.noise(at: 1)).fromOnes
    let lastTwo = LanePair(lanes.noise(at: 2), lanes.noise(at: 3)).fromOnes
    let low = LanePair(firstTwo.a, lastTwo.a).fromTwos
    let high = LanePair(firstTwo.b, lastTwo.b).fromTwos
    self[index] = low.a
    self[index &+ 1] = low.b
    self[index &+ 2] = high.a
    self[index &+ 3] = high.b
  }
}

extension Polynomial.Lanes {
  /// Creates four noise coefficients in each lane, from four bits each, with an offset of four.
  @inline(__always)
  fileprivate init(noisePlaces low: UInt64, _ high: UInt64) {
    let (a, b) = (Self.places(low), Self.places(high))
    self.init(
      Int16(truncatingIfNeeded: a), Int16(truncatingIfNeeded: a &>> 16),
      Int16(truncatingIfNeeded: a &>> 32), Int16(truncatingIfNeeded: a &>> 48),
      Int16(truncatingIfNeeded: b), Int16(truncatingIfNeeded: b &>> 16),
      Int16(truncatingIfNeeded: b &>> 32), Int16(truncatingIfNeeded: b &>> 48))
  }

  /// Returns four plus the sum of the low two bits less the sum of the high two bits, for each
  /// group of four bits.
  ///
  /// Each result is from two to six, so no carry occurs.
  @inline(__always)
  private static func places(_ bits: UInt64) -> UInt64 {
    let sums = bits & 0x5555_5555_5555_5555 &+ bits &>> 1 & 0x5555_5555_5555_5555
    let low = sums & 0x3333_3333_3333_3333
    let high = sums &>> 2 & 0x3333_3333_3333_3333
    return 0x4444_4444_4444_4444 &+ low &- high
  }

  /// Returns the noise coefficients at one of the four positions of the lanes.
  @inline(__always)
  fileprivate func noise(at place: Int16) -> Self {
    let bits: Self = self &>> Self(repeating: 4 &* place)
    return (bits & Self(repeating: 15)) &- Self(repeating: 4)
  }
}
