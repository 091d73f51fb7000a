import Testing

@testable import ApusSerialization

/// XML 1.0 section 2.1: the events of a document.
struct PullParserTests {
  private func tag(
    _ name: XML.Name, _ attributes: [XML.Attribute] = [],
    _ namespaces: [XML.NamespaceDeclaration] = []
  ) -> XML.Event {
    .startElement(
      XML.StartTag(
        name: name, attributes: XML.Attributes(attributes), namespaces: namespaces))
  }

  @Test func `every kind of XML event is returned in document order`() {
    let text = """
      <?xml version='1.0'?><!--c--><!DOCTYPE a><?p  q ?>
      <a x="1">t<b/><![CDATA[<s>]]><!----></a>
      """
    let expected: [XML.Event] = [
      .comment("c"), .processingInstruction(target: "p", content: "q "),
      tag("a", [XML.Attribute(name: "x", value: "1")]), .text("t"), tag("b"), .endElement("b"),
      .section("<s>"), .comment(""), .endElement("a"), .endDocument,
    ]
    let trace = XMLTrace(text)
    #expect(trace.error == nil)
    #expect(trace.events == expected)
  }

  @Test func `a pull parser of malformed bytes throws an error from next`()
    throws
  {
    for body in ["", "no XML", "<a>"] {
      var parser = XML.PullParser(bytes: Array(body.utf8), charset: "utf-8")
      #expect(throws: XML.ParsingError.self) { while try parser.next() != nil {} }
    }
    var parser = XML.PullParser(bytes: Array("<a/>".utf8))
    #expect(try parser.next() == tag("a"))
    #expect(try parser.next() == .endElement("a"))
    #expect(try parser.next() == .endDocument)
    #expect(try parser.next() == nil)
  }

  @Test func `the default XML media types are application/xml and text/xml`() {
    #expect(XML.contentTypes == ["application/xml", "text/xml"])
  }

  @Test func `an XML parsing error is thrown again with the same position`() throws {
    var parser = XML.PullParser()
    parser.feed(Array("<a>\n  <b></c>".utf8))
    #expect(try parser.next() == tag("a"))
    #expect(try parser.next() == .text("\n  "))
    #expect(try parser.next() == tag("b"))
    let error = try #require(#expect(throws: XML.ParsingError.self) { try parser.next() })
    #expect(error.reason == .mismatchedEndTag(expected: "b", found: "c"))
    #expect(error.position.offset == 11)
    #expect(
      error.description.utf8.elementsEqual(
        #"line 2, column 8 (byte 11): the end tag "c" does not match the open element "b""#.utf8))
    parser.feed(Array("</b></a>".utf8))
    parser.finish()
    #expect(throws: error) { try parser.next() }
    #expect(parser.position == error.position)
  }

  @Test func `XML text that arrives in pieces is returned as one event when it is complete`() throws
  {
    var parser = XML.PullParser()
    for piece in ["<a>x&am", "p;y\r", "\nz]", "]"] {
      parser.feed(Array(piece.utf8))
      while let event = try parser.next() { #expect(event == tag("a")) }
    }
    parser.feed(Array("</a>".utf8))
    #expect(try parser.next() == .text("x&y\nz]]"))
    #expect(parser.position.offset == 15)
  }

  @Test func `bytes that are fed after the end of the XML input are ignored`() throws {
    var parser = XML.PullParser(bytes: Array("<a/>".utf8))
    parser.feed(Array("<b/>".utf8))
    var events: [XML.Event] = []
    while let event = try parser.next() { events.append(event) }
    #expect(events == [tag("a"), .endElement("a"), .endDocument])
  }

  @Test func `references and white space in XML text and attribute values are resolved`() {
    let trace = XMLTrace("<a b=' x\ty\r\nz&#10;&lt;&#x1F426;'>&#65;&amp;lt;\r&#13;</a>")
    #expect(trace.events.first == tag("a", [XML.Attribute(name: "b", value: " x y z\n<\u{1f426}")]))
    #expect(trace.events.dropFirst().first == .text("A&lt;\n\r"))
  }

  @Test func `the prefix of an XML name is resolved with the declarations in scope`() throws {
    let trace = XMLTrace(
      "<a xmlns='u:1' xmlns:p='u:2' p:x='1' y='2'><p:b xmlns='' xmlns:p='u:3'><c p:d=''/></p:b>"
        + "<p:e/></a>"
    )
    var tags: [XML.StartTag] = []
    for case .startElement(let tag) in trace.events { tags.append(tag) }
    #expect(
      tags.map(\.name.description) == ["{u:1}a", "{u:3}b", "c", "{u:2}e"])
    #expect(trace.names == ["a", "p:x", "y", "p:b", "c", "p:d", "p:e"])
    #expect(tags[0].attributes[XML.Name("x", namespace: "u:2")] == "1")
    #expect(tags[0].attributes["y"] == "2")
    #expect(tags[0].attributes["x"] == nil)
    #expect(tags[2].attributes.first?.name == XML.Name("d", namespace: "u:3"))
    #expect(
      tags[1].namespaces == [
        XML.NamespaceDeclaration(prefix: "", uri: ""),
        XML.NamespaceDeclaration(prefix: "p", uri: "u:3"),
      ])
  }

