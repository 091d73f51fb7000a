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

/// RFC 9110 section 5.1: a name is looked for by its initial first, which others may share.
struct FieldsInitialsTests {
  /// Names of every letter and many lengths, so that all initials are shared by some.
  private static let names: [HTTP.FieldName] = "abcdefghijklmnopqrstuvwxyz-_!9".flatMap { letter in
    (1...20).map { HTTP.FieldName(String(letter) + String(repeating: "x", count: $0 - 1)) }
  }

  @Test func `a lookup of one of many similar field names finds only that field name`() {
    for name in Self.names {
      let fields: HTTP.Fields = [name: "1"]
      let found = Self.names.filter { fields.contains($0) && fields[$0] == "1" }
      #expect(found == [name])
      #expect(fields.contains(HTTP.FieldName(name.text.uppercased())))
    }
  }

  @Test func `a received field is found by its name in any letter case`() throws {
    for name in Self.names {
      let read = Transcript.responses("HTTP/1.1 204 \r\n\(name): 1\r\n\r\n")
      let fields = try #require(read.messages.first?.head).fields
      #expect(fields[name] == "1" && fields[HTTP.FieldName(name.text.uppercased())] == "1")
      #expect(Self.names.filter { fields.contains($0) } == [name])
    }
  }

  @Test func `a removed field is not found by its name`() {
    var fields: HTTP.Fields = ["Connection": "a", "Cache-Key-": "b"]
    fields.remove("connection")
    #expect(!fields.contains("Connection") && fields["Cache-Key-"] == "b")
    fields["CONNECTION"] = "c"
    #expect(fields["Connection"] == "c")
  }

  @Test func `an empty field name never matches an existing field`() {
    let fields: HTTP.Fields = ["a": "1", " ": "2"]
    #expect(!fields.contains("") && fields.contains(" "))
  }
}
