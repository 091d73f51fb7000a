import ApusHTTP
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The serializers of a session.
@Suite(.ownThread) struct SessionSerializersTests {
  private struct User: Codable, Equatable, Sendable { var id: Int }

  /// The request at the server.
  private struct Echo: Codable, Equatable {
    var method: String
    var target: String
    var type: String?
    var tenant: String?
    var coding: String?
    var body: String
  }

  private static let echo: TestServer.Handler = { request in
    let fields = request.head.fields
    var bytes = request.body
    if fields[.contentEncoding] == "gzip" {
      bytes = (try? HTTP.ContentDecoder.decode(bytes.span, [.gzip])) ?? []
    }
    let echo = Echo(
      method: request.method.name, target: request.head.target.text,
      type: fields[.contentType]?.text, tenant: fields["X-Tenant"]?.text,
      coding: fields[.contentEncoding]?.text, body: String(decoding: bytes, as: UTF8.self))
    return .response((try? .json(echo)) ?? HTTP.Response(500))
  }

  private static let answer: TestServer.Handler = { request in
    let (status, type, body): (HTTP.Status, HTTP.FieldValue, String) =
      switch request.path {
      case "/user": (200, "application/json", #"{"id":7}"#)
      case "/feed": (200, "text/xml", "<a><b/></a>")
      case "/page": (200, "text/html", "<p>")
      case "/gone": (404, "application/json", #"{"id":9}"#)
      case "/image": (200, "image/png", "x")
      default: (204, "text/html", "")
      }
    return .response(
      HTTP.Response(status, headers: [.contentType: type], body: Array(body.utf8)))
  }

  private func reason(
    _ call: () async throws -> Void
  ) async -> HTTPSessionError.Reason? {
    do {
      try await call()
      return nil
    } catch {
      return HTTPSessionError(of: error).reason
    }
  }

  @Test func `each verb function encodes its content with the request serializer`()
    async throws
  {
    try await SessionFixture.with(Self.echo) {
      $0.requestSerializer.http.headers["X-Tenant"] = "blue"
      $0.requestSerializer.http.compression = .fastest
      $0.parameters.arrays = .indexed
    } _: { fixture in
      let api = fixture.session
      let query: HTTP.Query = ["a": [1, 2]]
      let echoes: [Echo] = [
        try await api.get("x", query: query), try await api.delete("x", query: query),
        try await api.post("x", .form(query), query: query),
        try await api.put("x", .json([1]), query: query),
        try await api.patch("x", .multipart([.field("a", "b")]), query: query),
        try await api.post("x", .text("t"), query: query),
      ]
      #expect(echoes.allSatisfy { $0.target == "/x?a%5B0%5D=1&a%5B1%5D=2" && $0.tenant == "blue" })
      #expect(echoes.map { $0.coding != nil } == [false, false, true, true, true, true])
      #expect(
        echoes[2].body == "a%5B0%5D=1&a%5B1%5D=2" && echoes[3].body == "[1]"
          && echoes[5].body == "t")
      #expect(echoes[4].body.contains("name=\"a\"\r\n\r\nb\r\n"))
      let own: Echo = try await api.get("x", headers: ["x-tenant": "red"])
      #expect(own.tenant == "red")
    }
  }

  @Test func `a query closure of the session encodes queries and forms or throws`()
    async throws
  {
    struct Refusal: Error, Equatable {}
    try await SessionFixture.with(Self.echo) {
      $0.requestSerializer.http.query = { request, parameters in
        guard request.method != .put else { throw Refusal() }
        return "n=\(parameters.members.count)"
      }
    } _: { fixture in
      let api = fixture.session
      let asked: Echo = try await api.post("x", .form(["b": 1, "c": 2]), query: ["a": 1])
      #expect(asked.target == "/x?n=1" && asked.body == "n=2")
      do {
        _ = try await api.put("x", .form(["a": 1]))
        Issue.record("it was sent")
      } catch let error as HTTPSessionError {
        #expect(error.code.name == "request-content")
        #expect(error.underlying as? Refusal == Refusal())
      }
    }
  }

  @Test func `a multipart form declares its boundary, an empty form is URL-encoded`()
    async throws
  {
    try await SessionFixture.with(Self.echo) {
      $0.requestSerializer.http.headers[.contentType] = "application/x-own"
    } _: { fixture in
      let api = fixture.session
      let parts: Echo = try await api.post("x", .multipart([.field("a", "b")]))
      #expect(parts.type?.utf8.starts(with: "multipart/form-data; boundary=".utf8) == true)
      api.requestSerializer = HTTPRequestSerializer()
      let nothing: Echo = try await api.post("x", .multipart([]))
      #expect(nothing.type == "application/x-www-form-urlencoded" && nothing.body == "")
      let own: Echo = try await api.post(
        "x", .multipart([.field("a", "b")]), headers: [.contentType: "multipart/x; boundary=c"])
      #expect(own.type == "multipart/x; boundary=c")
    }
  }

  @Test func `parameters are sent in the format of the session's request serializer`() async throws
  {
    try await SessionFixture.with(Self.echo) {
      $0.parameters = .afnetworking
      $0.requestSerializer = JSONRequestSerializer()
    } _: { fixture in
      let api = fixture.session
      let json = try api.request("REPORT", "x", ["b": [1, nil], "a": "é"])
      let report = try await api.send(json, as: Echo.self)
      #expect(report.method == "REPORT" && report.type == "application/json")
      #expect(report.body == #"{"a":"é","b":[1,null]}"#)
      let query = try api.request(.get, "x", ["a": 1], headers: ["X-Tenant": "red"])
      let asked = try await api.send(query, as: Echo.self)
      #expect(asked.target == "/x?a=1" && asked.tenant == "red")
      api.requestSerializer = HTTPRequestSerializer()
      let form = try await api.send(try api.request(.post, "x", ["a": 1]), as: Echo.self)
      #expect(form.type == "application/x-www-form-urlencoded" && form.body == "a=1")
      let moment = RequestParameters.Value.moment(JSON.Moment(seconds: 0))
      let error = #expect(throws: HTTPSessionError.self) {
        try api.request(.get, "x", ["a": moment])
      }
      #expect(error?.reason == .requestContent(.parameters(.noDateStyle(field: "a"))))
      #expect(fixture.server.requestCount == 3)
    }
  }

