import ApusHTTP
import ApusSerialization
import Testing

/// RS rows: the acceptable responses, and the errors of the others.
struct ResponseValidationTests {
  private typealias Cause = ResponseSerializationError.Cause

  static func response(
    _ status: HTTP.Status, _ type: String?, _ body: String = ""
  ) -> HTTP.Response {
    let headers: HTTP.Fields = type.map { [.contentType: HTTP.FieldValue($0)] } ?? [:]
    return HTTP.Response(status, headers: headers, body: Array(body.utf8))
  }

  private let json = ResponseValidation(mediaTypes: ["application/json"])

  @Test func `the default validation accepts statuses 200 to 299 and any media type`() {
    var validation = ResponseValidation()
    for code in 100...599 {
      let verdict = validation.verdict(on: Self.response(HTTP.Status(code), nil))
      #expect(verdict.isValid == (200...299).contains(code))
    }
    validation.statuses = [200...200, 404...404]
    #expect(validation.verdict(on: Self.response(404, nil)).isValid)
    #expect(!validation.verdict(on: Self.response(201, nil)).isValid)
    validation.statuses = nil
    #expect(validation.verdict(on: Self.response(500, nil)).isValid)
  }

  @Test(arguments: [
    ("application/json", true), ("Application/JSON; charset=utf-8", true),
    ("application/json;", true), ("application/json; a=\"", true), ("text/html", false),
    ("application/problem+json", false), ("application/*", false), ("json", false), ("", false),
    ("application/json, text/html", false), ("application/jsonx", false),
  ])
  func `application/problem+json does not match application/json by default`(
    _ type: String, _ isValid: Bool
  ) {
    let response = Self.response(200, type, "x")
    #expect(json.verdict(on: response).isValid == isValid, "\(type)")
    #expect((json.verdict(on: response).error == nil) == isValid)
  }

  @Test func `a response with two Content-Type fields or a malformed media type is rejected`() {
    var response = Self.response(200, "application/json", "{}")
    response.headers.append(.contentType, "application/json")
    #expect(!json.verdict(on: response).isValid)
    let types = ResponseValidation(mediaTypes: ["text/plain", "application/json"])
    #expect(types.verdict(on: Self.response(200, " text/PLAIN ;x", "x")).isValid)
    #expect(!types.verdict(on: Self.response(200, "text/plain x", "x")).isValid)
  }

  @Test func `media types match by suffix and by range only if requested`() {
    var validation = json
    validation.matching = .suffixes
    #expect(validation.verdict(on: Self.response(200, "application/problem+json", "x")).isValid)
    #expect(!validation.verdict(on: Self.response(200, "text/x+json", "x")).isValid)
    #expect(!validation.verdict(on: Self.response(200, "application/json+zip", "x")).isValid)
    validation = ResponseValidation(mediaTypes: ["text/*"])
    #expect(!validation.verdict(on: Self.response(200, "text/x", "x")).isValid)
    validation.matching = .ranges
    #expect(validation.verdict(on: Self.response(200, "text/x", "x")).isValid)
    #expect(!validation.verdict(on: Self.response(200, "image/png", "x")).isValid)
  }

  @Test func `a 404 response without content is rejected for its status`() {
    #expect(!json.verdict(on: Self.response(404, "application/json")).isValid)
  }

  @Test func `a response with a wrong media type but no content is invalid without an error`() {
    let verdict = json.verdict(on: Self.response(200, "text/html"))
    #expect(!verdict.isValid)
    #expect(verdict.error == nil)
    #expect(json.verdict(on: Self.response(200, nil)).isValid)
    let untyped = json.verdict(on: Self.response(200, nil, "x"))
    #expect(untyped.error?.causes == [.mediaType(nil, accepted: ["application/json"])])
  }

  @Test func `the description of each response error contains the causes`() {
    let status = json.verdict(on: Self.response(404, "application/json", "{}")).error
    #expect(status?.primary == .status(404, phrase: "Not Found"))
    #expect(status?.description == "the request failed: Not Found (404)")
    let type = json.verdict(on: Self.response(200, "text/html", "x")).error
    #expect(
      type?.description
        == "the request failed: unacceptable content type: text/html; accepted: application/json")
    let odd = json.verdict(on: Self.response(799, "a\u{1b}[2J", "x")).error
    #expect(odd?.description.utf8.contains(0x1b) == false)
    #expect(odd?.primary == .status(799, phrase: ""))
  }

  @Test func `an unacceptable status is the primary cause, and a media type a further cause`() {
    let error = json.verdict(on: Self.response(404, "text/html", "x")).error
    #expect(
      error?.causes == [
        .status(404, phrase: "Not Found"),
        .mediaType("text/html", accepted: ["application/json"]),
      ])
    #expect(error?.underlying?.primary == .mediaType("text/html", accepted: ["application/json"]))
    #expect(error?.underlying?.underlying == nil)
  }

  @Test func `a wrong media type is detected among several causes of a response error`() {
    let error = json.verdict(on: Self.response(404, "text/html", "x")).error
    #expect(error?.concernsMediaType == true)
    #expect(json.verdict(on: Self.response(404, nil)).error?.concernsMediaType == false)
  }

  @Test func `response errors have the error numbers of Apple's URL loading`() {
    #expect(ResponseSerializationError(.status(404, phrase: "")).number == -1011)
    #expect(ResponseSerializationError(.mediaType(nil, accepted: [])).number == -1016)
    let others: [Cause] = [
      .text(charset: "x"), .other("x"), .anotherType("a", wanted: "b"),
    ]
    for cause in others { #expect(ResponseSerializationError(cause).number == -1017) }
    // The number is about the first of several causes.
    let both = json.verdict(on: Self.response(404, "text/html", "x")).error
    #expect(both?.number == -1011 && both?.underlying?.number == -1016)
  }

  @Test func `data and raw serializers return the content of a rejected response`() {
    let result = DataResponseSerializer().serialize(Self.response(500, "text/html", "x"))
    #expect(result.value == [0x78])
    #expect(result.error?.primary == .status(500, phrase: "Internal Server Error"))
    let raw = RawResponseSerializer().serialize(Self.response(500, "text/html", "x"))
    #expect(raw.value?.status == 500)
    #expect(raw.error == nil)
  }

  @Test func `the letter case of an accepted media type is ignored`() {
    var validation = ResponseValidation(mediaTypes: ["Application/JSON"])
    #expect(validation.verdict(on: Self.response(200, "application/json", "x")).isValid)
    #expect(!validation.verdict(on: Self.response(200, "application/problem+json", "x")).isValid)
    validation.matching = .suffixes
    #expect(validation.verdict(on: Self.response(200, "application/problem+json", "x")).isValid)
  }
}
