import ApusBytes
import Testing

@Suite struct MaskTests {
  private let yes = Mask(isZero: 0)
  private let no = Mask(isZero: 1)

  /// Numbers with one bit, with all but one, and at both ends.
  private var numbers: [UInt64] {
    let bits = (0..<64).map { UInt64(1) << UInt64($0) }
    return [0, .max, 2, 3, 0x8000_0000_0000_0001] + bits + bits.map { ~$0 }
  }

  @Test func `a true mask has 64 ones, and a false mask has 64 zeros`() {
    #expect(yes.bits == .max)
    #expect(no.bits == 0)
    #expect(yes.declassified)
    #expect(!no.declassified)
  }

  @Test func `a mask for zero is true only for the value zero`() {
    for number in numbers {
      #expect(Mask(isZero: number).bits == (number == 0 ? .max : 0), "\(number)")
    }
  }

  @Test func `a mask for equality is true only for two equal numbers`() {
    for left in numbers {
      let wrong = numbers.filter { Mask(left, equals: $0).bits != (left == $0 ? .max : 0) }
      #expect(wrong.isEmpty, "\(left)")
    }
  }

  @Test func `a mask for the lowest bit ignores all other bits`() {
    for number in numbers {
      #expect(Mask(lowBitOf: number).bits == (number % 2 == 1 ? .max : 0), "\(number)")
    }
  }

  @Test func `the operators of masks have the truth tables of Boolean operators`() {
    #expect((~yes).bits == 0)
    #expect((~no).bits == .max)
    for (left, right) in [(no, no), (no, yes), (yes, no), (yes, yes)] {
      let (one, other) = (left.declassified, right.declassified)
      #expect((left & right).bits == (one && other ? .max : 0))
      #expect((left | right).bits == (one || other ? .max : 0))
    }
  }

  @Test func `a mask selects the first value if true and the second value if false`() {
    for first in numbers {
      for second in [0, .max, 0x0123_4567_89ab_cdef] as [UInt64] {
        #expect(yes.select(first, second) == first)
        #expect(no.select(first, second) == second)
      }
    }
  }
}

/// That the time is constant is shown elsewhere; this shows that the answers are right.
@Suite struct ConstantTimeTests {
  @Test func `a constant-time comparison of equal byte sequences returns true`() {
    for count in 0...70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      #expect(ConstantTime.equal(bytes.span, Array(bytes).span).bits == .max)
      #expect(ConstantTime.areEqual(bytes, bytes))
    }
  }

  @Test func `a constant-time comparison finds a single different bit at every position`() {
    let bytes = (0..<33).map { UInt8($0) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var other = bytes
        other[index] ^= 1 << UInt8(bit)
        #expect(ConstantTime.equal(bytes.span, other.span).bits == 0)
        #expect(!ConstantTime.areEqual(other, bytes))
      }
    }
  }

  @Test func `several different bytes do not cancel out in a constant-time comparison`() {
    #expect(!ConstantTime.areEqual([1, 1], [2, 2]))
    #expect(!ConstantTime.areEqual([1, 2], [2, 1]))
    #expect(!ConstantTime.areEqual([0x80, 0x80], [0, 0]))
  }

  @Test func `a constant-time comparison of different lengths returns false`() {
    #expect(!ConstantTime.areEqual([], [0]))
    #expect(!ConstantTime.areEqual([1, 2], [1, 2, 0]))
    #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2]))
    let (none, zero): ([UInt8], [UInt8]) = ([], [0])
    #expect(ConstantTime.equal(zero.span, none.span).bits == 0)
  }
}
