import ApusHTTP
import ApusSerialization
import ApusSession
import ApusTestServer
import TestSupport
import Testing

/// The requests of verbs, the values of their responses, and the contents of their errors.
@Suite(.ownThread) struct VerbsTests {
  private struct User: Codable, Equatable { var id: Int }

  /// No thread may have it but one.
  private final class Box: Codable {
    var id: Int

    init(_ id: Int) { self.id = id }
  }

  private actor Keeper {
    private let box = Box(3)
    private(set) var received: Box?

    func exchange(_ api: HTTPSession) async throws -> Int {
      let answer: Box = try await api.post("box", .json(["id": box.id]))
      received = answer
      return answer.id
    }
  }

  private static let plain: TestServer.Handler = { request in
    let asked = request.head.fields[.accept]?.text ?? "none"
    let text = "\(request.method.name) \(request.head.target.text) \(asked)"
    return .response(HTTP.Response(200, body: Array(text.utf8)))
  }

  private static let json: TestServer.Handler = { request in
    let (status, type, body): (HTTP.Status, HTTP.FieldValue, String) =
      switch request.path {
      case "/box": (201, "application/json", String(decoding: request.body, as: UTF8.self))
      case "/user": (200, "application/json; charset=utf-8", #"{"id":7}"#)
      case "/broken": (200, "application/json", #"{"id":"#)
      case "/other": (200, "application/json", #"{"id":"seven"}"#)
      case "/page": (200, "text/html", "<p>")
      case "/gone-page": (410, "text/html", "<p>")
      case "/space": (200, "application/json", " ")
      case "/accept":
        (200, "application/json", "[\"\(request.head.fields[.accept]?.text ?? "none")\"]")
      default: (204, "text/html", "")
      }
    return .response(
      HTTP.Response(status, headers: [.contentType: type], body: Array(body.utf8)))
  }

  @Test func `each verb function sends its method and accepts all media types`()
    async throws
  {
    try await SessionFixture.with(Self.plain) { fixture in
      let api = fixture.session
      #expect(try await api.get("a", query: ["q": 1]).text == "GET /a?q=1 */*")
      #expect(try await api.delete("a").text == "DELETE /a */*")
      #expect(try await api.post("a", .form([:])).text == "POST /a */*")
      #expect(try await api.put("a", .empty).text == "PUT /a */*")
      #expect(try await api.patch("a", .multipart([])).text == "PATCH /a */*")
      #expect(try await api.post("b", .json([1])).text == "POST /b */*")
      #expect(try await api.put("b", .json([1])).text == "PUT /b */*")
      #expect(try await api.patch("b", .json([1])).text == "PATCH /b */*")
      #expect(try await api.put("c", .form([:])).text == "PUT /c */*")
      #expect(try await api.patch("c", .form([:])).text == "PATCH /c */*")
      #expect(try await api.post("d", .multipart([])).text == "POST /d */*")
      #expect(try await api.put("d", .multipart([])).text == "PUT /d */*")
      #expect(try await api.post("e", .empty).text == "POST /e */*")
      #expect(try await api.patch("e", .empty).text == "PATCH /e */*")
      let sent = try await api.upload("d", .multipart([]), query: ["q": 1]) { _ in }
      #expect(sent.text == "POST /d?q=1 */*")
      #expect(try await api.head("a").headers["Content-Length"]?.text == "\("HEAD /a */*".count)")
      let url = try HTTP.URL("\(fixture.server.url)b?c#d")
      #expect(try await api.get(.url(url), query: ["q": 1]).text == "GET /b?c&q=1 */*")
    }
  }

  /// The method, the query and the type of the content, as a JSON array.
  private static let facts: TestServer.Handler = { request in
    let type = request.head.fields[.contentType]?.text ?? "none"
    let essence = String(decoding: type.utf8.prefix { $0 != 0x3b }, as: UTF8.self)
    let facts = [request.method.name, request.query ?? "", essence]
    return .response((try? .json(facts)) ?? HTTP.Response(500))
  }

  @Test func `each verb function sends each kind of content and decodes a value`() async throws {
    let parts: [Multipart.Part] = [.field("a", "b")]
    let bytes = HTTP.Body.bytes([1], .octetStream)
    let kinds = [
      "application/json", "application/x-www-form-urlencoded", "multipart/form-data",
      "application/octet-stream",
    ]
    try await SessionFixture.with(Self.facts) { fixture in
      let api = fixture.session
      var answers: [[String]] = [
        try await api.post("a", .json([1]), query: ["q": 1]),
        try await api.post("a", .form(["a": "b"]), query: ["q": 1]),
        try await api.post("a", .multipart(parts), query: ["q": 1]),
        try await api.post("a", bytes, query: ["q": 1]),
        try await api.put("a", .json([1]), query: ["q": 1]),
        try await api.put("a", .form(["a": "b"]), query: ["q": 1]),
        try await api.put("a", .multipart(parts), query: ["q": 1]),
        try await api.put("a", bytes, query: ["q": 1]),
        try await api.patch("a", .json([1]), query: ["q": 1]),
        try await api.patch("a", .form(["a": "b"]), query: ["q": 1]),
        try await api.patch("a", .multipart(parts), query: ["q": 1]),
        try await api.patch("a", bytes, query: ["q": 1]),
      ]
      #expect(
        answers == ["POST", "PUT", "PATCH"].flatMap { verb in kinds.map { [verb, "q=1", $0] } })
      answers = [
        try await api.get("a", query: ["q": 1]), try await api.delete("a", query: ["q": 1]),
      ]
      #expect(answers == [["GET", "q=1", "none"], ["DELETE", "q=1", "none"]])
    }
  }

  @Test func `a typed verb function sends Accept: application/json by default`() async throws {
    try await SessionFixture.with(Self.json) { fixture in
      let api = fixture.session
      let usual: [String] = try await api.get("accept")
      let own: [String] = try await api.get("accept", headers: [.accept: "text/json"])
      #expect(usual == ["application/json"] && own == ["text/json"])
    }
    try await SessionFixture.with(Self.json) {
      $0.headers[.accept] = "text/html"
    } _: {
      let asked: [String] = try await $0.session.get("accept")
      #expect(asked == ["text/html"])
    }
  }

  @Test func `actor state that is not Sendable can be sent and received`() async throws {
    try await SessionFixture.with(Self.json) { fixture in
      let id = try await Keeper().exchange(fixture.session)
      #expect(id == 3)
    }
  }

  @Test(arguments: [
    ("broken", "serialization"), ("other", "serialization"), ("page", "media-type"),
    ("gone-page", "status"), ("space", "no-content"), ("nothing", "no-content"),
  ])
  func `an error about response content contains the fault and the response`(
    _ target: String, _ code: String
  ) async throws {
    try await SessionFixture.with(Self.json) { fixture in
      do {
        let user = try await fixture.session.get(.reference(target), as: User.self)
        Issue.record("it became \(user)")
      } catch let error as HTTPSessionError {
        #expect(error.code.name == code)
        #expect(error.request?.method == .get)
        #expect(error.request?.target.text == "\(fixture.server.url)\(target)")
        let body = try await fixture.session.send(
          .get(.reference(target)), using: RawResponseSerializer())?.body
        #expect(error.response?.body == body && body != nil)
      }
    }
  }

  @Test func `an empty body decodes to nil for every optional type`() async throws {
    try await SessionFixture.with(Self.json) { fixture in
      let api = fixture.session
      let nothing = try await api.get("nothing", as: User?.self)
      let space = try await api.get("space", as: JSON.Value.self)
      let user = try await api.get("user", as: User?.self)
      #expect(nothing == nil && space == .null && user == User(id: 7))
    }
  }

  @Test func `content that cannot be encoded is an error before the request is sent`() async throws
  {
    try await SessionFixture.with(Self.json) { fixture in
      let api = fixture.session
      func code(_ call: () async throws -> Void) async -> String? {
        do {
          try await call()
          return nil
        } catch {
          return HTTPSessionError(of: error).code.name
        }
      }
      // It is beyond the years of ISO 8601.
      let moment = RequestParameters.Value.moment(JSON.Moment(seconds: .max))
      let codes = [
        await code {
          try await api.get("a", query: ["since": moment])
        },
        await code {
          try await api.post("a", .form(["since": moment]))
        },
        await code {
          try await api.post("a", .json([Double.nan]))
        },
      ]
      #expect(codes == ["request-content", "request-content", "request-content"])
      #expect(fixture.server.requestCount == 0)
    }
  }

  @Test func `the error for an invalid JSON line names the line, and reading can go on`()
    async throws
  {
    let fake = HTTPSession.stub("http://localhost/") { _ in
      HTTP.Response(200, body: Array("{\"id\":1}\n\nx\r\n{\"id\":2}".utf8))
    }
    try await fake.stream(.get("rows")) { _, body in
      var values = body.values(of: User.self).makeAsyncIterator()
      let first = try await values.next()
      #expect(first == User(id: 1))
      do {
        _ = try await values.next(isolation: nil)
        Issue.record("it became a value")
      } catch let error as HTTPSessionError {
        #expect(error.code.name == "serialization")
        guard case .undecodable(3, _) = error.underlying as? JSON.LineError else {
          Issue.record("\(error)")
          return
        }
      }
      let second = try await values.next()
      let end = try await values.next()
      #expect(second == User(id: 2) && end == nil)
    }
  }

  @Test func `a stream of decoded values ends at a line beyond the limit`() async throws {
    let fake = HTTPSession.stub("http://localhost/") { _ in
      HTTP.Response(200, body: Array("[1]\n[10]\n".utf8))
    }
    try await fake.stream(.get("rows")) { _, body in
      var values = body.values(of: [Int].self, lineLimit: 3).makeAsyncIterator()
      let first = try await values.next()
      #expect(first == [1])
      do {
        _ = try await values.next(isolation: nil)
        Issue.record("a line of four bytes was read")
      } catch let error as HTTPSessionError {
        #expect(error.reason == .lineTooLong(limit: 3))
      }
    }
  }

  @Test func `event data and error content can be decoded with any JSON coder`()
    async throws
  {
    struct Name: Decodable { var firstName: String }
    var coder = JSONCoder()
    coder.keys = .snakeCase
    let text = #"{"first_name":"Ada"}"#
    let event = HTTP.ServerSentEvent(data: text)
    #expect(try event.json(as: Name.self, using: coder).firstName == "Ada")
    #expect(throws: JSON.DecodingError.self) { try event.json(as: Name.self) }
    let response = HTTP.Response(500, body: Array(text.utf8))
    #expect(try response.json(as: Name.self, using: coder).firstName == "Ada")
    #expect(throws: JSON.DecodingError.self) { try response.json(as: Name.self) }
  }

  @Test func `events of one type are decoded as values, and reading goes on after an error`()
    async throws
  {
    let text = "data: {\"id\":1}\n\nevent: ping\ndata: -\n\ndata: x\n\ndata: {\"id\":2}\n\n"
    let fake = HTTPSession.stub("http://localhost/") { _ in
      HTTP.Response(
        200, headers: [.contentType: "text/event-stream"], body: Array(text.utf8))
    }
    try await fake.events(.get("chat")) { events in
      var values = events.values(of: User.self).makeAsyncIterator()
      let first = try await values.next(isolation: nil)
      #expect(first == User(id: 1))
      do {
        _ = try await values.next(isolation: nil)
        Issue.record("it became a value")
      } catch let error as HTTPSessionError {
        #expect(error.code.name == "serialization" && error.underlying is JSON.DecodingError)
      }
      let second = try await values.next(isolation: nil)
      let end = try await values.next(isolation: nil)
      #expect(second == User(id: 2) && end == nil)
    }
  }

  @Test func `the session's limits apply to lines, decoded values and collected content`()
    async throws
  {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, body: Array("[1]\n[10]\n".utf8)))
    } configure: {
      $0.limits.lineByteCount = 3
      $0.limits.collectedByteCount = 8
    } _: { fixture in
      let api = fixture.session
      func reason(
        _ read: (HTTPSession.ResponseContent) async throws -> Void
      ) async -> HTTPSessionError.Reason? {
        do {
          try await api.stream(.get("rows")) { _, content in try await read(content) }
          return nil
        } catch {
          return (error as? HTTPSessionError)?.reason
        }
      }
      let lines = await reason { for try await _ in $0.lines() {} }
      let values = await reason { for try await _ in $0.values(of: [Int].self) {} }
      let collected = await reason { _ = try await $0.collect() }
      #expect(lines == .lineTooLong(limit: 3) && values == lines)
      #expect(collected == .bodyTooLong(limit: 8))
      let more = await reason {
        for try await _ in $0.lines(limit: 4) {}
      }
      #expect(more == nil)
    }
  }

  @Test func `an error description states its fault once and lists accepted media types`()
    async throws
  {
    let fake = HTTPSession.stub("http://localhost/") { request in
      HTTP.Response(
        request.path == "/gone" ? 404 : 200, headers: [.contentType: "text/html"],
        body: Array("<p>".utf8))
    }
    func words(_ call: () async throws -> Void) async -> String {
      do {
        try await call()
        return ""
      } catch {
        return "\(error)"
      }
    }
    let typed = await words { _ = try await fake.get("page", as: User.self) }
    let named = await words {
      _ = try await fake.send(.get("page"), using: JSONResponseSerializer())
    }
    #expect(
      typed == "GET http://localhost/page: the request failed: unacceptable content type: "
        + "text/html; accepted: application/json, text/json, text/javascript")
    #expect(named == typed)
    let gone = await words {
      _ = try await fake.send(.get("gone"), using: TextResponseSerializer())
    }
    #expect(gone == "GET http://localhost/gone: the request failed: Not Found (404)")
    // It is beyond the years of ISO 8601.
    let moment = RequestParameters.Value.moment(JSON.Moment(seconds: .max))
    let unsent = await words { try await fake.post("a", .form(["since": moment])) }
    let cause = RequestSerializationError.parameters(.noDateStyle(field: "since"))
    #expect(unsent == "POST http://localhost/a: \(cause)")
  }
}
