import ApusBytes
import Testing

@testable import ApusHTTP

/// RFC 9112 section 5, RFC 9110 sections 5.2 and 5.3.
struct FieldsTests {
  private func lines(_ fields: HTTP.Fields) -> [String] {
    fields.map { "\($0.name.text)=\($0.value.text)" }
  }

  private let some: HTTP.Fields = ["A": "1", "b": "2", "a": "3", "C": "", "B": "4"]

  @Test func `fields preserve the order, repetitions and letter case of the field lines`() {
    #expect(lines(some) == ["A=1", "b=2", "a=3", "C=", "B=4"])
    #expect(some.count == 5)
    #expect(lines(HTTP.Fields([("x", "y"), ("X", "z")])) == ["x=y", "X=z"])
    #expect(HTTP.Fields().isEmpty)
  }

  @Test func `a field is found by its name in any letter case`() {
    #expect(some.contains("a") && some.contains("A") && some.contains("c"))
    #expect(!some.contains("D") && !some.contains(""))
    #expect(some.values(of: "B") == ["2", "4"])
    #expect(some.values(of: "d") == [])
  }

  @Test func `a lookup by a field name with non-ASCII lookalike letters finds no field`() {
    let fields: HTTP.Fields = ["\u{212a}": "kelvin", "k": "k", "caf\u{e9}": "c"]
    #expect(fields["K"] == "k")
    #expect(fields.values(of: "k") == ["k"])
    #expect(fields["\u{212a}"] == "kelvin")
    #expect(fields["cafe\u{301}"] == nil)
  }

  @Test func `the values of several lines of a field are joined by commas`() {
    #expect(some["A"] == "1, 3")
    #expect(some["b"] == "2, 4")
    #expect(some["C"] == "")
    #expect(some["D"] == nil)
    let fields: HTTP.Fields = ["a": "", "a": "x", "a": ""]
    #expect(fields["a"] == ", x, ")
  }

  @Test func `a joined field value is sensitive if one of its lines is sensitive`() {
    let fields: HTTP.Fields = ["a": "x", "a": .sensitive("y"), "b": "z"]
    #expect(fields["a"] == "x, y")
    #expect(fields["a"]?.isSensitive == true)
    #expect(fields["b"]?.isSensitive == false)
  }

  @Test func `Set-Cookie values are read line by line`() {
    let fields: HTTP.Fields = [
      "Set-Cookie": "a=1; Expires=Wed, 01 Jan 2025 00:00:00 GMT", "set-cookie": "b=2",
    ]
    #expect(
      fields.values(of: .setCookie).map(\.text)
        == ["a=1; Expires=Wed, 01 Jan 2025 00:00:00 GMT", "b=2"])
  }

  @Test func `assigning a field value replaces all lines of the field by one line`() {
    var fields = some
    fields["B"] = "new"
    #expect(lines(fields) == ["A=1", "B=new", "a=3", "C="])
    fields["d"] = "last"
    #expect(lines(fields) == ["A=1", "B=new", "a=3", "C=", "d=last"])
    fields["a"] = ""
    #expect(lines(fields) == ["a=", "B=new", "C=", "d=last"])
    fields["D"] = "x"
    #expect(lines(fields) == ["a=", "B=new", "C=", "D=x"])
  }

  @Test func `removing a field removes every line with the field name`() {
    var fields = some
    fields.remove("A")
    #expect(lines(fields) == ["b=2", "C=", "B=4"])
    fields["b"] = nil
    #expect(lines(fields) == ["C="])
    fields.remove("nothing")
    #expect(lines(fields) == ["C="])
    fields["c"] = nil
    #expect(fields.isEmpty && fields == [:])
  }

  @Test func `appending a field line keeps existing lines with the same field name`() {
    var fields = some
    fields.append("A", "5")
    #expect(lines(fields) == ["A=1", "b=2", "a=3", "C=", "B=4", "A=5"])
    #expect(fields["a"] == "1, 3, 5")
  }

  @Test func `changing a copy of fields does not change the original`() {
    var copy = some
    copy["A"] = nil
    copy.append("E", "6")
    #expect(lines(some) == ["A=1", "b=2", "a=3", "C=", "B=4"])
    #expect(lines(copy) == ["b=2", "C=", "B=4", "E=6"])
  }

  @Test func `a closure receives the bytes of field values in order`() {
    var seen: [[UInt8]] = []
    some.withValues(of: "B") { seen.append($0.copy()) }
    #expect(seen == [[0x32], [0x34]])
    some.withValues(of: "none") { _ in seen = [] }
    #expect(seen.count == 2)
  }

  @Test(arguments: [
    ("close", true), ("Close", true), ("keep-alive, CLOSE", true), ("a,close,b", true),
    ("a ,\t close\t,", true), ("closed", false), ("clos", false), ("close-not", false),
    ("a close", false), ("", false), (",,", false), ("clo\u{17f}e", false), ("\"close\"", false),
  ])
  func `a list field contains close as a whole list element but not as a part of one`(
    _ value: String, _ expected: Bool
  ) {
    let fields: HTTP.Fields = ["x": "close", "Connection": HTTP.FieldValue(value)]
    #expect(fields.list(.connection, contains: "close") == expected)
  }

  @Test func `a list element is found in any line of the field`() {
    let fields: HTTP.Fields = ["te": "a", "Te": "b, trailers", "TE": "c"]
    for member in ["a", "B", "TRAILERS", "c"] { #expect(fields.list(.te, contains: member)) }
    #expect(!fields.list(.te, contains: "a, b"))
  }

  @Test func `replacing a field value repeatedly does not increase the memory of the fields`() {
    var fields: HTTP.Fields = ["Keep": "kept", "Token": .sensitive("first")]
    let big = HTTP.FieldValue(String(repeating: "x", count: 500))
    for _ in 0..<1000 { fields["Big"] = big }
    #expect(fields.storage.count <= 2 * 550 + 1024)
    #expect(fields["Keep"] == "kept" && fields["Big"] == big)
    fields["Big"] = nil
    for _ in 0..<100 { fields["Other"] = "short" }
    #expect(fields.storage.count <= 2 * 64 + 1024)
    #expect(lines(fields) == ["Keep=kept", "Token=first", "Other=short"])
    #expect(fields["Token"]?.isSensitive == true, "compaction keeps the mark")
  }
}
