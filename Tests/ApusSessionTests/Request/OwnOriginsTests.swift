import ApusHTTP
import ApusSerialization
import ApusTestServer
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The additions of a session are sent only to its own origins.
@Suite struct OwnOriginsTests {
  private static let answer: TestServer.Handler = { request in
    let names = ["x-api-key", "authorization", "x-serial", "user-agent", "accept-language"]
    let seen = names.filter { name in
      request.head.fields.contains { "\($0.name)".lowercased() == name }
    }
    return .response(HTTP.Response(200, body: Array(seen.joined(separator: " ").utf8)))
  }

  private func configure(_ configuration: inout HTTPSession.Configuration) {
    configuration.headers["X-Api-Key"] = "k"
    configuration.headers[.authorization] = .sensitive("Bearer t")
    configuration.headers[.userAgent] = "me"
    configuration.requestSerializer.http.headers["X-Serial"] = "s"
    configuration.requestSerializer.http.headers[.acceptLanguage] = "en"
  }

  @Test func `sensitive header fields of the session are sent to no other origin`()
    async throws
  {
    let other = try await TestServer(Self.answer)
    try await SessionFixture.with(Self.answer, configure: configure) { fixture in
      let session = fixture.session
      let all = "x-api-key authorization x-serial user-agent accept-language"
      let text1 = try await session.get("x").text
      #expect(text1 == all)
      let text2 = try await session.get(.reference(fixture.server.url + "x")).text
      #expect(text2 == all)
      let text3 = try await session.get(.reference(other.url + "x")).text
      #expect(text3 == "user-agent accept-language")
      let text4 = try await session.post(.reference(other.url + "x"), .form(["a": 1])).text
      #expect(text4 == "user-agent accept-language")
      let text5 = try await session.send(.get(.reference(other.url))).text
      #expect(text5 == "user-agent")
      let made = try session.request("REPORT", .reference(other.url))
      let text6 = try await session.send(made).text
      #expect(text6 == "user-agent accept-language")
    }
    await other.shutdown()
  }

  @Test func `sensitive header fields are also sent to the configured additional origins`()
    async throws
  {
    let (named, other) = (try await TestServer(Self.answer), try await TestServer(Self.answer))
    try await SessionFixture.with(Self.answer) {
      configure(&$0)
      $0.origins = [named.url]
    } _: { fixture in
      let text7 = try await fixture.session.send(.get(.reference(named.url))).text
      #expect(text7 == "x-api-key authorization user-agent")
      let text8 = try await fixture.session.send(.get(.reference(other.url))).text
      #expect(text8 == "user-agent")
    }
    await named.shutdown()
    await other.shutdown()
  }

  @Test func `a sensitive header field of the request itself is sent to any origin`() async throws {
    let other = try await TestServer(Self.answer)
    try await SessionFixture.with(Self.answer) { fixture in
      var request = HTTP.Request.get(.reference(other.url))
      request.headers["X-Api-Key"] = "own"
      let text9 = try await fixture.session.send(request).text
      #expect(text9 == "x-api-key user-agent")
    }
    await other.shutdown()
  }

  @Test func `session secrets without a base URL are rejected when a session is created`()
    throws
  {
    for name in ["X-Api-Key", "Authorization", "Cookie"] {
      let field = HTTP.FieldName(name)
      #expect(throws: HTTPSessionError.self) { try HTTPSession { $0.headers[field] = "k" } }
      #expect(throws: HTTPSessionError.self) {
        try HTTPSession { $0.requestSerializer.http.headers[field] = "k" }
      }
      _ = try HTTPSession {
        $0.headers[field] = "k"
        $0.origins = ["https://api.example.com"]
      }
    }
    _ = try HTTPSession { $0.headers[.userAgent] = "me" }
    #expect(throws: HTTPSessionError.self) {
      try HTTPSession("https://a.example/") { $0.origins = ["nowhere"] }
    }
  }

  @Test(arguments: [
    ("https://h/a", "foo", "/a/foo"), ("https://h/a/", "foo", "/a/foo"),
    ("https://h", "foo", "/foo"),
    ("https://h/a", "/foo", "/foo"),
  ])
  func `a target is appended to a base URL as if the base ended in a slash`(
    _ base: String, _ target: String, _ path: String
  ) async throws {
    let stub = HTTPSession.stub(base) { HTTP.Response(200, body: Array($0.path.utf8)) }
    let text10 = try await stub.get(.reference(target)).text
    #expect(text10 == path)
    #expect(try HTTPSession(base).base == stub.base)
  }
}
