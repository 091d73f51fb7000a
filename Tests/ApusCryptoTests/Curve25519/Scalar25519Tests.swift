import ApusBytes
import Testing

@testable import ApusCrypto

/// Arithmetic modulo the group's order, and the digits for multiplication.
@Suite struct Scalar25519Tests {
  private static let order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"

  @Test(arguments: [
    ("ecd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", true),
    ("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", false),
    ("eed3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", false),
    ("0000000000000000000000000000000000000000000000000000000000000000", true),
    ("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", false),
  ])
  func `a scalar is reduced if and only if it is below the order`(bytes: String, isReduced: Bool) {
    #expect(Scalar25519(Bytes.hex(bytes).span).isReduced.declassified == isReduced)
  }

  @Test(arguments: [
    (
      String(repeating: "ff", count: 64),
      "000f9c44e31106a447938568a71b0ed065bef517d273ecce3d9a307c1b419903"
    ),
    (
      Hex.encode([UInt8](0..<64)),
      "7a3c6282f02d37a05023b60d5428e6cc5961d4c31221937adae0b574e4d07205"
    ),
    (order + String(repeating: "00", count: 32), String(repeating: "00", count: 32)),
    (String(repeating: "00", count: 32) + order, String(repeating: "00", count: 32)),
  ])
  func `a scalar of 64 bytes is reduced modulo the order`(wide: String, reduced: String) {
    #expect(Hex.encode(bytes(Scalar25519(reducing: Bytes.hex(wide).span))) == reduced)
  }

  @Test func `products and sums of scalars obey the laws of arithmetic`() {
    let values = (0..<6).map { Scalar25519(reducing: Bytes.mixed(64, $0).span) }
    let zero = Scalar25519(words: [0, 0, 0, 0])
    for a in values {
      for b in values {
        #expect(equal(.product(a, b, plus: zero), .product(b, a, plus: zero)))
        for c in values {
          let left = Scalar25519.product(.product(a, b, plus: zero), c, plus: zero)
          let right = Scalar25519.product(a, .product(b, c, plus: zero), plus: zero)
          #expect(equal(left, right))
          // a(b + c) = ac + ab, where b + c = 1·b + c.
          let one = Scalar25519(words: [1, 0, 0, 0])
          let sum = Scalar25519.product(one, b, plus: c)
          let parts = Scalar25519.product(a, b, plus: .product(a, c, plus: zero))
          #expect(equal(.product(a, sum, plus: zero), parts))
        }
      }
    }
  }

  @Test func `scalar products are right even if the factors are above the group order`() {
    let zero = Scalar25519(words: [0, 0, 0, 0])
    let most = Scalar25519(words: [.max, .max, .max, .max])
    let reduced = Scalar25519(
      reducing: ([UInt8](repeating: 255, count: 32) + [UInt8](repeating: 0, count: 32)).span)
    #expect(equal(.product(most, most, plus: zero), .product(reduced, reduced, plus: zero)))
  }

  @Test func `the sum of the 64 signed digits of a scalar is the scalar`() {
    for scalar in scalars + [Scalar25519(words: [.max, .max, .max, .max >> 1])] {
      let digits = Scalar25519.SignedDigits(scalar)
      let values = (0..<64).map { Int64(bitPattern: digits[$0]) }
      #expect(values.dropLast().allSatisfy { (-8...7).contains($0) })
      #expect((0...8).contains(values[63]))
      #expect(sum(values.map { Int($0) }, bitsPerDigit: 4) == words(scalar))
    }
  }

  @Test(arguments: [5, 8])
  func `the sparse digits of a scalar are odd, far apart and add up to the scalar`(width: Int) {
    for scalar in scalars {
      let digits = scalar.variableTimeDigits(width: width).map { Int($0) }
      let places = digits.indices.filter { digits[$0] != 0 }
      #expect(places.allSatisfy { digits[$0] % 2 != 0 && abs(digits[$0]) < 1 << (width - 1) })
      #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= width })
      #expect(sum(digits, bitsPerDigit: 1) == words(scalar))
    }
  }

  private var scalars: [Scalar25519] {
    let edges = [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "ffffffffffffffffffffffffffffffffffffffffffffffff0000000000000000",
      "ffffffffffffffff0000000000000000ffffffffffffffffffffffffffffff0f",
      "0000000000000000000000000000000000000000000000000000000000000010", Self.order,
    ]
    return edges.map { Scalar25519(Bytes.hex($0).span) }
      + (0..<20).map { Scalar25519(reducing: Bytes.mixed(64, $0).span) }
  }

  /// The digits' sum modulo 2^256, as four words, the low one first.
  private func sum(_ digits: [Int], bitsPerDigit: Int) -> [UInt64] {
    var total: [UInt64] = [0, 0, 0, 0]
    for digit in digits.reversed() {
      var carry = UInt64(bitPattern: Int64(digit))
      let sign: UInt64 = digit < 0 ? .max : 0
      for _ in 0..<bitsPerDigit {
        for index in (0..<4).reversed() {
          total[index] = total[index] << 1 | (index > 0 ? total[index - 1] >> 63 : 0)
        }
      }
      for index in 0..<4 {
        let addend = index == 0 ? carry : sign
        let previous: UInt64 = index == 0 ? 0 : carry
        let (first, overflow) = total[index].addingReportingOverflow(addend)
        let (second, again) = first.addingReportingOverflow(previous)
        total[index] = second
        carry = overflow || again ? 1 : 0
      }
    }
    return total
  }

  private func words(_ scalar: Scalar25519) -> [UInt64] { (0..<4).map { scalar.words[$0] } }

  private func equal(_ a: Scalar25519, _ b: Scalar25519) -> Bool { words(a) == words(b) }

  private func bytes(_ scalar: Scalar25519) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    var span = bytes.mutableSpan
    scalar.write(to: &span)
    return bytes
  }
}
