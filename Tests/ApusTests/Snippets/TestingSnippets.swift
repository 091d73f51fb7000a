import Apus
import ApusTestServer
import TestSupport
import Testing

private typealias User = Service.User

/// The regions between the marks are the code of the articles on testing and on serializers of
/// one's own.
@Suite(.ownThread) struct TestingSnippets {
  // Snippet:
  /// The tested code receives its session.
  struct Directory {
    let api: HTTPSession

    func name(of id: Int) async throws -> String? {
      do {
        return try await api.get("users/\(id)", as: User.self, within: .seconds(60)).name
      } catch let error as HTTPSessionError where error.isTimeout {
        return nil
      }
    }
  }
  // End.

  // Snippet:
  @Test func `the directory returns the name of a user`() async throws {
    let fake = HTTPSession.stub("https://api.example.com/") { request in
      #expect(request.method == .get && request.path == "/users/1")
      return try .json(User(id: 1, name: "Ada"))
    }
    #expect(try await Directory(api: fake).name(of: 1) == "Ada")
  }

  @Test func `the directory returns no name if the server is too slow`() async throws {
    let fake = HTTPSession.stub("https://api.example.com/") { _ in
      throw HTTPSessionError(.timedOut)
    }
    #expect(try await Directory(api: fake).name(of: 1) == nil)
  }
  // End.

  @Test func `a stub responds to requests by a table of routes`() async throws {
    // Snippet:
    let fake = HTTPSession.stub("https://api.example.com/") { routes in
      routes.get("users/:id") { request in
        try .json(User(id: Int(request["id"]) ?? 0, name: "Ada"))
      }
      routes.post("users") { request in
        let user = try request.json(as: User.self)
        return try .json(user, status: 201)
      }
      routes.delete("users/:id") { _ in HTTP.Response(204) }
    }
    let user = try await fake.get("users/\(7)", as: User.self)
    // End.
    #expect(user == User(id: 7, name: "Ada"))
    #expect(try await fake.delete("users/7").status == .noContent)
    #expect(try await fake.post("users", .json(user)).status == 201)
  }

  @Test func `a stub and a test server can respond with text`() async throws {
    let fake = HTTPSession.stub("https://h/") { _ in .text("hello", status: 201) }
    let response = try await fake.get("x")
    #expect(response.text == "hello" && response.status == 201)
    #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
    let server = try await TestServer { request in .text("at \(request.path)") }
    let api = try HTTPSession(server.url)
    #expect(try await api.get("y").text == "at /y")
    await api.shutdown(within: .seconds(60))
    await server.shutdown()
  }

  @Test func `a stub can decode the body of the sent request`() async throws {
    // Snippet:
    let fake = HTTPSession.stub("https://api.example.com/") { request in
      let user = try request.json(as: User.self)
      return try .json(User(id: user.id + 1, name: user.name), status: 201)
    }
    let made = try await fake.post("users", .json(User(id: 1, name: "Ada")), as: User.self)
    // End.
    #expect(made.id == 2)
  }

  @Test func `a test server uses HTTPS with a generated certificate`() async throws {
    // Snippet:
    let server = try await TestServer(tls: .local()) { request in
      .response(HTTP.Response(200, body: request.body))
    }
    let root = try #require(server.root)
    let api = try HTTPSession(server.url) { $0.tls.roots = .only([root]) }
    let echo = try await api.post("echo", .text("hello"))
    #expect(echo.text == "hello" && echo.tls?.facts.version == .tls13)
    await api.shutdown(within: .seconds(60))
    await server.shutdown()
    // End.
  }

  @Test func `a test server can require a client certificate, and a client can pin its key`()
    async throws
  {
    // Snippet:
    let authority = try TestAuthority()
    let identity = try authority.server(["localhost", "127.0.0.1"])
    var security = try TestServer.Security(identity, root: authority.root)
    security.clientRoots = [authority.root]
    security.configuration.clientCertificates = .required
    let server = try await TestServer(tls: security) { _ in .text("hello") }
    let client = try authority.client("reports")
    let backup = try authority.client("backup").leaf.pin
    let api = try HTTPSession(server.url) {
      $0.tls.roots = .only([authority.root])
      $0.tls.identity = .fixed(client)
      $0.tls.pins = [.host("localhost", identity.leaf.pin, backup: backup)]
    }
    #expect(try await api.get("report").text == "hello")
    let wrong = try HTTPSession(server.url) {
      $0.tls.roots = .only([authority.root])
      $0.tls.identity = .fixed(client)
      $0.tls.pins = [.host("localhost", backup, backup: client.leaf.pin)]
    }
    await #expect(throws: HTTPSessionError.self) { try await wrong.get("report") }
    await api.shutdown()
    await wrong.shutdown()
    await server.shutdown()
    // End.
  }

  @Test func `a test can write the key and the chain of a test identity as PEM`() throws {
    let authority = try TestAuthority()
    // Snippet:
    let key = SigningKey.p256(try .generate(using: SystemRandom()))
    let keyPEM = key.pkcs8.withBytes { PEM.encode($0, as: .privateKey) }
    let identity = try authority.client("reports", key: key)
    let chainPEM = identity.chain.map(\.pem).joined()
    // End.
    let again = try TLS.Identity(
      pemChain: Array(chainPEM.utf8).span, pemKey: Array(keyPEM.utf8).span)
    #expect(again.chain == identity.chain)
  }

