import ApusBytes
import Testing

@Suite struct ASCIITests {
  private let allBytes = UInt8.min...UInt8.max

  private func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte + 0x20 : byte
  }

  private func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    ASCII.equalsIgnoringCase(left.span, right.span)
  }

  @Test func `lower-casing changes only the ASCII letters from A to Z`() {
    #expect(allBytes.map { ASCII.lowercased($0) } == allBytes.map(lowercased))
  }

  @Test func `a case-insensitive comparison agrees with lower-casing for every two bytes`() {
    let wrong = allBytes.flatMap { left in
      allBytes.filter { right in
        areEqual([left], [right]) != (lowercased(left) == lowercased(right))
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: 0..<20)
  func `a case-insensitive comparison finds a difference at every position`(place: Int) {
    let text = Array("Transfer-Encoding: x".utf8)
    var other = text
    #expect(areEqual(other, text))
    other[place] ^= 0x20
    let isLetter = (0x61...0x7a).contains(text[place] | 0x20)
    #expect(areEqual(other, text) == isLetter)
    other[place] ^= 0x21
    #expect(!areEqual(other, text))
  }

  @Test func `a case-insensitive comparison of different lengths returns false`() {
    let bytes: [UInt8] = [0x61, 0x62]
    #expect(!areEqual(bytes, [0x61]))
    #expect(!areEqual([0x61], bytes))
    #expect(!areEqual(bytes, []))
    #expect(areEqual([], []))
  }

  @Test(arguments: [
    ("Content-Length", "content-length", true), ("content-length", "CONTENT-LENGTH", true),
    ("content-length", "content_length", false), ("k", "\u{212a}", false), ("", "", true),
    ("é", "É", false), ("é", "é", true),
  ])
  func `a case-insensitive comparison accepts bytes and a string`(
    bytes: String, text: String, isEqual: Bool
  ) {
    #expect(ASCII.equalsIgnoringCase(Array(bytes.utf8).span, text) == isEqual)
  }

  @Test(arguments: 0...40)
  func `a case-insensitive comparison finds one different byte among equal letters`(count: Int) {
    let name = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    #expect(areEqual(name, name))
    for place in 0..<count {
      var other = name
      other[place] &-= 0x20
      #expect(areEqual(name, other) && areEqual(other, name))
      other[place] = 0x40
      #expect(!areEqual(name, other) && !areEqual(other, name))
    }
    #expect(!areEqual(name, name + [0x61]) && !areEqual(name + [0x61], name))
  }

  @Test func `only 0 to 9, A to F and a to f have a hexadecimal value`() {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, byte) in "0123456789abcdef".utf8.enumerated() { values[Int(byte)] = UInt8(value) }
    for (value, byte) in "ABCDEF".utf8.enumerated() { values[Int(byte)] = UInt8(10 + value) }
    #expect(allBytes.map { ASCII.hexValue($0) } == values)
  }

  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("10", 10), ("007", 7), ("18446744073709551614", .max - 1),
      ("18446744073709551615", .max), ("000000000000000000000018446744073709551615", .max),
    ] as [(String, UInt64)])
  func `the decimal parser accepts numbers of up to 64 bits`(text: String, value: UInt64) {
    #expect(ASCII.decimal(Array(text.utf8).span) == value)
  }

  @Test(arguments: [
    "18446744073709551616", "18446744073709551620", "18446744073709551700",
    "184467440737095516150", "99999999999999999999", "100000000000000000000000000000",
  ])
  func `the decimal parser rejects numbers of more than 64 bits`(text: String) {
    #expect(ASCII.decimal(Array(text.utf8).span) == nil)
  }

  @Test(arguments: ["", "+5", "-0", " 1", "1 ", "1_000", "0x10", "1.0", "1e3", "٣", "1\n", "a"])
  func `the decimal parser rejects signs, spaces, letters and empty text`(text: String) {
    #expect(ASCII.decimal(Array(text.utf8).span) == nil)
  }

  @Test func `the decimal parser accepts only the ten ASCII digits`() {
    let values = allBytes.map { ASCII.decimal([0x31, $0].span) }
    let digits = allBytes.map { (0x30...0x39).contains($0) ? 10 + UInt64($0 - 0x30) : nil }
    #expect(values == digits)
  }
}
