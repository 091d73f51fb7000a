import Testing

@testable import ApusSerialization

/// A document as a tree.
struct XMLDocumentTests {
  static let feed = """
    <?xml version="1.0" encoding="utf-8"?><!-- birds -->
    <feed xmlns="urn:atom" xmlns:x="urn:x" x:count="2"><title>Swifts</title>
    <entry id="1"><title>Apus <b>apus</b><![CDATA[ & others]]></title></entry>
    <entry id="2"/><x:entry id="3"/><?end?></feed>
    """

  private func document(_ text: String) throws -> XML.Document {
    try XML.Document(bytes: Array(text.utf8))
  }

  @Test func `elements, attributes, text and child nodes of an XML document are found`() throws {
    let document = try XML.Document(bytes: Array(Self.feed.utf8), charset: "utf-8")
    let feed = document.root
    #expect(feed.name == XML.Name("feed", namespace: "urn:atom"))
    #expect(feed[XML.Name("count", namespace: "urn:x")] == "2")
    #expect(feed["count"] == nil)
    #expect(feed.elements(localName: "entry").map { $0["id"] } == ["1", "2", "3"])
    let name = XML.Name("entry", namespace: "urn:atom")
    #expect(feed.elements(name).map { $0["id"] } == ["1", "2"])
    #expect(feed.first(name)?.first(localName: "title")?.text == "Apus apus & others")
    #expect(feed.first("entry") == nil)
    #expect(feed.elements.count == 4)
    #expect(feed.elements[1].elements[0].elements[0].parent?.parent?.parent == feed)
    #expect(feed.parent == nil)
    #expect(Array(document.children).first == .comment(" birds "))
    #expect(Array(feed.children).last == .processingInstruction(target: "end", content: ""))
    #expect(document.declaration?.encoding == "utf-8")
    #expect(document.encoding == .utf8)
    #expect(feed.tag.namespaces.map(\.prefix) == ["", "x"])
  }

  @Test func `an empty text, an open element or two root elements are rejected`() {
    for text in ["", "<a>", "<a/><b/>"] {
      #expect(throws: XML.ParsingError.self) { try document(text) }
    }
  }

  @Test func `an XML property list with a document type declaration is parsed`() throws {
    let plist = try XMLFixtures.files(in: "well-formed").first { $0.contains("<plist") }
    let root = try XML.Document(bytes: try #require(plist).bytes).root
    #expect(root["version"] == "1.0")
    #expect(root.first("dict")?.first("key")?.text == "wings")
    #expect(root.first("dict")?.first("integer")?.text == "2")
  }

  @Test func `an XML document that is written as text is parsed to an equal document`() throws {
    for file in try XMLFixtures.files(in: "well-formed") {
      let document = try XML.Document(bytes: file.bytes)
      #expect(try self.document(document.description) == document, "\(file)")
    }
    let text = "<p:a xmlns:p=\"u\" b=\"&quot;&#9;&#10;&#13;&lt;\">x&gt;&amp;&#13;<c/><!--d--></p:a>"
    #expect(try document(text).description == text)
    #expect(try document("<a><b>x</b><c/></a>").root.elements[0].description == "<b>x</b>")
  }

  @Test func `two XML documents with equal nodes are equal`() throws {
    #expect(try document("<a b='c'/>") == document("<!DOCTYPE a><a b=\"c\"></a>"))
    #expect(try document("<a><b/><c/></a>") != document("<a><b><c/></b></a>"))
    #expect(try document("<a>b</a>") != document("<a><![CDATA[b]]></a>"))
    let elements = try document("<a><b><c/>x</b><b><c/>x</b><b>x</b></a>").root.elements
    #expect(elements[0] == elements[1])
    #expect(elements[0] != elements[2])
  }

  @Test func `an XML tree of maximum depth is created, written, compared and released`() throws {
    var limits = XML.Limits()
    limits.depth = 100_000
    let text =
      String(repeating: "<a>", count: limits.depth) + "x"
      + String(repeating: "</a>", count: limits.depth)
    let document = try XML.Document(bytes: Array(text.utf8), limits: limits)
    #expect(document.description.utf8.count == text.utf8.count)
    #expect(document == document)
    #expect(document.root.text == "x")
  }

  @Test func `an XML tree at the node limit is accepted, and one more node is rejected`() throws {
    var limits = XML.Limits()
    limits.nodeCount = 3
    #expect(try XML.Document(bytes: Array("<a>b<c/></a>".utf8), limits: limits).root.text == "b")
    let error = #expect(throws: XML.ParsingError.self) {
      try XML.Document(bytes: Array("<a>b<c/>d</a>".utf8), limits: limits)
    }
    #expect(error?.reason == .limitExceeded(.nodeCount, limit: 3))
  }
}