  @Test func `the session's response serializer decodes the values of all verbs`()
    async throws
  {
    try await SessionFixture.with(Self.answer) {
      var json = JSONResponseSerializer()
      json.validation.statuses = [200...299, 404...404]
      $0.responseSerializer = CompoundResponseSerializer([json, TextResponseSerializer()])
    } _: { fixture in
      let api = fixture.session
      let user: User = try await api.get("user")
      #expect(user == User(id: 7))
      let page: String = try await api.get("page")
      #expect(page == "<p>")
      let nothing: User? = try await api.get("nothing")
      #expect(nothing == nil)
      let none = await reason {
        _ = try await api.get("nothing", as: User.self)
      }
      #expect(none == .noContent)
      let gone = await reason {
        _ = try await api.get("gone", as: String.self)
      }
      #expect(gone == .status(404))
      api.responseSerializer = JSONResponseSerializer()
      let refused = await reason {
        _ = try await api.get("page", as: User.self)
      }
      #expect(refused == .mediaType("text/html"))
      // A request without a type has its response, for any serializer.
      #expect(try await api.get("page").text == "<p>")
    }
  }

  @Test func `a running request keeps the serializers that it started with`()
    async throws
  {
    let gate = Gate()
    try await SessionFixture.with { request in
      await gate.pass()
      return try await Self.answer(request)
    } configure: {
      $0.responseSerializer = JSONResponseSerializer()
    } _: { fixture in
      let api = fixture.session
      async let begun = api.get("user", as: User.self)
      while fixture.server.requestCount == 0 { await Pause.brief() }
      api.responseSerializer = TextResponseSerializer()
      gate.open()
      let user = try await begun
      #expect(user == User(id: 7))
      let text: String = try await api.get("user")
      #expect(text == #"{"id":7}"#)
      api.responseSerializer = nil
      let again: User = try await api.get("user")
      #expect(again == User(id: 7))
    }
  }

