import ApusHTTP
import ApusSerialization
import Testing

/// Text out of responses.
struct TextResponseSerializerTests {
  private func serialize(_ type: String?, _ body: [UInt8]) -> SerializedResponse<String> {
    let headers: HTTP.Fields = type.map { [.contentType: HTTP.FieldValue($0)] } ?? [:]
    return TextResponseSerializer().serialize(HTTP.Response(200, headers: headers, body: body))
  }

  @Test func `response text is decoded in the charset of its media type, otherwise as UTF-8`() {
    #expect(serialize("text/plain; charset=ISO-8859-1", [0xe9]).value == "é")
    #expect(serialize("text/plain; charset=\"utf-8\"", [0xc3, 0xa9]).value == "é")
    #expect(serialize("text/plain", [0xc3, 0xa9]).value == "é")
    #expect(serialize(nil, [0xc3, 0xa9]).value == "é")
    #expect(serialize(nil, []).value == "")
  }

  @Test func `response text with an unknown charset or invalid bytes is an error`() {
    #expect(serialize(nil, [0xff]).error?.primary == .text(charset: "utf-8"))
    #expect(serialize("text/plain; charset=us-ascii", [0x80]).error != nil)
    let unknown = serialize("text/plain; charset=KOI8-R", [0x41])
    #expect(unknown.value == nil)
    #expect(unknown.error?.primary == .text(charset: "koi8-r"))
    let refused = TextResponseSerializer().serialize(HTTP.Response(500, body: [0xff]))
    #expect(
      refused.error?.causes
        == [.status(500, phrase: "Internal Server Error"), .text(charset: "utf-8")])
  }
}
