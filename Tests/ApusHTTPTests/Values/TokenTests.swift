import ApusBytes
import ApusHTTP
import Testing

/// RFC 9110 section 5.6.2.
@Suite struct TokenTests {
  @Test func `a token consists of visible ASCII characters except delimiters`() {
    let delimiters = Array(#"(),/:;<=>?@[\]{}""#.utf8)
    for byte in UInt8.min...UInt8.max {
      let isAllowed = (0x21...0x7e).contains(byte) && !delimiters.contains(byte)
      let bytes = [0x61, byte]
      let isToken = HTTP.Token.isToken(bytes.span)
      #expect(isToken == isAllowed, "byte \(byte)")
    }
  }

  @Test func `an empty text is not a token`() {
    #expect(!HTTP.Token.isToken(""))
    #expect(HTTP.Token.isToken("a"))
  }

  @Test func `non-ASCII lookalikes and combining characters are not allowed in a token`() {
    #expect(!HTTP.Token.isToken("\u{212A}"))
    #expect(!HTTP.Token.isToken("a\r\n"))
    #expect(!HTTP.Token.isToken("a/\u{301}"))
  }

  @Test func `reading a token stops before the first invalid byte`() throws {
    let bytes = Array("abc;d".utf8)
    var cursor = Cursor(0..<bytes.count)
    #expect(try cursor.readToken(in: bytes.span) == 0..<3)
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x3b, at: 3)) {
      try cursor.readToken(in: bytes.span)
    }
  }

  @Test func `reading a token stops at the end of the cursor's range`() {
    let bytes = Array("abcdef".utf8)
    var cursor = Cursor(3..<3)
    #expect(throws: HTTP.InvalidValue.unexpectedEnd(at: 3)) {
      try cursor.readToken(in: bytes.span)
    }
  }

  @Test func `only spaces and tabs are skipped as white space`() {
    let bytes = Array(" \t \u{b}".utf8)
    var cursor = Cursor(0..<bytes.count)
    cursor.skipWhitespace(in: bytes.span)
    #expect(cursor.position == 3)
  }
}
