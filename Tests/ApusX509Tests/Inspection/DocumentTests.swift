import ApusX509
import Testing

/// Facts in a tree.
@Suite struct DocumentTests {
  private let document: X509.Document = [
    "name": "a", "list": [1, ["inner": true]], "empty": [],
  ]

  @Test func `a member of a document is found by its name`() {
    #expect(document["name"] == .text("a"))
    #expect(document["other"] == nil)
    #expect(X509.Document.number(1)["name"] == nil)
  }

  @Test func `each leaf value of a document is listed with its path`() {
    let leaves = document.leaves
    #expect(leaves.map(\.path) == ["name", "list[0]", "list[1].inner"])
    #expect(leaves.map(\.value) == [.text("a"), .number(1), .bool(true)])
  }

  @Test func `the one-line form of a document value escapes terminal control sequences`() {
    #expect("\(X509.Document.text("a\u{1b}[31m\n\u{202e}"))" == "a\\u{1b}[31m\\u{a}\\u{202e}")
    #expect("\(X509.Document.bool(false)) \(X509.Document.number(-7))" == "false -7")
  }
}
