import ApusHTTP
import Testing

/// The text of a response: RFC 9110 section 8.3.2.
struct ResponseTextTests {
  private func text(_ type: String?, _ body: [UInt8]) -> String {
    var response = HTTP.Response(200, body: body)
    if let type { response.headers[.contentType] = HTTP.FieldValue(type) }
    return response.text
  }

  @Test(
    arguments: [
      ("text/plain; charset=iso-8859-1", [0x63, 0x61, 0x66, 0xe9], "café"),
      ("text/plain; charset=\"ISO-8859-1\"", [0xe9], "é"),
      ("text/html;Charset=Windows-1252", [0x80], "€"),
      ("text/plain; charset=utf-16", [0xff, 0xfe, 0xe9, 0x00], "é"),
      ("text/plain; charset=utf-16be", [0xd8, 0x3d, 0xde, 0x00], "😀"),
      ("text/plain; charset=utf-8", [0xef, 0xbb, 0xbf, 0xc3, 0xa9], "é"),
      ("text/plain; charset=us-ascii", [0x61, 0xc3, 0xa9], "aé"),
      ("text/plain; charset=koi8-r", [0xc3, 0xa9, 0xe9], "é\u{fffd}"),
      ("text/plain; charset", [0xc3, 0xa9], "é"), ("text/plain", [0xe9], "\u{fffd}"),
      (nil, [0xc3, 0xa9], "é"),
    ] as [(String?, [UInt8], String)])
  func `response text is decoded in the charset of its media type, otherwise as UTF-8`(
    _ type: String?, _ body: [UInt8], _ text: String
  ) {
    #expect(self.text(type, body) == text)
  }

  @Test(
    arguments: [
      ("utf-8", [0x61, 0xff, 0x62], "a\u{fffd}b"),
      ("utf-16le", [0x61, 0x00, 0x62], "a\u{fffd}"),
      ("utf-16be", [0xd8, 0x3d, 0x00, 0x61], "\u{fffd}a"),
      ("utf-16be", [0xd8, 0x3d, 0xd8, 0x3d, 0xde, 0x00], "\u{fffd}😀"),
      ("utf-16be", [0xde, 0x00, 0x00, 0x61], "\u{fffd}a"), ("utf-16be", [0xd8, 0x3d], "\u{fffd}"),
      ("utf-16", [0xfe, 0xff, 0x00, 0x61, 0x00], "a\u{fffd}"),
      ("utf-16", [0xff, 0xfe, 0x61, 0x00, 0x00], "a\u{fffd}"),
      ("utf-16le", [0xff, 0xfe, 0x61, 0x00, 0x00], "a\u{fffd}"),
      ("us-ascii", [0x61, 0xff], "a\u{fffd}"), ("iso-8859-1", [0x80, 0xff], "\u{80}ÿ"),
    ] as [(String, [UInt8], String)])
  func `malformed bytes in response text become replacement characters`(
    _ charset: String, _ body: [UInt8], _ text: String
  ) {
    #expect(self.text("text/plain; charset=\(charset)", body) == text)
  }
}
