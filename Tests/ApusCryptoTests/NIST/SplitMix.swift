import ApusBytes

@testable import ApusCrypto

/// The same values in every run, spread over all bits.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

/// The number of random cases of a test: arithmetic is hundreds of times slower without
/// optimization.
func sampleCount(_ count: Int) -> Int {
  #if DEBUG
    max(1, count / 40)
  #else
    count
  #endif
}

extension Residue {
  /// The residue of a small number.
  init(small: UInt64) {
    var number = Modulus.Limbs(repeating: 0)
    number[limb: 0] = small
    self.init(number)
  }

  /// Residues at the borders of the prime and of its limbs, and random ones.
  static func samples(_ count: Int, seed: UInt64) -> [Self] {
    var samples = [.zero, .one, Self(small: 2), Self(small: .max), -.one, -Self(small: 2)]
    var power = Self.one
    for place in 1..<Modulus.bitCount {
      power = power.doubled()
      if place % 64 == 63, sampleCount(place) > 3 { samples += [power, power - .one, -power] }
    }
    var generator = SplitMix(seed: seed)
    for _ in 0..<count { samples.append(.random(&generator)) }
    return samples
  }

  static func random(_ generator: inout SplitMix) -> Self {
    var bytes = generator.bytes(byteCount)
    bytes[0] = 0
    return Self(bigEndian: bytes.span) * Self(small: generator.next())
  }
}

extension Residue: Equatable {
  static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
}
