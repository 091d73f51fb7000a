internal import ApusBytes

extension Natural {
  /// Creates a natural number from one limb.
  init(_ limb: UInt64, limbCount: Int) {
    self.init(limbCount: limbCount)
    withMutableLimbs { $0[0] = limb }
  }

  /// Copies a range of limbs of a natural number, with zeros for limbs beyond the length of the
  /// number.
  init(_ other: borrowing Natural, limbs: Range<Int>) {
    self.init(limbCount: limbs.count)
    other.withLimbs { source in
      withMutableLimbs { target in
        for index in limbs.clamped(to: 0..<source.count) {
          target[index - limbs.lowerBound] = source[index]
        }
      }
    }
  }

  /// Returns a copy of the natural number in separate memory.
  func copy() -> Natural { Natural(self, limbs: 0..<limbCount) }

  /// Reads a natural number from big-endian bytes, or returns `nil` if the number does not fit into
  /// the limbs.
  init?(reading bytes: Span<UInt8>, limbCount: Int) {
    let excess = max(0, bytes.count - 8 * limbCount)
    var beyond: UInt8 = 0
    for index in 0..<excess { beyond |= bytes[index] }
    guard beyond == 0 else { return nil }
    self.init(bigEndian: bytes.extracting(excess..<bytes.count), limbCount: limbCount)
  }

  /// The number of bits of the natural number without leading zeros.
  var bitCount: UInt64 {
    withLimbs { limbs in
      var count: UInt64 = 0
      for index in limbs.indices {
        // The loop copies each bit to all lower places, and then counts the bits.
        var bits = limbs[index]
        for power in 0..<6 { bits |= bits >> (1 << UInt64(power)) }
        let end = UInt64(truncatingIfNeeded: 64 &* index &+ bits.nonzeroBitCount)
        count = Mask(isZero: bits).select(count, end)
      }
      return count
    }
  }

  /// A mask that is set if the natural number is odd.
  var isOdd: Mask { withLimbs { Mask(lowBitOf: $0[0]) } }

  /// Returns a mask that is set if two natural numbers with the same number of limbs are equal.
  static func areEqual(_ left: borrowing Natural, _ right: borrowing Natural) -> Mask {
    left.withLimbs { left in
      right.withLimbs { right in
        precondition(left.count == right.count, "the numbers have different lengths")
        var difference: UInt64 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return Mask(isZero: difference)
      }
    }
  }

  /// Returns a mask that is set if the number is less than a second number with the same number of
  /// limbs.
  func isLess(than other: borrowing Natural) -> Mask {
    withLimbs { left in
      other.withLimbs { right in Self.isLess(left, than: right) }
    }
  }

  @inline(__always)
  static func isLess(_ left: Span<UInt64>, than right: Span<UInt64>) -> Mask {
    precondition(left.count == right.count, "the numbers have different lengths")
    var borrow: UInt64 = 0
    for index in left.indices { _ = Limb.subtract(left[index], right[index], &borrow) }
    return Mask(lowBitOf: borrow)
  }

  /// Adds a second number if the mask `condition` is set. The returned carry is 0 or 1.
  @discardableResult
  mutating func add(_ other: borrowing Natural, if condition: Mask) -> UInt64 {
    withMutableLimbs { left in
      other.withLimbs { right in
        precondition(left.count == right.count, "the numbers have different lengths")
        var carry: UInt64 = 0
        for index in right.indices {
          left[index] = Limb.add(left[index], right[index] & condition.bits, &carry)
        }
        return carry
      }
    }
  }

  /// Subtracts a second number if the mask `condition` is set. The returned borrow is 0 or 1.
  @discardableResult
  mutating func subtract(_ other: borrowing Natural, if condition: Mask) -> UInt64 {
    withMutableLimbs { left in
      other.withLimbs { right in Self.subtract(right, from: &left, if: condition) }
    }
  }

  @inline(__always) @discardableResult
  static func subtract(
    _ right: Span<UInt64>, from left: inout MutableSpan<UInt64>, if condition: Mask
  ) -> UInt64 {
    precondition(left.count == right.count, "the numbers have different lengths")
    var borrow: UInt64 = 0
    for index in right.indices {
      left[index] = Limb.subtract(left[index], right[index] & condition.bits, &borrow)
    }
    return borrow
  }

  /// Shifts all bits up by one with `bit` as the new lowest bit, and returns the former highest
  /// bit.
  mutating func shiftLeft(movingIn bit: UInt64) -> UInt64 {
    withMutableLimbs { limbs in
      var carry = bit
      for index in limbs.indices {
        let next = limbs[index] >> 63
        limbs[index] = limbs[index] << 1 | carry
        carry = next
      }
      return carry
    }
  }

  /// Returns the product of two natural numbers, with as many limbs as both factors together.
  static func product(_ left: borrowing Natural, _ right: borrowing Natural) -> Natural {
    var product = Natural(limbCount: left.limbCount + right.limbCount)
    product.withMutableLimbs { total in
      left.withLimbs { left in
        right.withLimbs { right in
          for row in right.indices {
            var carry: UInt64 = 0
            for index in left.indices {
              total[row &+ index] = Limb.multiplyAdd(
                left[index], right[row], total[row &+ index], &carry)
            }
            total[row &+ left.count] = carry
          }
        }
      }
    }
    return product
  }

  /// Returns the remainder of a division of two natural numbers, bit by bit.
  func remainder(dividedBy divisor: borrowing Natural) -> Natural {
    var remainder = Natural(limbCount: divisor.limbCount)
    for place in (0..<64 * limbCount).reversed() {
      let bit = withLimbs { $0[place >> 6] >> UInt64(place & 63) & 1 }
      // The remainder was below the divisor before the shift and is below twice the divisor after
      // the shift, so the divisor is subtracted at most once.
      let isLong = Mask(lowBitOf: remainder.shiftLeft(movingIn: bit))
      let isLess = remainder.isLess(than: divisor)
      remainder.subtract(divisor, if: isLong | ~isLess)
    }
    return remainder
  }
}
