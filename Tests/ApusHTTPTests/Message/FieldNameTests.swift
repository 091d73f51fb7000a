import ApusHTTP
import Testing

/// RFC 9110 section 5.1.
struct FieldNameTests {
  @Test func `case is kept and does not count`() {
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
  func `no letter of another script is an ASCII letter`(_ left: String, _ right: String) {
    #expect(HTTP.FieldName(left) != HTTP.FieldName(right))
    #expect(HTTP.FieldName(left) == HTTP.FieldName(left))
  }

  @Test func `only letters have two cases`() {
    for pair in [("@", "`"), ("[", "{"), ("^", "~"), ("_", "\u{7f}"), ("\r", "-"), ("0", "P")] {
      #expect(HTTP.FieldName(pair.0) != HTTP.FieldName(pair.1))
    }
    for letter in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      let (upper, lower) = (Unicode.Scalar(letter), Unicode.Scalar(letter | 0x20))
      #expect(HTTP.FieldName(String(upper)) == HTTP.FieldName(String(lower)))
    }
  }

  @Test func `a shorter name is another name`() {
    #expect(HTTP.FieldName("Content") != .contentType)
    #expect(HTTP.FieldName("") != .host)
    #expect(HTTP.FieldName("Hos") != .host)
  }
}
