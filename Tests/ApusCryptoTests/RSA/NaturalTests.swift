import ApusBytes
import Testing

@testable import ApusCrypto

@Suite struct NaturalTests {
  @Test func `a natural number is read and written in big-endian order`() {
    let bytes = Bytes.mixed(29, 1)
    let number = Natural(bigEndian: bytes.span, limbCount: 4)
    #expect(number.bytes(29) == bytes)
    #expect(number.bytes(40) == [UInt8](repeating: 0, count: 11) + bytes)
    #expect(number.bytes(5) == Array(bytes.suffix(5)))
  }

  @Test func `a number that does not fit into its limbs is rejected`() {
    func fits(_ bytes: [UInt8]) -> Bool {
      switch Natural(reading: bytes.span, limbCount: 2) {
      case .some: true
      case .none: false
      }
    }
    let most = [UInt8](repeating: 0xff, count: 16)
    #expect(fits([]))
    #expect(fits(most))
    #expect(fits([0, 0] + most))
    #expect(!fits([1] + most))
    #expect(!fits([1, 0] + most))
  }

  @Test func `sums, differences and products of numbers equal schoolbook arithmetic`() {
    let modulus = [UInt8](repeating: 0xff, count: 48)
    for index in 0..<10 {
      let (a, b) = ([0] + Bytes.mixed(47, index), [0] + Bytes.mixed(47, 100 + index))
      let (right, left) = a.lexicographicallyPrecedes(b) ? (a, b) : (b, a)
      var sum = Natural(bigEndian: left.span, limbCount: 6)
      let other = Natural(bigEndian: right.span, limbCount: 6)
      #expect(sum.add(other, if: Mask(isZero: 1)) == 0)
      #expect(sum.bytes(48) == left)
      sum.add(other, if: Mask(isZero: 0))
      #expect(sum.bytes(48) == ReferenceArithmetic.sum(left, right, modulo: modulus))
      sum.subtract(other, if: Mask(isZero: 1))
      sum.subtract(other, if: Mask(isZero: 0))
      sum.subtract(other, if: Mask(isZero: 0))
      #expect(sum.bytes(48) == ReferenceArithmetic.difference(left, right))

      let (short, low) = (Array(a.prefix(24)), Array(b.prefix(24)))
      let product = Natural.product(
        Natural(bigEndian: short.span, limbCount: 3), Natural(bigEndian: low.span, limbCount: 3))
      let padding = [UInt8](repeating: 0, count: 24)
      #expect(
        product.bytes(48)
          == ReferenceArithmetic.product(padding + short, padding + low, modulo: modulus))
    }
  }

  @Test func `the carry and the borrow of the highest limb are returned`() {
    let most = [UInt8](repeating: 0xff, count: 16)
    var number = Natural(bigEndian: most.span, limbCount: 2)
    let one = Natural(1, limbCount: 2)
    #expect(number.add(one, if: Mask(isZero: 0)) == 1)
    #expect(number.bytes(16) == [UInt8](repeating: 0, count: 16))
    #expect(number.subtract(one, if: Mask(isZero: 0)) == 1)
    #expect(number.bytes(16) == most)
    #expect(number.shiftLeft(movingIn: 0) == 1)
    #expect(number.bytes(16) == most.dropLast() + [0xfe])
  }

  @Test func `natural numbers are compared by value`() {
    let numbers: [[UInt8]] = [
      [], [1], [0xff], [1, 0, 0, 0, 0, 0, 0, 0, 0], [2] + Bytes.mixed(15, 1),
    ]
    for (left, a) in numbers.enumerated() {
      for (right, b) in numbers.enumerated() {
        let a = Natural(bigEndian: a.span, limbCount: 2)
        let b = Natural(bigEndian: b.span, limbCount: 2)
        #expect(a.isLess(than: b).declassified == (left < right))
        #expect(Natural.areEqual(a, b).declassified == (left == right))
      }
    }
  }

  @Test func `the bit count of a number excludes its leading zeros`() {
    for place in [0, 1, 63, 64, 65, 127] {
      var bytes = [UInt8](repeating: 0, count: 16)
      bytes[15 - place / 8] = 1 << UInt8(place % 8)
      #expect(Natural(bigEndian: bytes.span, limbCount: 2).bitCount == place + 1)
    }
    #expect(Natural(limbCount: 2).bitCount == 0)
  }

  @Test func `dividing divisor times quotient plus remainder returns the remainder`() {
    for index in 0..<6 {
      let divisorBytes = Bytes.mixed(16, index)
      let divisor = Natural(bigEndian: divisorBytes.span, limbCount: 2)
      let quotientBytes = Bytes.mixed(16, 50 + index)
      let quotient = Natural(bigEndian: quotientBytes.span, limbCount: 2)
      let remainderBytes = [UInt8](repeating: 0, count: 8) + Bytes.mixed(8, 80 + index)
      let remainder = Natural(bigEndian: remainderBytes.span, limbCount: 2)
      var number = Natural.product(divisor, quotient)
      number.add(Natural(remainder, limbs: 0..<4), if: Mask(isZero: 0))
      guard remainder.isLess(than: divisor).declassified else { continue }
      #expect(number.remainder(dividedBy: divisor).bytes(16) == remainderBytes)
    }
  }
}

extension Natural {
  func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    write(bigEndian: &span)
    return bytes
  }
}
