import Testing

@testable import ApusCrypto

/// RFC 3279 section 2.2.3, in the strict form of DER.
@Suite struct ECDSADERTests {
  private func ranges(_ bytes: [UInt8]) -> [Range<Int>]? {
    guard let (first, second) = try? ECDSA.integers(in: bytes.span) else { return nil }
    return [first, second]
  }

  @Test func `the integers of a DER-encoded ECDSA signature are read without leading zeros`() {
    #expect(ranges([0x30, 6, 2, 1, 5, 2, 1, 0x7f]) == [4..<5, 7..<8])
    #expect(ranges([0x30, 8, 2, 2, 0, 0x80, 2, 2, 0, 0xff]) == [5..<6, 9..<10])
    #expect(ranges([0x30, 6, 2, 1, 0, 2, 1, 0]) == [4..<5, 7..<8])
  }

  @Test func `a DER length of 128 or more takes two bytes`() {
    let long = [UInt8](repeating: 0x11, count: 66)
    let bytes = ECDSA.der(long, long)
    #expect(bytes.prefix(5) == [0x30, 0x81, 0x88, 2, 66])
    #expect(ranges(bytes) == [5..<71, 73..<139])
    let short = [UInt8](repeating: 0x11, count: 59)
    #expect(ECDSA.der(short, short + [1]).prefix(2) == [0x30, 123])
  }

  @Test(
    arguments: [
      [], [0x30], [0x30, 0], [0x31, 6, 2, 1, 5, 2, 1, 5], [0x30, 0x81, 6, 2, 1, 5, 2, 1, 5],
      [0x30, 0x80, 2, 1, 5, 2, 1, 5, 0, 0], [0x30, 0x82, 0, 6, 2, 1, 5, 2, 1, 5],
      [0x30, 3, 2, 1, 5], [0x30, 9, 2, 1, 5, 2, 1, 5, 2, 1, 5], [0x30, 6, 2, 1, 5, 2, 1, 5, 0],
      [0x30, 7, 2, 1, 5, 2, 1, 5], [0x30, 5, 2, 1, 5, 2, 1, 5], [0x30, 5, 2, 0, 2, 1, 5],
      [0x30, 6, 2, 1, 0x80, 2, 1, 5], [0x30, 6, 2, 1, 5, 2, 1, 0xff],
      [0x30, 7, 2, 2, 0, 5, 2, 1, 5], [0x30, 7, 2, 1, 5, 2, 2, 0, 0],
      [0x30, 6, 3, 1, 5, 2, 1, 5], [0x30, 6, 2, 1, 5, 0x82, 1, 5],
      [0x30, 7, 2, 0x81, 1, 5, 2, 1, 5],
    ] as [[UInt8]]) func `an ECDSA signature that is not strict DER is rejected`(bytes: [UInt8])
  {
    #expect(ranges(bytes) == nil)
  }

  @Test func `a truncated or changed DER signature does not crash the reader`() {
    let bytes = ECDSA.der([0x80, 1, 2], [0x7f, 3])
    for count in bytes.indices { #expect(ranges(Array(bytes.prefix(count))) == nil) }
    for index in bytes.indices {
      for value in UInt8.min...UInt8.max {
        var changed = bytes
        changed[index] = value
        guard let found = ranges(changed) else { continue }
        let numbers = found.map { Array(changed[$0]) }
        #expect(ECDSA.der(numbers[0], numbers[1]) == changed)
      }
    }
  }
}
