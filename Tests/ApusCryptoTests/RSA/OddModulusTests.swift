import ApusBytes
import Testing

@testable import ApusCrypto

@Suite struct OddModulusTests {
  /// Odd numbers of several lengths, in a count of bytes that fills their limbs.
  private func moduli() -> [[UInt8]] {
    let lengths = [32, 64, 96] + (sampleCount(40) > 1 ? [128, 160] : [])
    var moduli = [[UInt8](repeating: 0xff, count: 32), [UInt8](repeating: 0, count: 31) + [3]]
    for length in lengths {
      var random = Bytes.mixed(length, length)
      random[length - 1] |= 1
      moduli.append(random)
      // A length that does not fill the limbs.
      moduli.append([0, 0, 0, 1] + random.dropFirst(4))
    }
    return moduli
  }

  private func make(_ bytes: [UInt8]) -> OddModulus? {
    OddModulus(Natural(bigEndian: bytes.span, limbCount: bytes.count / 8))
  }

  private func number(_ bytes: [UInt8], _ modulus: OddModulus) -> Natural {
    Natural(bigEndian: bytes.span, limbCount: modulus.limbCount)
  }

  @Test func `a modulus that is even, 0 or 1 is rejected`() {
    #expect(make([UInt8](repeating: 0, count: 32)) == nil)
    #expect(make([UInt8](repeating: 0, count: 31) + [1]) == nil)
    #expect(make([UInt8](repeating: 0xff, count: 31) + [0xfe]) == nil)
    #expect(make([UInt8](repeating: 0, count: 31) + [3]) != nil)
  }

  @Test func `the number of limbs of a modulus is a multiple of four`() {
    let counts = [2: 4, 256: 4, 257: 8, 2048: 32, 2049: 36, 8192: 128]
    for (bits, limbs) in counts { #expect(OddModulus.limbCount(forBitCount: bits) == limbs) }
  }

  @Test func `Montgomery products equal schoolbook arithmetic`() throws {
    for bytes in moduli() {
      let modulus = try #require(make(bytes))
      for index in 0..<sampleCount(10) {
        // One factor may be as large as the limbs are.
        let x =
          index == 0
          ? [UInt8](repeating: 0xff, count: bytes.count) : Bytes.mixed(bytes.count, index)
        let y = ReferenceArithmetic.difference(
          bytes, [UInt8](repeating: 0, count: bytes.count - 1) + [1])
        let form = modulus.form(of: number(x, modulus))
        #expect(form.isLess(than: modulus.value).declassified)
        var product = form.copy()
        modulus.multiply(&product, by: number(y, modulus))
        modulus.reduce(&product)
        #expect(product.bytes(bytes.count) == ReferenceArithmetic.product(x, y, modulo: bytes))
      }
    }
  }

  @Test func `a number converted from its Montgomery form is below the modulus`() throws {
    for bytes in moduli() {
      let modulus = try #require(make(bytes))
      let one = [UInt8](repeating: 0, count: bytes.count - 1) + [1]
      let most = [UInt8](repeating: 0xff, count: bytes.count)
      for number in [one, bytes, most, Bytes.mixed(bytes.count, 1)] {
        let form = modulus.form(of: self.number(number, modulus))
        #expect(
          modulus.number(of: form).bytes(bytes.count)
            == ReferenceArithmetic.product(number, one, modulo: bytes))
      }
    }
  }

  @Test func `modular sums and differences equal schoolbook arithmetic`() throws {
    for bytes in moduli() {
      let modulus = try #require(make(bytes))
      let one = [UInt8](repeating: 0, count: bytes.count - 1) + [1]
      let last = ReferenceArithmetic.difference(bytes, one)
      for (x, y) in [(one, last), (last, last), (last, one), (one, one)] {
        var sum = number(x, modulus)
        modulus.add(number(y, modulus), to: &sum)
        #expect(sum.bytes(bytes.count) == ReferenceArithmetic.sum(x, y, modulo: bytes))
        modulus.subtract(number(y, modulus), from: &sum)
        #expect(sum.bytes(bytes.count) == x)
        modulus.subtract(number(x, modulus), from: &sum)
        modulus.subtract(number(y, modulus), from: &sum)
        modulus.add(number(y, modulus), to: &sum)
        #expect(sum.bytes(bytes.count).allSatisfy { $0 == 0 })
      }
    }
  }

  @Test(arguments: [3, 5, 17, 65537, 65539, (1 << 33) - 1] as [UInt64])
  func `a power with a public exponent equals repeated multiplication`(exponent: UInt64) throws {
    for bytes in moduli().prefix(2 + sampleCount(40)) {
      let modulus = try #require(make(bytes))
      let mixed = Bytes.mixed(bytes.count, 3)
      let base = modulus.number(of: modulus.form(of: number(mixed, modulus))).bytes(bytes.count)
      #expect(
        modulus.powerVariableTime(number(base, modulus), exponent).bytes(bytes.count)
          == referencePower(base, exponent, bytes))
    }
  }

  @Test func `a product of two secret powers equals repeated multiplication`() throws {
    for bytes in moduli().prefix(2 + sampleCount(40)) {
      let modulus = try #require(make(bytes))
      let (x, y) = (Bytes.mixed(bytes.count, 4), Bytes.mixed(bytes.count, 5))
      for (a, b) in [(0, 0), (1, 0), (0, 1), (.max, 31), (32, .max - 1)] as [(UInt64, UInt64)] {
        let form = modulus.product(
          modulus.form(of: number(x, modulus)), power: Natural(a, limbCount: 2),
          modulus.form(of: number(y, modulus)), power: Natural(b, limbCount: 2))
        let product = modulus.number(of: form)
        let expected = ReferenceArithmetic.product(
          referencePower(x, a, bytes), referencePower(y, b, bytes), modulo: bytes)
        #expect(product.bytes(bytes.count) == expected, "\(a) \(b)")
      }
    }
  }

  private func referencePower(
    _ base: [UInt8], _ exponent: UInt64, _ modulus: [UInt8]
  ) -> [UInt8] {
    let one = [UInt8](repeating: 0, count: modulus.count - 1) + [1]
    var power = ReferenceArithmetic.product(one, one, modulo: modulus)
    let base = ReferenceArithmetic.product(base, one, modulo: modulus)
    for place in (0..<64).reversed() where exponent >> UInt64(place) > 0 {
      power = ReferenceArithmetic.product(power, power, modulo: modulus)
      if exponent >> UInt64(place) & 1 == 1 {
        power = ReferenceArithmetic.product(power, base, modulo: modulus)
      }
    }
    return power
  }
}
