import ApusBytes
import Testing

@testable import ApusCrypto

@Suite struct SignedDigitTests {
  private func digit(_ scalar: [UInt8], _ place: Int) -> Int {
    let digit = SignedDigit(of: scalar.span, at: place)
    return digit.isNegative.declassified ? -Int(digit.size) : Int(digit.size)
  }

  @Test func `the signed digits of every two-byte scalar add up to the scalar`() {
    for scalar in UInt16.min...UInt16.max {
      let bytes = [UInt8(scalar >> 8), UInt8(scalar & 0xff)]
      let digits = (0..<SignedDigit.count(forBitCount: 16)).map { digit(bytes, $0) }
      let total = digits.reversed().reduce(0) { 32 * $0 + $1 }
      guard total == Int(scalar), digits.allSatisfy({ abs($0) <= 16 }), digits[3] >= 0 else {
        Issue.record("scalar \(scalar) has digits \(digits)")
        return
      }
    }
  }

  @Test func `the top signed digit of a scalar is not negative on any curve`() {
    for (bits, count) in [(256, 52), (384, 77), (521, 105)] {
      #expect(SignedDigit.count(forBitCount: bits) == count)
      var scalar = [UInt8](repeating: 0xff, count: (bits + 7) / 8)
      if bits == 521 { scalar[0] = 1 }
      #expect(digit(scalar, count - 1) >= 0)
    }
  }
}
