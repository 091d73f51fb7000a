import Apus
import ApusTestServer
import Testing

/// The examples in the comments of messages, values and test servers; `TypeExamplesTests` compares
/// them.
private enum ValueExamples {
  struct User: Codable, Sendable { var id: Int }

  static func messages(_ api: HTTPSession, _ id: Int, _ words: String) async throws {
    // Example: HTTP.Request
    var request = HTTP.Request.get("users/7")
    request.headers["X-Tenant"] = "blue"
    // End.
    try await api.send(request)
    // Example: HTTP.Response
    let response = try await api.get("users/7")
    print(response.status, response.headers[.etag] ?? "", response.body.count)
    // End.
    // Example: Body
    try await api.post("notes", .text("Remember the milk."))
    try await api.put("users/7", .json(["name": "Ada", "age": 36]))
    // End.
    // Example: Target
    try await api.get("users/\(id)/posts?q=\(words)")
    // End.
  }

  static func url() throws {
    // Example: URL
    let base = try HTTP.URL("https://api.example.com/v1/")
    let users = try base.resolving("users")
    // End.
    _ = users
  }

  static func query(
    _ api: HTTPSession, _ page: Int, _ tags: [String], _ isOpen: Bool, _ search: User
  ) async throws {
    // Example: Query
    let users: [User] = try await api.get("users", query: ["page": page, "tags": tags])
    try await api.post("search", .form(["filter": .object(["open": isOpen, "page": page])]))
    let found: [User] = try await api.get("users", query: .encoding(search))
    // End.
    _ = (users, found)
  }

  static func values(_ session: HTTPSession, _ body: [UInt8], _ text: String) async throws {
    // Example: RequestParameters
    let parameters: RequestParameters = ["page": 2, "tags": ["a", "b"]]
    // End.
    // Example: JSONCoder
    var coder = JSONCoder()
    coder.keys = .snakeCase
    let user = try coder.decode(User.self, from: body)
    // End.
    // Example: Multipart
    let form = try Multipart([.field("album", "42"), .file("photo", at: "cat.jpg")])
    try await session.send(.post("photos", form.body()))
    // End.
    // Example: Certificate
    let certificate = try X509.Certificate(pem: text)
    print(certificate.subject, certificate.issuer)
    // End.
    _ = (parameters, user)
  }

  static func server() async throws {
    // Example: TestServer
    let server = try await TestServer { request in
      .response(HTTP.Response(200, body: request.body))
    }
    let api = try HTTPSession(server.url)
    await server.shutdown()
    // End.
    _ = api
  }

  static func network() async throws {
    // Example: TestNetwork
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { _ in
        .response(HTTP.Response(200), .silence)
      }
      let api = try network.session("https://api.example.com/")
      await #expect(throws: HTTPSessionError.self) { try await api.get("report") }
      #expect(network.elapsed == .seconds(60))
    }
    // End.
  }

  static func authority() throws {
    // Example: TestAuthority
    let authority = try TestAuthority()
    let identity = try authority.server(["localhost", "127.0.0.1"])
    // End.
    _ = identity
  }
}
