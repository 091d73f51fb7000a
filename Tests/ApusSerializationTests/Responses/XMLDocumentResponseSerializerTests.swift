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
  func `XML content is parsed as an XML document tree`(_ type: String) {
    let result = serialize(200, type, "<a><b>x</b></a>")
    #expect(result.value?.root.first(localName: "b")?.text == "x")
    #expect(result.error == nil)
  }

  @Test func `the error for malformed XML content contains the XML parsing error`() {
    let result = serialize(200, "text/xml", "<a></b>")
    #expect(result.value == nil)
    guard case .xml(let error) = result.error?.primary else {
      Issue.record("\(String(describing: result.error))")
      return
    }
    #expect(error.reason == .mismatchedEndTag(expected: "a", found: "b"))
    #expect(result.error?.number == -1017 && result.error?.underlying == nil)
  }

  @Test func `a 404 status is the primary cause, and an XML parsing error a further cause`() {
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

  @Test func `empty XML content gives neither a document nor an error`() {
    for type in ["text/xml", "text/html", nil] {
      let result = serialize(200, type, "")
      #expect(result.value == nil && result.error == nil)
    }
    #expect(serialize(500, "text/xml", "").error?.causes.count == 1)
  }

  @Test(arguments: ["application/atom+xml", "text/html"])
  func `application/atom+xml is rejected unless the validation allows it`(_ type: String) {
    let refused = serialize(200, type, "<a/>")
    #expect(refused.value == nil && refused.error?.concernsMediaType == true)
    #expect(serialize(200, type, "<a/>") { $0.validation.mediaTypes = nil }.value != nil)
    let suffixes = serialize(200, type, "<a/>") { $0.validation.matching = .suffixes }
    #expect((suffixes.value != nil) == (type == "application/atom+xml"))
  }

  @Test func `XML content that exceeds the serializer's size limits is rejected`() {
    let result = serialize(200, "text/xml", "<a><b/></a>") { $0.limits.depth = 1 }
    guard case .xml(let error) = result.error?.primary else {
      Issue.record("\(String(describing: result.error))")
      return
    }
    #expect(error.reason == .limitExceeded(.depth, limit: 1))
  }
}
