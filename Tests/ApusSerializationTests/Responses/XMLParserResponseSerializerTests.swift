import ApusHTTP
import ApusSerialization
import Testing

/// XR rows: parsers of XML out of responses.
struct XMLParserResponseSerializerTests {
  private struct Titles: XML.ParserDelegate {
    var texts: [String] = []

    mutating func foundCharacters(_ text: String) { texts.append(text) }
  }

  private func serialize(
    _ status: HTTP.Status, _ type: String?, _ body: String,
    _ change: (inout XMLParserResponseSerializer) -> Void = { _ in }
  ) -> SerializedResponse<XML.PullParser> {
    var serializer = XMLParserResponseSerializer()
    change(&serializer)
    return serializer.serialize(ResponseValidationTests.response(status, type, body))
  }

  @Test(arguments: ["application/xml", "text/xml", "text/xml; charset=utf-8"])
  func `an XML parser serializer returns a parser at the start of the content`(_ type: String)
    throws
  {
    let result = serialize(200, type, "<a><b>x</b></a>")
    #expect(result.error == nil)
    var parser = try #require(result.value)
    #expect(parser.depth == 0 && parser.position.offset == 0)
    var names: [String] = []
    while let event = try parser.next() {
      if case .startElement(let tag) = event { names.append(tag.name.description) }
    }
    #expect(names == ["a", "b"])
  }

  @Test func `a delegate parses the content with the parser of a response`() throws {
    let parser = try #require(serialize(200, "text/xml", "<a><b>x</b><b>y</b></a>").value)
    var telling = XML.DelegateParser(Titles(), parser)
    #expect(telling.delegate.texts.isEmpty)
    try telling.finish()
    #expect(telling.delegate.texts == ["x", "y"])
  }

  @Test(arguments: ["", " ", "no XML", "<a>", "<a></b>"])
  func `malformed XML content returns a parser that throws an error while parsing`(
    _ body: String
  ) throws {
    let result = serialize(200, "text/xml", body)
    #expect(result.error == nil)
    var parser = try #require(result.value)
    #expect(throws: XML.ParsingError.self) { while try parser.next() != nil {} }
  }

  @Test func `a 404 status gives a parser and an error, a wrong media type only an error`()
    throws
  {
    let refused = serialize(404, "text/xml", "<a/>")
    var parser = try #require(refused.value)
    #expect(try parser.next() != nil)
    #expect(refused.error?.causes == [.status(404, phrase: "Not Found")])
    let other = serialize(404, "text/html", "<a/>")
    #expect(other.value == nil)
    #expect(other.error?.primary == .status(404, phrase: "Not Found"))
    #expect(other.error?.concernsMediaType == true)
    // Empty content of any type is not an error, and has a parser without input.
    let nothing = serialize(200, "text/html", "")
    #expect(nothing.value != nil && nothing.error == nil)
  }

  @Test(arguments: ["application/atom+xml", "application/rss+xml", "image/svg+xml", "text/html"])
  func `application/atom+xml is rejected by the parser serializer until it is added`(_ type: String)
  {
    let refused = serialize(200, type, "<a/>")
    #expect(refused.value == nil)
    #expect(
      refused.error?.causes == [.mediaType(type, accepted: ["application/xml", "text/xml"])])
    let added = serialize(200, type, "<a/>") { $0.validation.mediaTypes?.append(type) }
    #expect(added.value != nil && added.error == nil)
  }

  @Test func `the returned XML parser uses the response charset and the serializer's limits`()
    throws
  {
    let latin = HTTP.Response(
      200, headers: [.contentType: "text/xml; charset=iso-8859-1"],
      body: Array("<a>caf".utf8) + [0xe9] + Array("</a>".utf8))
    var parser = try #require(XMLParserResponseSerializer().serialize(latin).value)
    _ = try parser.next()
    #expect(try parser.next() == .text("café"))
    let limited = serialize(200, "text/xml", "<a><b/></a>") { $0.limits.depth = 1 }
    var shallow = try #require(limited.value)
    _ = try shallow.next()
    #expect(throws: XML.ParsingError.self) { try shallow.next() }
  }
}
