import Testing

@testable import ApusCrypto

/// The arithmetic modulo q, over all values if there are few enough.
@Suite struct LanesTests {
  typealias Lanes = Polynomial.Lanes

  @Test func `every 16-bit number is reduced to at most (q - 1)/2 from zero`() {
    for first in stride(from: Int(Int16.min), through: Int(Int16.max), by: 8) {
      let lanes = lanes { Int16(first + $0) }
      let reduced = lanes.reduced
      for lane in 0..<8 {
        let (value, result) = (Int(lanes[lane]), Int(reduced[lane]))
        if (value - result) % 3329 != 0 || abs(result) > 1664 {
          Issue.record("\(value) is reduced to \(result)")
        }
      }
    }
  }

  @Test func `the canonical form of a reduced coefficient is from 0 to q - 1`() {
    for first in stride(from: -1664, through: 1664, by: 8) {
      let lanes = lanes { Int16(min(first + $0, 1664)) }
      let canonical = lanes.canonical
      for lane in 0..<8 {
        #expect(Int(canonical[lane]) == (Int(lanes[lane]) + 3329) % 3329)
      }
    }
  }

  @Test func `a Montgomery product is a·b/2^16 modulo q and at most q from zero`() {
    let factors: [Int16] = [-3329, -3328, -1665, -1664, -1, 0, 1, 2, 1664, 1665, 3328, 3329]
    for factor in factors {
      for first in stride(from: Int(Int16.min), through: Int(Int16.max), by: 8 * step) {
        let lanes = lanes { Int16(first + $0) }
        let product = Lanes.product(lanes, Lanes(repeating: factor))
        let swapped = Lanes.product(Lanes(repeating: factor), lanes)
        #expect(product == swapped)
        for lane in 0..<8 {
          let (expected, result) = (Int(lanes[lane]) * Int(factor), Int(product[lane]))
          if (result << 16 - expected) % 3329 != 0 || abs(result) > 3329 {
            Issue.record("\(lanes[lane]) times \(factor) is \(result)")
          }
        }
      }
    }
  }

  @Test func `rearranged coefficient vectors are restored to their original order`() {
    let pair = LanePair(lanes { Int16($0) }, lanes { Int16(8 + $0) })
    #expect(pair.fours.a == Lanes(0, 1, 2, 3, 8, 9, 10, 11))
    #expect(pair.fours.b == Lanes(4, 5, 6, 7, 12, 13, 14, 15))
    #expect(pair.fours.fours.a == pair.a)
    #expect(pair.fours.fours.b == pair.b)
    #expect(pair.twos.a == Lanes(0, 1, 4, 5, 8, 9, 12, 13))
    #expect(pair.twos.b == Lanes(2, 3, 6, 7, 10, 11, 14, 15))
    #expect(pair.twos.fromTwos.a == pair.a)
    #expect(pair.twos.fromTwos.b == pair.b)
    #expect(pair.ones.a == Lanes(0, 2, 4, 6, 8, 10, 12, 14))
    #expect(pair.ones.b == Lanes(1, 3, 5, 7, 9, 11, 13, 15))
    #expect(pair.ones.fromOnes.a == pair.a)
    #expect(pair.ones.fromOnes.b == pair.b)
  }

  /// An unoptimized build uses a sample.
  private var step: Int {
    #if DEBUG
      37
    #else
      1
    #endif
  }

  private func lanes(_ value: (Int) -> Int16) -> Lanes {
    var lanes = Lanes()
    for lane in 0..<8 { lanes[lane] = value(lane) }
    return lanes
  }
}
