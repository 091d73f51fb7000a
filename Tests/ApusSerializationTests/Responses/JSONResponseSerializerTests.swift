import ApusHTTP
import ApusSerialization
import Testing

/// JR rows: JSON out of responses.
struct JSONResponseSerializerTests {
  private func serialize(
    _ status: HTTP.Status, _ type: String?, _ body: String,
    _ change: (inout JSONResponseSerializer) -> Void = { _ in }
  ) -> SerializedResponse<JSON.Value> {
    var serializer = JSONResponseSerializer()
    change(&serializer)
    return serializer.serialize(ResponseValidationTests.response(status, type, body))
  }

  @Test(arguments: ["application/json", "text/json", "text/javascript"])
  func `application/json, text/json and text/javascript are accepted by default`(_ type: String) {
    let result = serialize(200, type, "[1]")
    #expect(result.value == [1])
    #expect(result.error == nil)
  }

  @Test func `a 404 response with JSON content has a JSON value and an error`() {
    let result = serialize(404, "application/json", #"{"why":"gone"}"#)
    #expect(result.value == ["why": "gone"])
    #expect(result.error?.causes == [.status(404, phrase: "Not Found")])
  }

  @Test func `content whose media type is not JSON is never decoded`() {
    let wrong = serialize(200, "text/html", "[1]")
    #expect(wrong.value == nil)
    #expect(wrong.error?.concernsMediaType == true)
    let both = serialize(404, "text/html", "[1]")
    #expect(both.value == nil)
    #expect(both.error?.primary == .status(404, phrase: "Not Found"))
    #expect(both.error?.concernsMediaType == true)
  }

  @Test func `empty content and a single space give neither a value nor an error`() {
    for body in ["", " "] {
      for type in ["application/json", nil] where !(body == " " && type == nil) {
        let result = serialize(200, type, body)
        #expect(result.value == nil)
        #expect(result.error == nil)
      }
      let refused = serialize(500, "application/json", body)
      #expect(refused.value == nil)
      #expect(refused.error?.causes == [.status(500, phrase: "Internal Server Error")])
    }
    #expect(serialize(200, "text/html", "").error == nil)
    for body in ["  ", "\n", "\t", "\u{a0}"] {
      #expect(serialize(200, "application/json", body).error != nil)
    }
    for body in ["  ", "\r\n\t "] {
      #expect(serialize(200, "application/json", body) { $0.allowsWhitespace = true }.error == nil)
    }
  }

  @Test func `a response with a single JSON string is rejected unless fragments are allowed`() {
    #expect(serialize(200, "application/json", "1").error?.number == -1017)
    #expect(serialize(200, "application/json", "1") { $0.allowsFragments = true }.value == 1)
  }

  @Test func `the error for a 404 status precedes the error for invalid JSON`() {
    let result = serialize(404, "application/json", "{")
    #expect(result.value == nil)
    #expect(result.error?.primary == .status(404, phrase: "Not Found"))
    guard case .json = result.error?.underlying?.primary else {
      Issue.record("\(String(describing: result.error))")
      return
    }
    guard case .json = serialize(200, "application/json", "{").error?.primary else {
      Issue.record("no JSON error")
      return
    }
  }

  @Test func `JSON responses in UTF-16 and UTF-32 are decoded with and without a BOM`() throws {
    let text = #"{"a":"é😀"}"#
    let units = Array(text.utf16)
    let scalars = text.unicodeScalars.map(\.value)
    let big16 = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    let little16 = units.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    let places: [UInt32] = [0, 8, 16, 24]
    let little32 = scalars.flatMap { (value: UInt32) -> [UInt8] in
      places.map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    let big32 = scalars.flatMap { (value: UInt32) -> [UInt8] in
      places.reversed().map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    let bodies: [[UInt8]] = [
      big16, little16, big32, little32, [0xfe, 0xff] + big16, [0xff, 0xfe] + little16,
      [0, 0, 0xfe, 0xff] + big32, [0xff, 0xfe, 0, 0] + little32, [0xef, 0xbb, 0xbf] + text.utf8,
    ]
    for body in bodies {
      let response = HTTP.Response(200, headers: [.contentType: "text/json"], body: body)
      #expect(try JSONResponseSerializer().value(of: response) == ["a": "é😀"])
    }
  }

  @Test func `removing nulls affects objects and arrays only if the option is set`() {
    let body = #"{"a":null,"b":[1,null,{"c":null}],"d":{"e":[null]}}"#
    let kept = serialize(200, "application/json", body)
    #expect(kept.value?["b"]?.array?.count == 3)
    let removed = serialize(200, "application/json", body) { $0.removesNulls = true }
    #expect(removed.value == ["b": [1, [:]], "d": ["e": []]])
    let top = serialize(200, "application/json", "null") {
      $0.removesNulls = true
      $0.allowsFragments = true
    }
    #expect(top.value == JSON.Value.null)
  }

  @Test func `a JSON response has exact numbers, the last duplicate name and a depth limit`() {
    let big = serialize(200, "application/json", "[123456789012345678901234567890]")
    #expect(big.value?[0]?.description == "123456789012345678901234567890")
    #expect(serialize(200, "application/json", #"{"a":1,"a":2}"#).value == ["a": 2])
    let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(serialize(200, "application/json", deep(512)).error == nil)
    #expect(serialize(200, "application/json", deep(513)).error != nil)
  }
}
