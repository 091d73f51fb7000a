import ApusHTTP
import ApusSerialization
import Testing

/// CP rows: several ways to read a response.
struct CompoundResponseSerializerTests {
  private let compound: CompoundResponseSerializer = {
    var text = TextResponseSerializer()
    text.validation.mediaTypes = ["text/plain"]
    return CompoundResponseSerializer([JSONResponseSerializer(), text])
  }()

  private func response(_ status: HTTP.Status, _ type: String?, _ body: String) -> HTTP.Response {
    ResponseValidationTests.response(status, type, body)
  }

  @Test func `a compound serializer returns the first value of its serializers`() {
    let json = compound.serialize(response(200, "application/json", "[1]"))
    #expect(json.value as? JSON.Value == [1])
    #expect(json.error == nil && json.attempts.isEmpty)
    let text = compound.serialize(response(200, "text/plain", "[1]"))
    #expect(text.value as? String == "[1]")
    #expect(text.error == nil)
    #expect(text.attempts.count == 1)
    let refused = compound.serialize(response(404, "application/json", "[1]"))
    #expect(refused.value as? JSON.Value == [1])
    #expect(refused.error?.primary == .status(404, phrase: "Not Found"))
  }

  @Test func `a compound serializer returns bytes if none of its serializers has a value`() {
    let result = compound.serialize(response(200, "image/png", "x"))
    #expect(result.value as? [UInt8] == [0x78])
    #expect(result.error == nil)
    #expect(result.attempts.count == 2)
    #expect(result.attempts.allSatisfy { $0.concernsMediaType })
    var strict = compound
    strict.validation.mediaTypes = ["image/gif"]
    let refused = strict.serialize(response(500, "image/png", "x"))
    #expect(refused.value as? [UInt8] == [0x78])
    #expect(refused.error?.causes.count == 2)
  }

  @Test func `a compound serializer returns empty bytes for a response without content`() {
    let result = compound.serialize(response(200, "application/json", ""))
    // The text of no content is a value where its type is accepted.
    #expect(result.value as? [UInt8] == [])
    #expect(result.error == nil)
  }

  @Test func `a nested compound serializer decodes the response`() {
    let outer = CompoundResponseSerializer([compound])
    #expect(outer.serializers.count == 1)
    let result = outer.serialize(response(200, "application/json", "[1]"))
    #expect(result.value as? JSON.Value == [1])
  }
}
