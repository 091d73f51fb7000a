import ApusBytes
import Testing

@testable import ApusCrypto

@Suite struct LongProductTests {
  /// Numbers of several counts of limbs, those with the most carries among them.
  private func numbers(limbCount: Int) -> [[UInt64]] {
    var random = SplitMix(seed: UInt64(limbCount))
    return [
      [UInt64](repeating: .max, count: limbCount),
      [UInt64](repeating: 0, count: limbCount),
      [1] + [UInt64](repeating: 0, count: limbCount - 1),
      [UInt64](repeating: 0, count: limbCount - 1) + [.max],
      (0..<limbCount).map { _ in random.next() },
      (0..<limbCount).map { _ in random.next() },
    ]
  }

  /// Row by row, with one carry.
  private func schoolbook(_ x: [UInt64], _ y: [UInt64]) -> [UInt64] {
    var total = [UInt64](repeating: 0, count: x.count + y.count)
    for row in y.indices {
      var carry: UInt64 = 0
      for index in x.indices {
        total[row + index] = Limb.multiplyAdd(x[index], y[row], total[row + index], &carry)
      }
      total[row + x.count] = carry
    }
    return total
  }

  @Test(arguments: [4, 8, 12, 32])
  func `long products and squares overwrite old memory and equal schoolbook results`(
    limbCount: Int
  ) {
    for x in numbers(limbCount: limbCount) {
      for y in numbers(limbCount: limbCount) {
        var total = [UInt64](repeating: 7, count: 2 * limbCount)
        var span = total.mutableSpan
        LongProduct.multiply(x.span, y.span, into: &span)
        #expect(total == schoolbook(x, y))
      }
      var total = [UInt64](repeating: 7, count: 2 * limbCount)
      var span = total.mutableSpan
      LongProduct.square(x.span, into: &span)
      #expect(total == schoolbook(x, x))
    }
  }
}
