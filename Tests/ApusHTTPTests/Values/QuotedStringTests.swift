import ApusHTTP
import Testing

/// RFC 9110 section 5.6.4.
@Suite struct QuotedStringTests {
  @Test(arguments: [
    (#""""#, ""), (#""abc""#, "abc"), (#""a b""#, "a b"), (#""a\"b""#, #"a"b"#),
    (#""a\\b""#, #"a\b"#), (#""\a\b\c""#, "abc"), ("\"\t\"", "\t"), ("\"\\\t\"", "\t"),
    (#"",;=""#, ",;="), ("\"\u{e9}\"", "\u{e9}"),
  ])
  func `a quoted string is unquoted to its content without the escaping backslashes`(
    text: String, content: String
  ) throws {
    let bytes = Array(text.utf8)
    #expect(try HTTP.QuotedString.unescape(bytes.span) == Array(content.utf8))
  }

  @Test(arguments: [
    ("", HTTP.InvalidValue.unexpectedEnd(at: 0)), ("a", .unexpectedByte(0x61, at: 0)),
    (#"""#, .unclosedQuote(at: 0)), (#""a"#, .unclosedQuote(at: 0)),
    (#""a\"#, .unclosedQuote(at: 0)), (#""a\""#, .unclosedQuote(at: 0)),
    (#""a"b"#, .unexpectedByte(0x62, at: 3)), ("\"a\r\n\"", .unexpectedByte(0x0d, at: 2)),
    ("\"a\\\n\"", .unexpectedByte(0x0a, at: 3)), ("\"\0\"", .unexpectedByte(0, at: 1)),
    ("\"\u{7f}\"", .unexpectedByte(0x7f, at: 1)),
  ])
  func `text that is not a quoted string is rejected with the offset of the fault`(
    text: String, error: HTTP.InvalidValue
  ) {
    let bytes = Array(text.utf8)
    #expect(throws: error) { try HTTP.QuotedString.unescape(bytes.span) }
  }

  @Test func `every byte except control characters is quoted and unquoted unchanged`() throws {
    for byte in UInt8.min...UInt8.max {
      let content: [UInt8] = [0x61, byte, 0x62]
      if byte == 9 || (byte >= 0x20 && byte != 0x7f) {
        let text = try HTTP.QuotedString.escape(content.span)
        #expect(try HTTP.QuotedString.unescape(text.span) == content)
      } else {
        #expect(throws: HTTP.InvalidValue.unexpectedByte(byte, at: 1)) {
          try HTTP.QuotedString.escape(content.span)
        }
      }
    }
  }

  @Test func `every truncated quoted string is rejected`() {
    Mutation.truncations(of: #""a\"b\\c""#) { bytes in
      #expect(throws: HTTP.InvalidValue.self) { try HTTP.QuotedString.unescape(bytes.span) }
    }
  }
}
