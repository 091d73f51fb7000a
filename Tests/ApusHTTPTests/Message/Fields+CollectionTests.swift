import ApusHTTP
import Testing

/// Fields as a collection, as a value and as text.
struct FieldsCollectionTests {
  @Test func `fields are read by index and in reverse as a collection of field lines`() {
    let fields: HTTP.Fields = ["a": "1", "b": "2", "c": "3"]
    #expect(fields.indices == 0..<3)
    #expect(fields[1] == HTTP.Field("B", "2"))
    #expect(fields.reversed().map(\.name.text) == ["c", "b", "a"])
    #expect(fields.first?.value == "1" && fields.last?.name == "c")
    #expect(Array(HTTP.Fields()) == [])
  }

  @Test func `two lists of fields are equal if only the letter case of field names differs`() {
    let fields: HTTP.Fields = ["a": "1", "B": "2", "a": "3"]
    let same: HTTP.Fields = ["A": "1", "b": "2", "A": "3"]
    #expect(fields == same && fields.hashValue == same.hashValue)
    let others: [HTTP.Fields] = [
      ["a": "1", "a": "3", "B": "2"], ["a": "3", "B": "2", "a": "1"], ["a": "1, 3", "B": "2"],
      ["a": "1", "B": "2"], ["a": "1", "B": "2", "a": "3", "c": ""], [:],
      ["a": "1", "B": "2", "a": "4"], ["a": "1", "B": "2", "c": "3"],
    ]
    for other in others { #expect(fields != other && other != fields) }
  }

  @Test func `changed fields equal newly created fields with the same field lines`() {
    var fields: HTTP.Fields = ["x": "0", "a": "old", "b": "2"]
    fields["a"] = "1"
    fields.remove("x")
    let fresh: HTTP.Fields = ["a": "1", "b": "2"]
    #expect(fields == fresh && fields.hashValue == fresh.hashValue)
    #expect(Set([fields, fresh]).count == 1)
  }

  @Test func `fields are not equal if their bytes are split differently into name and value`() {
    let left: HTTP.Fields = ["a": "bc"]
    let right: HTTP.Fields = ["ab": "c"]
    #expect(left != right)
    #expect(HTTP.Field("a", "bc") != HTTP.Field("ab", "c"))
  }

  @Test func `the description of fields has one line for each field`() {
    let fields: HTTP.Fields = ["A": "1", "b": "x y", "A": ""]
    #expect(fields.description == "A: 1\nb: x y\nA: ")
    #expect(fields.debugDescription == fields.description)
    #expect(HTTP.Field("A", "1").description == "A: 1")
  }

  @Test func `a line break in a field name or value is escaped in the fields' description`() {
    let fields: HTTP.Fields = ["A\r\nB": "x\r\ny\u{1b}[2J", "C": "\u{2028}\u{202e}"]
    #expect(
      fields.description == "A\\x0d\\x0aB: x\\x0d\\x0ay\\x1b[2J\nC: \\u{2028}\\u{202e}")
    let long: HTTP.Fields = [
      HTTP.FieldName(String(repeating: "n", count: 1000)):
        HTTP.FieldValue(String(repeating: "v", count: 1000))
    ]
    #expect(long.description.utf8.count < 600)
  }

  static let credentials: [HTTP.FieldName] = [
    .authorization, "aUTHORIZATION", .proxyAuthorization, .cookie, "COOKIE", .setCookie,
  ]

  @Test(arguments: credentials)
  func `no description, dump or mirror of fields contains the credentials`(_ name: HTTP.FieldName) {
    var fields: HTTP.Fields = ["A": "plain"]
    fields.append(name, "hidden")
    let request = HTTP.RequestHead(.get, HTTP.RequestTarget(.origin, "/"), fields: fields)
    let response = HTTP.ResponseHead(.ok, fields: fields)
    let event = HTTP.RequestEvent.head(request, .none, persists: true)
    let ways =
      Shown.everyWay(fields) + Shown.everyWay(fields[1]) + Shown.everyWay(fields[name])
      + Shown.everyWay(request) + Shown.everyWay(response) + Shown.everyWay(event)
      + Shown.everyWay(HTTP.Field(name, "hidden")) + Shown.everyWay(fields.values(of: name))
    for shown in ways {
      #expect(shown.contains("<sensitive>"))
      #expect(!shown.contains("hidden"))
      #expect(!shown.contains("104"), "the first byte as a number")
    }
    for value in [fields, fields[1], request, response, event] as [Any] {
      #expect(Shown.everyLeaf(value).allSatisfy { !$0.contains("hidden") && $0 != "104" })
    }
    #expect(fields[name]?.text == "hidden")
  }

  @Test func `a sensitive field value stays hidden after changes and copies of the fields`() {
    var fields: HTTP.Fields = ["X-Key": .sensitive("hidden"), "A": "plain"]
    fields["A"] = "other"
    fields.append("B", "more")
    fields["B"] = nil
    let copied = HTTP.Fields(fields.map { ($0.name, $0.value) })
    let writer = HTTP.BodyLength.none
    for shown in Shown.everyWay(fields) + Shown.everyWay(copied) + Shown.everyWay(fields["x-key"]) {
      #expect(!shown.contains("hidden") && !shown.contains("104"))
    }
    #expect(copied["X-KEY"] == "hidden" && writer == .none)
  }
}
