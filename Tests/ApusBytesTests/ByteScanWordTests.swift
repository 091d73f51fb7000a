import ApusBytes
import Testing

/// The operations on eight bytes at once are compared with those on each byte.
@Suite struct ByteScanWordTests {
  @Test func `a byte comparison finds a difference at every position`() {
    let bytes = (0..<40).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for count in 0...40 {
      let one = Array(bytes[..<count])
      let isEqual = areEqual(one, Array(bytes[..<count]))
      let isEqualToLonger = areEqual(one, one + [0])
      #expect(isEqual && !isEqualToLonger)
      for place in 0..<count {
        var other = one
        other[place] ^= 0x80
        if areEqual(one, other) { Issue.record("byte \(place) of \(count)") }
      }
    }
  }

  private func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    ByteScan.areEqual(one.span, other.span)
  }

  @Test func `eight bytes are recognized as digits only if each byte is a digit`() {
    for place in 0..<8 {
      for byte in UInt8.min...UInt8.max {
        var bytes = Array("12345678".utf8)
        bytes[place] = byte
        let word = ByteScan.octet(in: bytes.span, at: 0)
        guard ByteScan.isDigits(word) != (0x30...0x39).contains(byte) else { continue }
        Issue.record("\(byte) at \(place)")
      }
    }
  }

  @Test func `eight ASCII digits are converted to their decimal value`() {
    var number: UInt64 = 0
    while number < 100_000_000 {
      let text = "0000000\(number)"
      let digits = Array(text.utf8.suffix(8))
      let word = ByteScan.octet(in: digits.span, at: 0)
      if ByteScan.number(ofDigits: word) != number { Issue.record("\(number)") }
      number += 99_991
    }
  }
}
