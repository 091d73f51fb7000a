import ApusBytes
import Testing

@testable import ApusCrypto

@Suite struct LimbArrayTests {
  typealias Three = InlineArray<3, UInt64>

  /// Three limbs, the lowest first. The optimizer miscompiles a list of such literals.
  private func three(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> Three { [a, b, c] }

  private func limbs(_ number: Three) -> [UInt64] { (0..<3).map { number[$0] } }

  @Test func `a multi-limb number is read and written in big-endian order`() {
    let bytes: [UInt8] = Array(1...17)
    let number = Three(bigEndian: bytes.span)
    #expect(limbs(number) == [0x0a0b_0c0d_0e0f_1011, 0x0203_0405_0607_0809, 1])
    var written = [UInt8](repeating: 0xff, count: 24)
    var span = written.mutableSpan
    number.write(bigEndian: &span)
    #expect(written == [UInt8](repeating: 0, count: 7) + bytes)
  }

  @Test func `the highest different limb decides which of two numbers is smaller`() {
    let numbers = [
      three(0, 0, 0), three(1, 0, 0), three(.max, 0, 0), three(0, 1, 0), three(5, 0, .max),
    ]
    for (left, a) in numbers.enumerated() {
      for (right, b) in numbers.enumerated() {
        #expect(a.isLess(than: b).declassified == (left < right))
      }
    }
  }

  @Test func `bits above the highest limb of a number are zero`() {
    let number: Three = [1, 0, 1 << 63]
    #expect((0..<400).filter { number.bit($0) == 1 } == [0, 191])
  }

  @Test(arguments: 3...8) func `the sum of the sparse digits of a number is the number`(width: Int)
  {
    var generator = SplitMix(seed: UInt64(width))
    var numbers = [
      three(0, 0, 0), three(1, 0, 0), three(.max, .max, .max), three(0, 0, 1 << 63),
    ]
    for _ in 0..<20 { numbers.append(three(generator.next(), generator.next(), generator.next())) }
    for number in numbers {
      let digits = number.sparseDigitsVariableTime(width: width, bitCount: 192)
      #expect(digits.count == 193)
      // The carry out of the fourth limb is the one that cancels a negative total above it.
      var total: [Int] = Array(repeating: 0, count: 194)
      for (place, digit) in digits.enumerated() where digit != 0 {
        #expect(digit & 1 == 1 && abs(Int(digit)) < 1 << (width - 1))
        #expect(digits[(place + 1)..<min(place + width, 193)].allSatisfy { $0 == 0 })
        total[place] += Int(digit)
      }
      for place in 0..<193 {
        let bit = total[place] & 1
        total[place + 1] += (total[place] - bit) / 2
        #expect(UInt64(bit) == number.bit(place))
      }
      #expect(total[193] == 0)
    }
  }
}
