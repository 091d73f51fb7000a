import ApusHTTP
import Testing

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
