import ApusHTTP
import ApusSerialization
import Testing

/// XR rows: trees of XML out of responses.
struct XMLDocumentResponseSerializerTests {
  private func serialize(
    _ status: HTTP.Status, _ type: String?, _ body: String,
    _ change: (inout XMLDocumentResponseSerializer) -> Void = { _ in }
  ) -> SerializedResponse<XML.Document> {
    var serializer = XMLDocumentResponseSerializer()
    change(&serializer)
    return serializer.serialize(ResponseValidationTests.response(status, type, body))
  }

  @Test(arguments: ["application/xml", "text/xml"])
  func `XML content is parsed as a document tree`(_ type: String) {
    let result = serialize(200, type, "<a><b>x</b></a>")
    #expect(result.value?.root.first(localName: "b")?.text == "x")
    #expect(result.error == nil)
  }

  @Test func `the error for content that is not XML contains the error of the parser`() {
    let result = serialize(200, "text/xml", "<a></b>")
    #expect(result.value == nil)
    guard case .xml(let error) = result.error?.primary else {
      Issue.record("\(String(describing: result.error))")
      return
    }
    #expect(error.reason == .mismatchedEndTag(expected: "a", found: "b"))
    #expect(result.error?.number == -1017 && result.error?.underlying == nil)
  }

  @Test func `a rejected status is the primary cause, and the parser's error a further cause`() {
    let broken = serialize(404, "text/xml", "<a></b>")
    #expect(broken.value == nil)
    #expect(broken.error?.primary == .status(404, phrase: "Not Found"))
    guard case .xml = broken.error?.underlying?.primary else {
      Issue.record("\(String(describing: broken.error))")
      return
    }
    let whole = serialize(404, "text/xml", "<a/>")
    #expect(whole.value?.root.name == "a")
    #expect(whole.error?.causes == [.status(404, phrase: "Not Found")])
  }

  @Test func `empty XML content has neither a document nor an error`() {
    for type in ["text/xml", "text/html", nil] {
      let result = serialize(200, type, "")
      #expect(result.value == nil && result.error == nil)
    }
    #expect(serialize(500, "text/xml", "").error?.causes.count == 1)
  }

  @Test(arguments: ["application/atom+xml", "text/html"])
  func `other media types are rejected and not parsed until they are added`(_ type: String) {
    let refused = serialize(200, type, "<a/>")
    #expect(refused.value == nil && refused.error?.concernsMediaType == true)
    #expect(serialize(200, type, "<a/>") { $0.validation.mediaTypes = nil }.value != nil)
    let suffixes = serialize(200, type, "<a/>") { $0.validation.matching = .suffixes }
    #expect((suffixes.value != nil) == (type == "application/atom+xml"))
  }

  @Test func `an XML document serializer applies its size limits`() {
    let result = serialize(200, "text/xml", "<a><b/></a>") { $0.limits.depth = 1 }
    guard case .xml(let error) = result.error?.primary else {
      Issue.record("\(String(describing: result.error))")
      return
    }
    #expect(error.reason == .limitExceeded(.depth, limit: 1))
  }
}
