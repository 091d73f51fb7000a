import ApusHTTP
import Testing

/// RFC 9110 section 5.1.
struct FieldNameTests {
  @Test func `a field name preserves its letter case, which comparisons ignore`() {
    let name = HTTP.FieldName("ContenT-typE")
    #expect(name.text == "ContenT-typE")
    #expect(name.description == "ContenT-typE")
    #expect(name == .contentType)
    #expect(name.hashValue == HTTP.FieldName.contentType.hashValue)
    #expect(Set([name, .contentType, "CONTENT-TYPE"]).count == 1)
  }

  @Test(arguments: [
    ("\u{212a}eep", "keep"), ("\u{17f}erver", "server"), ("caf\u{e9}", "cafe\u{301}"),
    ("caf\u{e9}", "CAF\u{c9}"), ("\u{37e}", ";"), ("\u{1fef}", "`"), ("a\u{301}", "a"),
  ])
  func `field names with non-ASCII lookalike letters are not equal to ASCII names`(
    _ left: String, _ right: String
  ) {
    #expect(HTTP.FieldName(left) != HTTP.FieldName(right))
    #expect(HTTP.FieldName(left) == HTTP.FieldName(left))
  }

  @Test func `only ASCII letters are compared without case in field names`() {
    for pair in [("@", "`"), ("[", "{"), ("^", "~"), ("_", "\u{7f}"), ("\r", "-"), ("0", "P")] {
      #expect(HTTP.FieldName(pair.0) != HTTP.FieldName(pair.1))
    }
    for letter in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      let (upper, lower) = (Unicode.Scalar(letter), Unicode.Scalar(letter | 0x20))
      #expect(HTTP.FieldName(String(upper)) == HTTP.FieldName(String(lower)))
    }
  }

  @Test func `a prefix of a field name is not equal to the field name`() {
    #expect(HTTP.FieldName("Content") != .contentType)
    #expect(HTTP.FieldName("") != .host)
    #expect(HTTP.FieldName("Hos") != .host)
  }
}
