import ApusHTTP
import ApusSession
import ApusTestServer
import TestSupport
import Testing

/// The behavior of AFNetworking's session manager apart from its verbs.
@Suite(.ownThread) struct ManagerTests {
  @Test func `each session is a separate instance, without a base URL by default`()
    throws
  {
    let (one, other) = (try HTTPSession(), try HTTPSession())
    #expect(one !== other && one.base == nil && other.base == nil)
  }

  @Test(arguments: [
    ("http://h.test/a", "foo", "http://h.test/a/foo"),
    ("http://h.test/a?x=1", "foo", nil),
    ("http://h.test", "foo", "http://h.test/foo"),
    ("http://h.test/a/", "/foo", "http://h.test/foo"),
    ("http://h.test/a/", "foo/", "http://h.test/a/foo/"),
    ("http://h.test/a/", "http://other.test/b?c", "http://other.test/b?c"),
    (nil, "http://h.test/a", "http://h.test/a"), (nil, "foo", nil),
    ("http://h.test/", "http://[", nil),
  ])
  func `a relative target is resolved against the base URL or throws an error`(
    _ base: String?, _ target: String, _ url: String?
  ) async {
    let session = HTTPSession.stub(base) { request in
      HTTP.Response(200, body: Array(request.target.text.utf8))
    }
    do {
      let response = try await session.send(.get(.reference(target)))
      #expect(response.text == url)
    } catch {
      let error = HTTPSessionError(of: error)
      #expect(url == nil && error.code.name == "invalid-url")
    }
  }

  @Test func `header fields of a call replace those of the session and the content`()
    async throws
  {
    var configuration = HTTPSession.Configuration()
    configuration.headers["X-One"] = "session"
    configuration.requestSerializer.http.headers["X-Two"] = "serializer"
    let session = HTTPSession.stub("http://h.test/", configuration: configuration) { request in
      let names: [HTTP.FieldName] = ["X-One", "X-Two", .contentType]
      return try .json(names.map { request.headers[$0]?.text ?? "none" })
    }
    let all = try await session.post("a", .json([1]), as: [String].self)
    #expect(all == ["session", "serializer", "application/json"])
    let own = try await session.post(
      "a", .json([1]), headers: ["X-One": "a", "X-Two": "b", "Content-Type": "c/d"],
      as: [String].self)
    #expect(own == ["a", "b", "c/d"])
  }

  @Test func `a request with any method can be sent`() async throws {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, headers: ["X-Method": .init(request.method.name)]))
    } _: { fixture in
      for method in [HTTP.Method.options, .trace, HTTP.Method("REPORT")] {
        let response = try await fixture.session.send(HTTP.Request(method, "x"))
        #expect(response.headers["X-Method"]?.text == method.name)
      }
    }
  }

  @Test func `a cancelled request fails with the error code cancelled`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.hang()
    } _: { fixture in
      let task = Task { await fixture.failure(of: .get("x")) }
      while fixture.server.connectionCount == 0 { await Pause.brief() }
      task.cancel()
      let error = await task.value
      #expect(error?.reason == .cancelled && error?.number == -999)
      #expect(error?.isCancellation == true)
      try await fixture.expectNothingLeft(butAtRest: true)
    }
  }
}
