import ApusBytes
import Testing

@testable import ApusCrypto

/// The six moduli, each with its prime as in SP 800-186.
@Suite struct ResidueTests {
  private func forEachModulus(
    _ check: (any PrimeModulus.Type, _ prime: String) throws -> Void
  ) throws {
    try check(
      P256Prime.self, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    try check(
      P256.Order.self, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    try check(
      P384.FieldPrime.self,
      "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe"
        + "ffffffff0000000000000000ffffffff")
    try check(
      P384.Order.self,
      "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf"
        + "581a0db248b0a77aecec196accc52973")
    try check(P521Prime.self, "01ff" + String(repeating: "f", count: 128))
    try check(
      P521.Order.self,
      "01ff" + String(repeating: "f", count: 62) + "fa"
        + "51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409")
  }

  private func prime<M: PrimeModulus>(of modulus: M.Type) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Residue<M>.byteCount)
    var span = bytes.mutableSpan
    M.prime.write(bigEndian: &span)
    return bytes
  }

  @Test func `the prime of each NIST curve equals the prime of the standard`() throws {
    try forEachModulus { modulus, prime in
      #expect(self.prime(of: modulus) == (try Hex.decode(prime)))
      let bits = modulus.bitCount
      let top = try Hex.decode(prime)[0]
      #expect(bits == 8 * prime.utf8.count / 2 - top.leadingZeroBitCount)
    }
  }

  @Test func `the Montgomery constants of each modulus match its prime`() throws {
    func check<M: PrimeModulus>(_ modulus: M.Type) {
      var power = Residue<M>.one
      let radixBitCount = M.self == P521Prime.self ? 0 : 64 * M.Limbs.limbCount
      for _ in 0..<2 * radixBitCount { power = power.doubled() }
      for index in 0..<M.Limbs.limbCount {
        #expect(power.number[limb: index] == M.radixSquared[limb: index], "\(modulus)")
      }
      if let montgomery = modulus as? any MontgomeryModulus.Type {
        #expect(montgomery.negatedInverse &* M.prime[limb: 0] == .max)
      }
      #expect(M.prime[limb: 0] >= 2)
    }
    try forEachModulus { modulus, _ in check(modulus) }
  }

  @Test func `residues modulo a prime obey the laws of a field`() throws {
    func check<M: PrimeModulus>(_ modulus: M.Type) {
      let samples = Residue<M>.samples(sampleCount(40), seed: 1)
      for (index, a) in samples.enumerated() {
        let b = samples[(index * 7 + 3) % samples.count]
        let c = samples[(index * 5 + 1) % samples.count]
        #expect(a + b == b + a)
        #expect((a + b) + c == a + (b + c))
        #expect(a + .zero == a)
        #expect(a - b == a + -b)
        #expect((a - a).isZero.declassified)
        #expect(a * b == b * a)
        #expect((a * b) * c == a * (b * c))
        #expect(a * (b + c) == a * b + a * c)
        #expect(a * .one == a)
        #expect(a.squared() == a * a)
        #expect(a.doubled() == a + a)
      }
    }
    try forEachModulus { modulus, _ in check(modulus) }
  }

  @Test func `sums and products of residues equal schoolbook arithmetic`() throws {
    func check<M: PrimeModulus>(_ modulus: M.Type) {
      let prime = self.prime(of: modulus)
      let samples = Residue<M>.samples(sampleCount(20), seed: 2)
      for (index, a) in samples.enumerated() {
        let b = samples[(index * 11 + 5) % samples.count]
        #expect((a + b).bytes == ReferenceArithmetic.sum(a.bytes, b.bytes, modulo: prime))
        #expect((a * b).bytes == ReferenceArithmetic.product(a.bytes, b.bytes, modulo: prime))
        #expect(
          a.squared().bytes == ReferenceArithmetic.product(a.bytes, a.bytes, modulo: prime))
      }
    }
    try forEachModulus { modulus, _ in check(modulus) }
  }

  @Test func `a residue other than zero times its inverse is one`() throws {
    func check<M: PrimeModulus>(_ modulus: M.Type) {
      for a in Residue<M>.samples(sampleCount(20), seed: 3) {
        #expect(a * a.inverted() == (a == .zero ? .zero : .one))
      }
    }
    try forEachModulus { modulus, _ in check(modulus) }
  }

  @Test func `a number at or above the prime is reduced`() throws {
    func check<M: PrimeModulus>(_ modulus: M.Type) {
      let prime = self.prime(of: modulus)
      #expect(Residue<M>(bigEndian: prime.span) == .zero)
      let most = [UInt8](repeating: 0xff, count: prime.count)
      #expect(Residue<M>(bigEndian: most.span) + .one == Residue<M>.byteRadix)
    }
    try forEachModulus { modulus, _ in check(modulus) }
  }

  @Test func `a residue has a square root if and only if it is a square`() throws {
    func check<M: PrimeModulus>(_ modulus: M.Type) {
      for a in Residue<M>.samples(sampleCount(20), seed: 4) {
        let root = a.squared().squareRoot()
        #expect(root == a || root == -a)
        // The primes are 3 modulo 4, so that −1 is not a square and neither is −a² unless it is 0.
        if a != .zero { #expect((-a.squared()).squareRoot() == nil) }
      }
    }
    check(P256Prime.self)
    check(P384.FieldPrime.self)
    check(P521Prime.self)
  }

  @Test func `a residue selection returns the first value for a set mask, else the second`() throws
  {
    func check<M: PrimeModulus>(_ modulus: M.Type) {
      let (a, b) = (Residue<M>(small: 7), -Residue<M>.one)
      #expect(Residue.select(Mask(isZero: 0), a, b) == a)
      #expect(Residue.select(Mask(isZero: 1), a, b) == b)
      #expect(Residue.areEqual(a, a).declassified)
      #expect(!Residue.areEqual(a, b).declassified)
    }
    try forEachModulus { modulus, _ in check(modulus) }
  }
}

extension Residue {
  /// 256 to the power of the byte count, by doubling.
  fileprivate static var byteRadix: Self {
    var power = Self.one
    for _ in 0..<8 * byteCount { power = power.doubled() }
    return power
  }
}