  @Test func `a test server can send a response with a wrong Content-Length`() async throws {
    // Snippet:
    let server = try await TestServer { _ in
      .response(HTTP.Response(200, body: [UInt8](repeating: 0, count: 1_000)), .wrongLength(by: 1))
    }
    let api = try HTTPSession(server.url)
    await #expect(throws: HTTPSessionError.self) { try await api.get("report") }
    await api.shutdown(within: .seconds(60))
    await server.shutdown()
    // End.
  }

  // Snippet:
  @Test func `a call to a silent server fails after 30 seconds`() async throws {
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com") { _ in .response(HTTP.Response(200), .silence) }
      let api = try network.session("https://api.example.com/") {
        $0.timeouts.total = .seconds(30)
      }
      let error = await #expect(throws: HTTPSessionError.self) { try await api.get("report") }
      #expect(error?.isTimeout == true && network.elapsed >= .seconds(30))
    }
  }
  // End.

  @Test func `an in-process test network needs no real time for timeouts`() async throws {
    // Snippet:
    try await TestNetwork.run { network in
      let fault: @Sendable (Int) -> ConnectionFault? = { $0 == 1 ? .silent : nil }
      let server = try network.serve("https://api.example.com", fault: fault) { request in
        .response(HTTP.Response(200, body: request.body))
      }
      let api = try network.session("https://api.example.com/") {
        $0.retry = .idempotent(attempts: 2)
      }
      let echo = try await api.send(.put("echo", .bytes([1, 2])))
      #expect(echo.body == [1, 2] && server.connectionCount == 2)
      #expect(network.elapsed >= .seconds(10))  // the handshake's time, and a wait
    }
    // End.
  }

  @Test func `a cassette records HTTP exchanges and replays them`() async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.path
    try await Service.with { base, _ in
      // Snippet:
      let cassette = try HTTPSession.Cassette(file: "\(folder)/users.json", .lenient)
      let api = try HTTPSession(base) { $0.interceptors.append(cassette.interceptor) }
      try await api.get("users/1")
      try await cassette.save()
      let archive = try cassette.har()
      // End.
      #expect(cassette.count == 1 && !archive.isEmpty)
      await api.shutdown(within: .seconds(60))
    }
  }

  // Snippet:
  /// Reads lines of values between commas.
  struct RowsSerializer: ResponseSerializer {
    var validation = ResponseValidation(mediaTypes: ["text/csv"])

    func serialize(_ response: HTTP.Response) -> SerializedResponse<[[String]]> {
      if let error = validation.verdict(on: response).error {
        return SerializedResponse(nil, error)
      }
      let lines = response.text.split(separator: "\n")
      return SerializedResponse(lines.map { $0.split(separator: ",").map(String.init) })
    }
  }
  // End.

  @Test func `a custom response serializer can read a different format`() async throws {
    let api = HTTPSession.stub("https://h/") { request in
      HTTP.Response(
        200, headers: [.contentType: request.path == "/rows" ? "text/csv" : "text/plain"],
        body: Array("1,Ada\n2,Bob\n".utf8))
    }
    // Snippet:
    let rows = try await api.send(.get("rows"), using: RowsSerializer())
    // End.
    #expect(rows == [["1", "Ada"], ["2", "Bob"]])
    await #expect(throws: HTTPSessionError.self) {
      try await api.send(.get("text"), using: RowsSerializer())
    }
  }

  // Snippet:
  /// Writes parameters as lines of text, and leaves fields and queries to the usual serializer.
  struct LinesSerializer: RequestSerializer {
    var http = HTTPRequestSerializer()

    func serialize(
      _ request: HTTP.Request, _ parameters: RequestParameters?
    ) throws -> HTTP.Request {
      var request = try http.serialize(request, nil)
      let lines = parameters?.members.map { member -> String in
        if case .text(let text) = member.value { "\(member.name): \(text)\n" } else { "" }
      }
      request.body = .text(lines?.joined() ?? "")
      return request
    }
  }
  // End.

  @Test func `a session can have a custom request serializer`() async throws {
    try await Service.with { base, _ in
      // Snippet:
      let api = try HTTPSession(base) { $0.requestSerializer = LinesSerializer() }
      let request = try api.request(.post, "echo", ["name": "Ada", "note": "a b"])
      let echo = try await api.send(request, as: Service.Echo.self)
      // End.
      #expect(echo.body == "name: Ada\nnote: a b\n")
      await api.shutdown(within: .seconds(60))
    }
  }

  @Test func `Foundation's JSON coders can replace the JSON coder of a session`() async throws {
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.json = FoundationCoder()
    // End.
    let api = HTTPSession.stub("https://h/", configuration: configuration) { _ in
      try .json(User(id: 1, name: "Ada"))
    }
    #expect(try await api.get("a", as: User.self).name == "Ada")
  }
}