  @Test func `a prefix keeps its namespace after an equal nested declaration ends`() {
    let inner = "<p:b xmlns:p='u:1'><p:c/></p:b>"
    let trace = XMLTrace("<p:a xmlns:p='u:1'>\(inner)\(inner)<p:c/></p:a>")
    let names = trace.events.compactMap { event -> XML.Name? in
      if case .startElement(let tag) = event { tag.name } else { nil }
    }
    #expect(names.allSatisfy { $0.namespace == "u:1" })
    #expect(names.count == 6)
  }

  @Test func `two XML names are equal if their namespaces and local names have equal bytes`() {
    #expect(XML.Name("a", namespace: "u", prefix: "p") == XML.Name("a", namespace: "u"))
    #expect(XML.Name("a") != XML.Name("a", namespace: "u"))
    #expect(XML.Name("\u{e9}") != XML.Name("e\u{301}"))
    #expect(Set(["a", XML.Name("a", prefix: "p"), "b"] as [XML.Name]).count == 2)
  }

  /// More names than are remembered, so that each forgets another.
  @Test func `thousands of different XML names are returned correctly`() {
    let names = (0..<2_000).map {
      "n\($0 % 700)\($0 % 3 == 0 ? String(repeating: "x", count: 80) : "")"
    }
    let text = names.map { "<\($0) a\($0)=''/>" }.joined()
    let trace = XMLTrace("<r>\(text)</r>")
    #expect(trace.error == nil)
    #expect(trace.names == ["r"] + names.flatMap { [$0, "a\($0)"] })
  }

