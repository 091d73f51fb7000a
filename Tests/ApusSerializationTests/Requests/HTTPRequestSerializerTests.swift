import ApusBytes
import ApusHTTP
import ApusSerialization
import Testing

/// QS and RQ rows: requests with parameters and fields.
struct HTTPRequestSerializerTests {
  private func text(_ body: HTTP.Body) -> String { MultipartTests.text(body) }

  @Test(arguments: [
    ("users", "users?page=2"), ("users?a=1", "users?a=1&page=2"), ("users?", "users?&page=2"),
    ("users#top", "users?page=2#top"), ("users?a#top?b", "users?a&page=2#top?b"),
    ("https://h.example", "https://h.example?page=2"), ("", "?page=2"),
    ("users#?", "users?page=2#?"),
  ])
  func `query parameters are inserted before the fragment of a request target`(
    _ target: String, _ expected: String
  )
    throws
  {
    let request = try HTTPRequestSerializer().request(.get, .reference(target), ["page": 2])
    #expect(request.target.text == expected)
    #expect(request.body.isEmpty)
    #expect(request.body.mediaType == nil)
  }

  @Test func `a request without parameters has an unchanged target`() throws {
    for parameters: RequestParameters? in [nil, [:], ["a": []]] {
      #expect(try HTTPRequestSerializer().request(.get, "users", parameters).target == "users")
    }
  }

  @Test func `get, HEAD and DELETE requests have parameters in the query, others in the body`()
    throws
  {
    var serializer = HTTPRequestSerializer()
    for method: HTTP.Method in [.get, .head, .delete, "get", "Delete"] {
      let request = try serializer.request(method, "x", ["a": 1])
      #expect(request.target == "x?a=1")
      #expect(request.body.isEmpty)
    }
    for method: HTTP.Method in [.post, .put, .patch, .options, "REPORT"] {
      let request = try serializer.request(method, "x", ["a": 1])
      #expect(request.target == "x")
      #expect(text(request.body) == "a=1")
    }
    serializer.methodsWithQuery.remove(.delete)
    #expect(text(try serializer.request(.delete, "x", ["a": 1]).body) == "a=1")
  }

  @Test func `a form body has the form media type without a charset, even if it is empty`() throws {
    let serializer = HTTPRequestSerializer()
    let form = try serializer.request(.post, "x", ["a": "é"])
    #expect(text(form.body) == "a=%C3%A9")
    #expect(form.body.mediaType?.description == "application/x-www-form-urlencoded")
    let empty = try serializer.request(.post, "x")
    #expect(empty.body.length == .known(0))
    #expect(empty.body.mediaType == .form)
  }

