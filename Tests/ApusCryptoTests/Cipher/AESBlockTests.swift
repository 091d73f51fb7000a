import Testing

@testable import ApusCrypto

/// FIPS 197 sections 5.1.1 and 5.3, by their definitions.
@Suite struct AESBlockTests {
  /// Sixteen bytes as a block.
  private func block(_ bytes: [UInt8]) -> AESBlock { AESBlock(bytes.span, at: 0) }

  private func bytes(_ block: AESBlock) -> [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: block.bits >> UInt128(8 * $0)) }
  }

  /// The product of two bytes modulo x⁸ + x⁴ + x³ + x + 1, bit by bit.
  private func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var sum: UInt16 = 0
    for bit in 0..<8 where right >> UInt8(bit) & 1 == 1 { sum ^= UInt16(left) << UInt16(bit) }
    for bit in (8..<15).reversed() where sum >> UInt16(bit) & 1 == 1 {
      sum ^= 0x11b << UInt16(bit - 8)
    }
    return UInt8(sum)
  }

  /// S of a byte, with the inverse found by trying all.
  private func substitute(_ byte: UInt8) -> UInt8 {
    let inverse = (0...255).map { UInt8($0) }.first { product(byte, $0) == 1 } ?? 0
    func bit(_ place: Int) -> UInt8 { inverse >> UInt8(place % 8) & 1 }
    return (0..<8).reduce(0x63) { sum, i in
      sum ^ (bit(i) ^ bit(i + 4) ^ bit(i + 5) ^ bit(i + 6) ^ bit(i + 7)) << UInt8(i)
    }
  }

  @Test func `the AES S-box equals its definition for each byte and can be inverted`() {
    for start in stride(from: 0, to: 256, by: 16) {
      let all = (start..<start + 16).map { UInt8($0) }
      let substituted = block(all).substituted()
      #expect(bytes(substituted) == all.map { substitute($0) })
      #expect(bytes(substituted.unsubstituted()) == all)
    }
  }

  @Test func `the AES ShiftRows step moves row r by r columns`() {
    let moved = bytes(block((0..<16).map { UInt8($0) }).rowsUnshifted())
    #expect(moved == [0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3])
  }

  @Test func `the AES MixColumns step multiplies each column by the polynomial`() {
    for number in 0..<20 {
      let before = Bytes.mixed(16, number)
      let after = (0..<16).map { index -> UInt8 in
        let (row, column) = (index % 4, index / 4 * 4)
        return [UInt8]([0x0e, 0x0b, 0x0d, 0x09]).enumerated().reduce(0) { sum, factor in
          sum ^ product(factor.element, before[column + (row + factor.offset) % 4])
        }
      }
      #expect(bytes(block(before).columnsUnmixed()) == after)
    }
  }
}
