import ApusHTTP
import ApusSerialization
import ApusSession
import ApusTestServer
import TestSupport
import Testing

/// Verbs and requests with variables in paths, parameters, headers and content.
@Suite(.ownThread) struct ContentTests {
  /// The request at the server.
  private struct Echo: Codable {
    var line: String
    var type: String?
    var tenant: String?
    var tag: String?
    var accept: String?
    var agent: String?
    var body: String
  }

  private static let echo: TestServer.Handler = { request in
    let fields = request.head.fields
    let echo = Echo(
      line: "\(request.method.name) \(request.head.target.text)", type: fields[.contentType]?.text,
      tenant: fields["X-Tenant"]?.text, tag: fields[.ifNoneMatch]?.text,
      accept: fields[.accept]?.text, agent: fields[.userAgent]?.text,
      body: String(decoding: request.body, as: UTF8.self))
    return .response((try? .json(echo)) ?? HTTP.Response(500))
  }

  private struct Named: Encodable, Sendable { var firstName = "Ada" }

  @Test func `a slash in a path value is escaped, and an empty path value is rejected`()
    async throws
  {
    try await SessionFixture.with(Self.echo) { fixture in
      let (id, empty) = ("../../admin", "")
      let echo = try await fixture.session.get("users/\(id)?q=\(id)", as: Echo.self)
      #expect(echo.line == "GET /users/..%2F..%2Fadmin?q=..%2F..%2Fadmin")
      for (target, fault) in [
        ("users/\(empty)", HTTP.InvalidURL.emptySegment), ("users/.\(".")", .dotSegment),
      ] as [(HTTP.Target, HTTP.InvalidURL)] {
        let error = await fixture.failure(of: .get(target))
        #expect(error?.reason == .url(fault) && "\(String(describing: error))".contains("value"))
      }
      #expect(fixture.server.requestCount == 1)
    }
  }

  @Test func `queries and headers can be literals, variables, dictionaries or types`()
    async throws
  {
    try await SessionFixture.with(Self.echo) { fixture in
      let api = fixture.session
      let (page, tags, note, tenant): (Int, [String], String?, String) = (
        2, ["a", "b"], nil, "blue"
      )
      let literal: Echo = try await api.get(
        "x", query: ["page": page, "tags": tags, "note": note],
        headers: ["X-Tenant": tenant, .ifNoneMatch: note])
      #expect(literal.line == "GET /x?page=2&tags=a&tags=b")
      #expect(literal.tenant == "blue" && literal.tag == nil)
      let (query, headers) = (["page": 2], ["X-Tenant": "red"])
      let given: Echo = try await api.get(
        "x", query: .encoding(query), headers: HTTP.Fields(headers))
      #expect(given.line == "GET /x?page=2" && given.tenant == "red")
      let holes: [String: String?] = ["a": nil, "b": "c"]
      #expect(
        try await api.delete("x", query: .encoding(holes), as: Echo.self).line == "DELETE /x?b=c")
      let typed: Echo = try await api.post("x", .text("t"), query: .encoding(Named()))
      #expect(typed.line == "POST /x?firstName=Ada" && typed.body == "t")
      #expect(try await api.head("x", query: .encoding(query)).status == .ok)
    }
  }

  @Test func `request content can be JSON, a form, text, bytes or a file`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("name,age".utf8), to: "rows.csv")
    try await SessionFixture.with(Self.echo) {
      var coder = JSONCoder()
      coder.keys = .snakeCase
      $0.json = coder
    } _: { fixture in
      let api = fixture.session
      let (tags, page, note): ([String], Int, String?) = (["a"], 2, nil)
      let cases: [(HTTP.Body, String, String)] = [
        (.json(Named()), "application/json", #"{"first_name":"Ada"}"#),
        (
          .json(["id": 1, "name": "a", "deep": ["x": [1, nil]]]), "application/json",
          #"{"id":1,"name":"a","deep":{"x":[1,null]}}"#
        ),
        (
          .json(["tags": tags, "page": page, "note": note]), "application/json",
          #"{"tags":["a"],"page":2,"note":null}"#
        ),
        (
          .form(["tags": tags, "page": page, "note": note]), "application/x-www-form-urlencoded",
          "page=2&tags=a"
        ),
        (.form(["page": page]), "application/x-www-form-urlencoded", "page=2"),
        (.form(["a": "b c", "d": nil]), "application/x-www-form-urlencoded", "a=b%20c"),
        (.text("naïve"), "text/plain; charset=utf-8", "naïve"),
        (.bytes([0x68]), "", "h"), (.file(path), "text/csv", "name,age"),
        (.json(Named()), "application/json", #"{"first_name":"Ada"}"#),
      ]
      for (content, type, body) in cases {
        let echo = try await api.put("x", content, as: Echo.self)
        #expect(echo.body == body && echo.type ?? "" == type)
      }
      let made = try await api.patch(
        "x", .json([page]), as: HTTPSession.Response<Echo>.self, accepting: .success)
      #expect(made.value.line == "PATCH /x" && made.value.body == "[2]" && made.status == .ok)
    }
  }

  @Test func `request content is encoded by the session that sends the request`()
    async throws
  {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    let tags = ["a"]
    try await SessionFixture.with(Self.echo) { [coder] in
      $0.json = coder
      $0.parameters.arrays = .commas
      $0.headers[.contentType] = "text/x-default"
    } _: { fixture in
      let api = fixture.session
      let requests: [(HTTP.Request, String)] = [
        (.post("x", .json(Named())), #"{"first_name":"Ada"}"#),
        (.post("x", .json(["n": 1, "s": "a"])), #"{"n":1,"s":"a"}"#),
        (.post("x", .json(["tags": tags, "n": 1.5])), #"{"tags":["a"],"n":1.5}"#),
        (.post("x", .form(["tags": ["a", "b"]])), "tags=a,b"),
        (.post("x", .form(["tags": tags, "n": 1])), "n=1&tags=a"),
        (.post("x", try .json(Named()).gzipped()), #"{"first_name":"Ada"}"#),
      ]
      for (request, body) in requests {
        var echo = try await api.send(request, as: Echo.self)
        if request.body.coding == .gzip { echo.body = body }
        #expect(echo.body == body)
      }
      let parts = HTTP.Request.post(
        "x", .multipart([.content("meta", .json(Named()), fileName: "meta.json")]))
      let echo = try await api.send(parts, as: Echo.self)
      #expect(echo.type?.utf8.starts(with: "multipart/form-data; boundary=".utf8) == true)
      #expect(echo.body.contains("\r\n\r\n{\"first_name\":\"Ada\"}\r\n"))
    }
  }

  @Test func `by default a session sends User-Agent and accepts all media types`()
    async throws
  {
    try await SessionFixture.with(Self.echo) { fixture in
      let plain = try await fixture.session.get("x").json(as: Echo.self)
      #expect(plain.accept == "*/*" && plain.agent?.contains("(Linux)") == true)
      #expect(try await fixture.session.get("x", as: Echo.self).accept == "application/json")
      let quiet = try HTTPSession(fixture.server.url) {
        $0.headers[.accept] = nil
        $0.headers[.userAgent] = nil
      }
      let bare = try await quiet.get("x").json(as: Echo.self)
      #expect(bare.accept == nil && bare.agent == nil)
      await quiet.shutdown()
    }
  }
}
