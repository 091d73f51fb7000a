import ApusBytes
import Testing

@testable import ApusHTTP

/// RFC 9110 sections 5.5, 5.6.1, 5.6.2 and 5.6.3.
struct GrammarTests {
  /// The token bytes, written down apart from the code.
  private let tokens = Set(
    "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  @Test func `exactly the bytes of the RFC grammar are allowed in a token`() {
    for byte in UInt8.min...UInt8.max {
      #expect(HTTP.tokenBytes.contains(byte) == tokens.contains(byte), "\(byte)")
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 40])
  func `a scan of a token stops at an invalid byte at any position`(_ length: Int) {
    for byte in UInt8.min...UInt8.max {
      let bytes = Array(repeating: UInt8(ascii: "a"), count: length) + [byte, 0x3a]
      let end = HTTP.endOfToken(bytes.span, from: 0, to: bytes.count)
      #expect(end == (tokens.contains(byte) ? length + 1 : length), "\(byte)")
    }
  }

  @Test func `a scan of a token stops at the given end of the range`() {
    let bytes = Array("abcdef!x_y:z".utf8)
    for end in 0...10 {
      #expect(HTTP.endOfToken(bytes.span, from: 0, to: end) == end)
    }
    #expect(HTTP.endOfToken(bytes.span, from: 3, to: 12) == 10)
    #expect(HTTP.endOfToken(bytes.span, from: 5, to: 5) == 5)
  }

  @Test func `exactly the bytes of the RFC grammar are allowed in a field value`() {
    for byte in UInt8.min...UInt8.max {
      let isText = byte == 0x09 || byte >= 0x20 && byte != 0x7f
      for length in [0, 7, 16, 33] {
        let bytes = Array(repeating: UInt8(ascii: "a"), count: length) + [byte]
        #expect(HTTP.endOfFieldText(bytes.span) == (isText ? length + 1 : length), "\(byte)")
      }
      #expect(HTTP.isSpace(byte) == [0x20, 0x09].contains(byte))
      #expect(HTTP.isSpaceOrFold(byte) == [0x20, 0x09, 0x0d, 0x0a].contains(byte))
    }
  }

  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a,b", ["a", "b"]), (" a\t,\t b ", ["a", "b"]),
    (",", ["", ""]), ("a,,b,", ["a", "", "b", ""]), ("a b", ["a b"]), (" \t ", [""]),
    ("\"a,b\"", ["\"a", "b\""]),
  ])
  func `a comma-separated list is split into elements without surrounding white space`(
    _ list: String, _ expected: [String]
  ) {
    var members: [String] = []
    let bytes = Array(list.utf8)
    HTTP.forEachMember(of: bytes.span) {
      members.append(String(decoding: $0.copy(), as: UTF8.self))
    }
    #expect(members == expected)
  }

  @Test(arguments: [(0..<9, 3..<7), (0..<3, 3..<3), (4..<4, 4..<4), (3..<7, 3..<7), (0..<5, 3..<4)])
  func `trimming removes only spaces and tabs at the ends of the range`(
    _ range: Range<Int>, _ expected: Range<Int>
  ) {
    let bytes = Array(" \t a b\r \t".utf8)
    let trimmed = HTTP.trimmed(bytes.span, range)
    #expect(trimmed == expected)
  }
}
