import ApusHTTP
import ApusSession
import Testing

/// Stubs with routes.
struct StubRoutesTests {
  private struct User: Codable, Equatable {
    var id: String
    var name: String
  }

  private let fake = HTTPSession.stub("https://api.example.com/v1/") { routes in
    routes.get("users/:id") { request in
      try .json(User(id: request["id"], name: "Ada at \(request.path)"))
    }
    routes.post("users") { request in
      let user = try await HTTP.Response(200, body: request.body.collect()).json(as: User.self)
      return try .json(user)
    }
    routes.get("files/*") { request in HTTP.Response(200, body: Array(request.path.utf8)) }
    routes.on("REPORT", "users") { _ in HTTP.Response(204) }
  }

  @Test func `a stub route receives the named segments of the request path`() async throws {
    let user = try await fake.get("users/\("a/b")", as: User.self)
    #expect(user == User(id: "a/b", name: "Ada at /v1/users/a%2Fb"))
    #expect(try await fake.post("users", .json(user), as: User.self) == user)
    #expect(try await fake.get("files/a/b/c").text == "/v1/files/a/b/c")
    #expect(try await fake.send(HTTP.Request("REPORT", "users")).status == .noContent)
  }

  @Test(arguments: ["users", "users/1/posts", "files"])
  func `a stub returns 404 and a list of its routes for an unknown path`(
    _ path: String
  ) async throws {
    let response = try await fake.get(.reference(path), accepting: .any)
    let isFound = path == "files"
    #expect(response.status.code == (isFound ? 200 : 404))
    #expect(isFound || response.text.hasSuffix("REPORT users\n"))
  }

  @Test func `the closure's parameter type selects the kind of stub session`()
    async throws
  {
    let fake = HTTPSession.stub("https://h/") { request in
      HTTP.Response(200, body: Array(request.target.text.utf8))
    }
    #expect(try await fake.get("x").text == "https://h/x")
  }
}