  @Test func `a serializer result contains its value, its error and failed attempts`()
    async throws
  {
    try await SessionFixture.with(Self.answer) { fixture in
      let api = fixture.session
      let (gone, both) = try await api.result(
        of: .get("gone"), using: DecodableResponseSerializer(User.self))
      #expect(gone.status == 404 && both.value == User(id: 9))
      #expect(both.error?.primary == .status(404, phrase: "Not Found"))
      let compound = CompoundResponseSerializer([
        JSONResponseSerializer(), XMLDocumentResponseSerializer(),
      ])
      let (image, result) = try await api.result(of: .get("image"), using: compound)
      #expect(image.body == [0x78] && result.value as? [UInt8] == [0x78])
      #expect(result.error == nil && result.attempts.count == 2)
      #expect(result.attempts.allSatisfy { $0.concernsMediaType })
    }
  }

  @Test func `a result without a type contains the session serializer's value`()
    async throws
  {
    try await SessionFixture.with(Self.answer) {
      $0.responseSerializer = XMLDocumentResponseSerializer()
    } _: { fixture in
      let api = fixture.session
      let (_, feed) = try await api.result(of: .get("feed"))
      #expect((feed.value as? XML.Document)?.root.name == "a")
      let (_, user) = try await api.result(of: .get("user"))
      #expect(user.value == nil && user.error?.concernsMediaType == true)
      let asked = await reason {
        _ = try await api.get("feed", as: User.self)
      }
      #expect(asked == .serialization(.anotherType("Document", wanted: "User")))
      api.responseSerializer = nil
      let (_, json) = try await api.result(of: .get("user"))
      #expect(json.value as? JSON.Value == ["id": 7])
      let document = try await api.send(.get("feed"), using: XMLDocumentResponseSerializer())
      #expect(document?.root.name == "a")
    }
  }

  @Test func `a request with an invalid target fails before it is sent`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let request = try fixture.session.request(.get, "http://[", ["a": 1])
      let error = await fixture.failure(of: request)
      #expect(error?.code.name == "invalid-url")
      #expect(fixture.server.requestCount == 0)
    }
  }

  @Test
  func `each of a thousand concurrent requests uses exactly one serializer`()
    async throws
  {
    let api = HTTPSession.stub("http://localhost/") { _ in HTTP.Response(200) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask {
          if number.isMultiple(of: 4) {
            var serializer = HTTPRequestSerializer()
            for name in ["X-A", "X-B"] {
              serializer.headers[HTTP.FieldName(name)] = HTTP.FieldValue("\(number)")
            }
            api.requestSerializer = serializer
          }
          let request = try api.request(.get, "x", ["a": 1])
          #expect(request.headers["X-A"] == request.headers["X-B"])
        }
      }
      try await group.waitForAll()
    }
    #expect(api.requestSerializer.http.headers.count == 2)
  }

  @Test
  func `default requests contain Accept, Accept-Encoding, Host and User-Agent`()
    async throws
  {
    try await SessionFixture.with { request in
      let names = request.head.fields.map(\.name.text).sorted()
      return .response((try? .json(names)) ?? HTTP.Response(500))
    } _: { fixture in
      let plain = try await fixture.session.get("x").json(as: [String].self)
      #expect(plain == ["Accept", "Accept-Encoding", "Host", "User-Agent"])
    }
  }

  @Test func `a connection never serves two requests at the same time`()
    async throws
  {
    let gate = Gate()
    try await SessionFixture.with { _ in
      await gate.pass()
      return .response(HTTP.Response(200))
    } configure: {
      $0.pool.connectionsPerHost = 1
    } _: { fixture in
      let api = fixture.session
      async let first = api.get("1")
      while fixture.server.requestCount == 0 { await Pause.brief() }
      async let second = api.get("2")
      while api.gauges.waiting == 0 { await Pause.brief() }
      #expect(fixture.server.requestCount == 1)
      gate.open()
      let statuses = [try await first.status, try await second.status]
      #expect(statuses == [.ok, .ok])
      #expect(fixture.server.requestCount == 2 && fixture.server.connectionCount == 1)
    }
  }
}
