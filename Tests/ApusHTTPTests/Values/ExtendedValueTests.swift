import ApusBytes
import ApusHTTP
import Testing

/// RFC 8187 section 3.2.
@Suite struct ExtendedValueTests {
  static func read(_ text: String) throws(HTTP.InvalidValue) -> HTTP.ExtendedValue {
    let bytes = Array(text.utf8)
    return try HTTP.ExtendedValue(bytes.span)
  }

  @Test(arguments: [
    ("iso-8859-1'en'%A3%20rates", "en", "£ rates"),
    ("UTF-8''%c2%a3%20and%20%e2%82%ac%20rates", "", "£ and € rates"), ("utf-8''", "", ""),
    ("UTF-8'de-CH'abc!#$&+-.^_`|~", "de-CH", "abc!#$&+-.^_`|~"), ("Utf-8''%00", "", "\0"),
    ("ISO-8859-1''%e9", "", "é"),
  ])
  func `an extended parameter value is decoded in its declared charset`(
    text: String, language: String, decoded: String
  ) throws {
    let value = try Self.read(text)
    #expect(value.language == language)
    #expect(value.text == decoded)
  }

  @Test(arguments: [
    ("", HTTP.InvalidValue.unexpectedEnd(at: 0)), ("UTF-8", .unexpectedEnd(at: 5)),
    ("UTF-8'", .unexpectedEnd(at: 6)), ("abc", .unexpectedEnd(at: 3)),
    ("UTF-8''a b", .unexpectedByte(0x20, at: 8)), ("UTF-8''a'b", .unexpectedByte(0x27, at: 8)),
    ("UTF-8''a*b", .unexpectedByte(0x2a, at: 8)), ("UTF-8''a/b", .unexpectedByte(0x2f, at: 8)),
    ("UTF-8''\u{e9}", .unexpectedByte(0xc3, at: 7)), ("UTF-8''%", .malformedPercentEncoding(at: 7)),
    ("UTF-8''%4", .malformedPercentEncoding(at: 7)),
    ("UTF-8''a%4x", .malformedPercentEncoding(at: 8)),
    ("UTF-8''%+1", .malformedPercentEncoding(at: 7)), ("UTF-8''%e9", .malformedUTF8),
    ("UTF-8''%c0%af", .malformedUTF8), ("UTF-8''%ed%a0%80", .malformedUTF8),
    ("UTF-16''a", .unsupportedCharset("utf-16")), ("''a", .unsupportedCharset("")),
    ("windows-1252''%80", .unsupportedCharset("windows-1252")),
    ("UTF-8'e n'a", .unexpectedByte(0x20, at: 7)),
  ])
  func `a malformed extended value is rejected with the offset of the fault`(
    text: String, error: HTTP.InvalidValue
  ) {
    #expect(throws: error) { try Self.read(text) }
  }

  @Test(arguments: ["", "plain", "a b", "naïve", "100%", "日本語.txt", "\u{1f426}", "'*%"])
  func `every text is written as an extended value and read back unchanged`(text: String) throws {
    var writer = ByteWriter()
    HTTP.ExtendedValue(text).write(to: &writer)
    let value = try HTTP.ExtendedValue(writer.bytes.span)
    #expect(Array(value.text.utf8) == Array(text.utf8))
    #expect(HTTP.Token.isToken(String(decoding: writer.bytes, as: UTF8.self)))
  }

  @Test func `a valid mutated extended value is written and read back unchanged`() throws {
    Mutation.changes(of: "UTF-8'en'%e2%82%ac a") { bytes in
      guard let value = try? HTTP.ExtendedValue(bytes.span) else { return }
      var writer = ByteWriter()
      value.write(to: &writer)
      #expect((try? HTTP.ExtendedValue(writer.bytes.span))?.text == value.text)
    }
  }
}