  @Test(arguments: [
    ("<a>&nbsp;</a>", XML.Reason.undeclaredEntity("nbsp"), 3),
    ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", .undeclaredEntity("x"), 33),
    ("<a>&#0;</a>", .illegalCharacter(0), 3),
    ("<a>&#99999999999;</a>", .illegalCharacter(0x98967f), 3),
    ("<a>& b</a>", .malformedReference, 3),
    ("<a>\u{1}</a>", .illegalCharacter(1), 3),
    ("<a>x\u{fffe}</a>", .illegalCharacter(0xfffe), 4),
    ("<a>x]]></a>", .sectionEndInText, 4),
    ("<a><!-- -- --></a>", .malformedComment, 8),
    ("<a><?XML x?></a>", .reservedTarget, 5),
    ("<a b='1' b='2'/>", .duplicateAttribute("b"), 9),
    ("<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", .duplicateAttribute("q:b"), 35),
    ("<a xmlns:p='u' xmlns:p='v'/>", .duplicateAttribute("xmlns:p"), 15),
    ("<p:a/>", .undeclaredPrefix("p"), 1),
    ("<a p:b=''/>", .undeclaredPrefix("p"), 3),
    ("<a xmlns:p=''/>", .forbiddenNamespace(prefix: "p"), 3),
    ("<a:b:c/>", .malformedName("a:b:c"), 1),
    ("<a/><b/>", .misplaced(.element), 4),
    ("<a/>x", .misplaced(.text), 4),
    ("&lt;<a/>", .misplaced(.reference), 0),
    ("<a/><![CDATA[]]>", .misplaced(.section), 4),
    ("<a/></a>", .misplaced(.endTag), 4),
    ("<a/><!DOCTYPE a>", .misplaced(.documentType), 4),
    (" <?xml version='1.0'?><a/>", .misplaced(.declaration), 1),
    ("<?xml version='2'?><a/>", .malformedDeclaration, 17),
    ("<a b=c/>", .unexpectedByte(0x63), 5),
    ("<a b='<'/>", .unexpectedByte(0x3c), 6),
    ("<a <b/>", .unexpectedByte(0x3c), 3),
    ("<!ENTITY a ''><a/>", .unexpectedByte(0x45), 2),
    ("<!DOCTYPE a [<!ELEMENT a ()>]><a/>", .unexpectedByte(0x29), 26),
    ("<!DOCTYPE a [<!THING>]><a/>", .malformedDocumentType, 13),
    ("<a>", .unexpectedEnd, 3), ("", .unexpectedEnd, 0), ("<a><!--", .unexpectedEnd, 7),
  ])
  func `each fault in an XML document throws its own error with a position`(
    text: String, reason: XML.Reason, offset: Int
  ) {
    let error = XMLTrace(text).error
    #expect(error?.reason == reason)
    #expect(error?.position.offset == offset)
    #expect(XMLTrace(Array(text.utf8), pieceSizes: [1]).error == error)
    #expect(error?.description.isEmpty == false)
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a b='d'/>",
    "<!DOCTYPE a [<!ATTLIST a b CDATA #IMPLIED c NMTOKEN #REQUIRED>]><a c='x'/>",
    "<!DOCTYPE a [<!ATTLIST a b NMTOKENS #IMPLIED>]><a b='x y&#65;'/>",
    "<!DOCTYPE a [<!ATTLIST a b CDATA #IMPLIED>]><a b='  x  '/>",
    "<!DOCTYPE a [<!ATTLIST z b CDATA 'c'>]><a/>",
    // A default that is declared after an unread entity does not count.
    "<!DOCTYPE a [%p;<!ATTLIST a b CDATA 'c'>]><a/>",
    // The first declaration counts.
    "<!DOCTYPE a [<!ATTLIST a b CDATA 'c'><!ATTLIST a b NMTOKEN 'd'>]><a b=' x'/>",
  ])
  func `attribute declarations that do not change the document are ignored`(_ text: String) {
    #expect(XMLTrace(text).error == nil)
  }

  /// XML 1.0 sections 3.3.3 and 5.1.
  @Test(arguments: [
    ("<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>", "b"),
    ("<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a>x</a>", "b"),
    ("<!DOCTYPE a [<!ATTLIST a b CDATA #FIXED 'c'>]><a d=''/>", "b"),
    ("<!DOCTYPE a [<!ATTLIST a xmlns CDATA 'u'>]><a/>", "xmlns"),
    ("<!DOCTYPE a [<!ATTLIST e b (c|d) 'c'>]><a><e/></a>", "b"),
    ("<!DOCTYPE a [<!ATTLIST a b NMTOKEN #IMPLIED>]><a b=' x'/>", "b"),
    ("<!DOCTYPE a [<!ATTLIST a b ID #IMPLIED>]><a b='x '/>", "b"),
    ("<!DOCTYPE a [<!ATTLIST a b NMTOKENS #IMPLIED>]><a b='x&#32; y'/>", "b"),
    ("<!DOCTYPE a [<!ATTLIST a b NMTOKENS #IMPLIED>]><a b='x\t\ny'/>", "b"),
  ])
  func `an attribute declaration that would add or change an attribute is rejected`(
    _ text: String, _ name: String
  ) {
    let error = XMLTrace(text).error
    #expect(error?.reason == .declaredAttribute(name))
    let words = "for the attribute \"\(name)\" that would change the document; the reader does not"
    #expect(error?.description.contains(words) == true)
    #expect(XMLTrace(Array(text.utf8), pieceSizes: [1]).error == error)
  }

  @Test func `an undeclared entity in an unused attribute default is rejected`() {
    for text in ["&x;", "a&x;b"] {
      let document = "<!DOCTYPE a [<!ATTLIST z b CDATA '\(text)'>]><a/>"
      #expect(XMLTrace(document).error?.reason == .undeclaredEntity("x"))
    }
    #expect(XMLTrace("<!DOCTYPE a [<!ATTLIST z b CDATA '&amp;&#65;'>]><a/>").error == nil)
  }

  @Test func `one changed byte in XML gives the same result in pieces and at once`() {
    let text = """
      <?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "f"><!ATTLIST a b (c|d) #IMPLIED>]>
      <p:a xmlns:p="u" p:b='&#65;'><![CDATA[x]]>é&lt;<!--y--><?t z?><q xmlns="v"/></p:a>
      """
    let bytes = Array(text.utf8)
    var refused = 0
    for index in bytes.indices {
      for byte: UInt8 in [0, 0x20, 0x22, 0x26, 0x2d, 0x3a, 0x3c, 0x3e, 0x3f, 0x5d, 0x80, 0xff] {
        var changed = bytes
        changed[index] = byte
        let whole = XMLTrace(changed)
        if whole.error != nil { refused += 1 }
        if index % 3 == 0 { #expect(XMLTrace(changed, pieceSizes: [1]) == whole) }
      }
    }
    #expect(refused > bytes.count * 6)
  }
}