  @Test func `the Content-Type of a request is not replaced by the form media type`() throws {
    var serializer = HTTPRequestSerializer()
    var request = HTTP.Request.post("x")
    request.headers[.contentType] = "application/x-own"
    #expect(
      try serializer.serialize(request, ["a": 1]).headers[.contentType] == "application/x-own")
    serializer.headers[.contentType] = "application/x-other"
    #expect(
      try serializer.request(.post, "x", ["a": 1]).headers[.contentType] == "application/x-other")
  }

  @Test func `a custom query closure returns the query, and its errors are rethrown`()
    throws
  {
    struct Refusal: Error, Equatable {}
    var serializer = HTTPRequestSerializer()
    serializer.query = { request, parameters in
      guard request.method != .put else { throw Refusal() }
      return "raw é=\(parameters.members.count)"
    }
    #expect(try serializer.request(.get, "x", ["a": 1, "b": 2]).target == "x?raw é=2")
    #expect(text(try serializer.request(.post, "x", ["a": 1]).body) == "raw é=1")
    #expect(throws: Refusal()) { try serializer.request(.put, "x", ["a": 1]) }
    serializer.style = RequestParameters.Style()
    #expect(serializer.query == nil)
    #expect(try serializer.request(.get, "x", ["a": 1]).target == "x?a=1")
  }

  @Test func `parameters that cannot be written cause a serialization error`() {
    #expect(
      throws: RequestSerializationError.parameters(.noDateStyle(field: "d"))
    ) {
      try HTTPRequestSerializer().request(.get, "x", ["d": .moment(JSON.Moment(seconds: 0))])
    }
  }

  @Test func `a custom query closure receives the serializer's header fields and options`() throws {
    var serializer = HTTPRequestSerializer()
    serializer.headers["X-A"] = "1"
    serializer.options.idle = .seconds(5)
    serializer.query = { request, _ in
      let isSet = request.options.idle == .seconds(5)
      return "\(request.method)=\(request.headers["X-A"]?.text ?? "")&\(isSet)"
    }
    #expect(try serializer.request(.get, "x", ["a": 1]).target == "x?GET=1&true")
  }

  @Test func `request serialization errors have the error numbers of Apple's URL loading`() {
    #expect(RequestSerializationError.loneValue.number == -1016)
    #expect(RequestSerializationError.parameters(.unnamed).number == -1016)
    #expect(RequestSerializationError.invalidToken.number == -1013)
  }

  @Test func `a header field of the serializer does not replace a field of the request`() throws {
    var serializer = HTTPRequestSerializer()
    serializer.headers["X-A"] = "1"
    serializer.headers["x-b"] = "2"
    serializer.headers["X-B"] = "3"
    #expect(serializer.headers.count == 2)
    var request = HTTP.Request.get("x")
    request.headers["x-a"] = "own"
    let made = try serializer.serialize(request, nil)
    #expect(made.headers.values(of: "X-A").map(\.text) == ["own"])
    #expect(made.headers["X-B"] == "3")
    #expect(request.headers.count == 1)
    serializer.headers["X-B"] = nil
    #expect(try serializer.request(.get, "x").headers["X-B"] == nil)
  }

  @Test func `header fields of a call replace the serializer's fields with the same names`() throws
  {
    var serializer = HTTPRequestSerializer()
    serializer.headers["X-A"] = "1"
    let request = try serializer.request(
      .post, "x", ["a": 1], headers: ["x-a": "2", .contentType: "text/x", "X-B": "3", "x-b": "4"])
    #expect(request.headers.values(of: "X-A").map(\.text) == ["2"])
    #expect(request.headers[.contentType] == "text/x")
    #expect(request.headers.values(of: "X-B").map(\.text) == ["3", "4"])
  }

  @Test func `changing an HTTP request serializer does not change its copies`() throws {
    var one = HTTPRequestSerializer()
    let other = one
    one.headers["X-A"] = "1"
    one.methodsWithQuery = []
    #expect(other.headers.isEmpty)
    #expect(try other.request(.get, "x", ["a": 1]).target == "x?a=1")
  }

  @Test func `Basic credentials are added to every request until they are cleared`() throws {
    var serializer = HTTPRequestSerializer()
    try serializer.setBasicAuthorization(user: "Aladdin", password: "open:sésame")
    let field = serializer.headers[.authorization]
    #expect(field?.text == "Basic " + Base64.encode(Array("Aladdin:open:sésame".utf8)))
    #expect(field?.isSensitive == true)
    try serializer.setBasicAuthorization(user: "", password: "")
    #expect(serializer.headers[.authorization]?.text == "Basic Og==")
    serializer.headers["X-Authorization"] = "kept"
    serializer.clearAuthorization()
    #expect(serializer.headers[.authorization] == nil)
    #expect(serializer.headers["X-Authorization"] == "kept")
  }

  @Test func `a colon in the user name or a control character in credentials is rejected`() {
    var serializer = HTTPRequestSerializer()
    for (user, password) in [("a:b", "c"), ("a", "b\n"), ("a\u{0}", "b"), ("a", "\u{7f}")] {
      #expect(throws: RequestSerializationError.invalidCredentials) {
        try serializer.setBasicAuthorization(user: user, password: password)
      }
    }
    #expect(serializer.headers.isEmpty)
  }

  @Test func `a bearer token with a character that RFC 6750 does not allow is rejected`() throws {
    var serializer = HTTPRequestSerializer()
    try serializer.setBearerAuthorization("aZ09-._~+/==")
    #expect(serializer.headers[.authorization]?.text == "Bearer aZ09-._~+/==")
    #expect(serializer.headers[.authorization]?.isSensitive == true)
    for token in ["", "=", "a b", "a=b", "a\r\nX: 1", "é"] {
      #expect(throws: RequestSerializationError.invalidToken, "\(token)") {
        try serializer.setBearerAuthorization(token)
      }
    }
  }

  @Test func `a request serializer with default settings adds no header fields`() throws {
    #expect(try HTTPRequestSerializer().request(.get, "x").headers.isEmpty)
  }

  @Test func `a request option that the serializer does not set remains nil`() throws {
    var serializer = HTTPRequestSerializer()
    #expect(try serializer.request(.get, "x").options == HTTP.RequestOptions())
    serializer.options.idle = .seconds(60)
    let touched = try serializer.request(.get, "x").options
    #expect(touched.idle == .seconds(60))
    var request = HTTP.Request.get("x")
    request.options.idle = .seconds(5)
    #expect(try serializer.serialize(request, nil).options.idle == .seconds(5))
  }

  @Test func `a body is compressed if requested, and a compressed body not again`() throws {
    var serializer = HTTPRequestSerializer()
    serializer.compression = .balanced
    let long = String(repeating: "a", count: 10_000)
    let request = try serializer.request(.post, "x", ["a": .text(long)])
    #expect(request.body.coding == .gzip)
    #expect(request.body.mediaType == .form)
    let again = try serializer.serialize(request, nil)
    #expect(MultipartTests.bytes(again.body) == MultipartTests.bytes(request.body))
    #expect(try unzipped(MultipartTests.bytes(request.body)) == Array("a=\(long)".utf8))
    var coded = HTTP.Request.post("x", .bytes([1]))
    coded.headers[.contentEncoding] = "x-own"
    #expect(try serializer.serialize(coded, nil).body.coding == nil)
    #expect(try serializer.request(.get, "x", ["a": 1]).body.coding == nil)
  }

  @Test func `serializing a request without parameters does not change its body`() throws {
    let request = HTTP.Request.post("x", .bytes([1, 2], .octetStream))
    let made = try HTTPRequestSerializer().serialize(request, nil)
    #expect(MultipartTests.bytes(made.body) == [1, 2])
    #expect(made.body.mediaType == .octetStream)
  }

  private func unzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    try HTTP.ContentDecoder.decode(bytes.span, [.gzip])
  }
}
