import Apus
import ApusTestServer
import TestSupport
import Testing

/// The call sites of the design, as far as they work today, in the style of users: with one import.
///
/// Still to come: proxies, retries, interceptors, events that connect again, and `.resume` of a
/// download.
@Suite(.ownThread) struct FrontDoorTests {
  private struct User: Codable, Equatable {
    var id: Int
    var name: String
  }

  private struct NewUser: Codable { var name: String }

  private static let dump = [UInt8](repeating: 7, count: 300_000)

  /// The users of the service, as JSON.
  private static func users(_ request: TestRequest) throws -> HTTP.Response {
    guard request.method == .post else {
      guard request.query == "page=2&tags=a&tags=b" else { return HTTP.Response(400) }
      return try .json([User(id: 1, name: "Ada")])
    }
    let name = try JSONCoder().decode(NewUser.self, from: request.body).name
    return try .json(User(id: 2, name: name), status: 201)
  }

  /// A service, and a session made for it as users make one.
  private func with(_ body: (HTTPSession) async throws -> Void) async throws {
    let server = try await TestServer { request in
      switch request.path {
      case "/v1/dumps/today.tar": .response(HTTP.Response(200, body: Self.dump))
      case "/v1/users/1": .response((try? .json(User(id: 1, name: "Ada"))) ?? HTTP.Response(500))
      case "/v1/users": .response((try? Self.users(request)) ?? HTTP.Response(500))
      case "/v1/photos":
        .response((try? .json(User(id: request.body.count, name: "photo"))) ?? HTTP.Response(500))
      case "/v1/users/7": .response(HTTP.Response(404, body: Array("nobody".utf8)))
      case "/v1/chat":
        .stream(HTTP.ResponseHead(200, fields: ["Content-Type": "text/event-stream"])) {
          connection in
          for word in ["hello", "you"] {
            try await connection.writeChunk(Array("data: \(word)\n\n".utf8))
          }
        }
      default: .response(HTTP.Response(200, body: Array(request.path.utf8)))
      }
    }
    let api = try HTTPSession("\(server.url)v1/") {
      $0.timeouts.total = .seconds(60)
      $0.headers["User-Agent"] = "front-door"
    }
    try await body(api)
    await api.shutdown(within: .seconds(5))
    await server.shutdown()
  }

  @Test func `key pins, a client certificate and roots each need one line of code`()
    async throws
  {
    let authority = try TestAuthority()
    let folder = try TemporaryFolder()
    let roots = try folder.write(Array(authority.rootPEM.utf8), to: "internal-ca.pem")
    var security = try TestServer.Security(authority)
    security.configuration.clientCertificates = .optional
    let server = try await TestServer(tls: security, TestRoutes.answer)
    let (pin, other) = ("\(authority.root.pin)", "\(try TestAuthority().root.pin)")
    for isPinned in [true, false] {
      let api = try HTTPSession(server.url) {
        $0.timeouts.tls = .seconds(60)
        $0.tls.pins = [
          .host(
            "localhost", isPinned ? pin : other, backup: "\(try TestAuthority().root.pin)",
            expires: "2127-06-01")
        ]
        $0.tls.identity = .fixed(try authority.client("worker"))
        $0.tls.roots = try .only(pemFile: roots)
      }
      do {
        try await api.send(.get("get"))
        #expect(isPinned)
      } catch let error as HTTPSessionError {
        switch error.reason {
        // Host, certificate, rule, and remedy.
        case .trust: #expect(!isPinned && "\(error)".contains("localhost"))
        default: throw error
        }
      }
      await api.shutdown(within: .seconds(5))
    }
    await server.shutdown()
  }

  private actor Counter {
    private(set) var bytes = 0

    func count(_ api: HTTPSession) async throws {
      try await api.stream(.get("dumps/today.tar")) { response, body in
        #expect(response.status == .ok)
        for try await chunk in body { bytes += chunk.count }
      }
    }
  }

  @MainActor private final class View {
    var bytes = 0

    func show(_ api: HTTPSession) async throws {
      try await api.stream(.get("dumps/today.tar")) { _, body in
        for try await chunk in body { bytes += chunk.count }
      }
    }
  }

  @Test
  func `a streaming closure can use the state of an actor, main actor or plain task`()
    async throws
  {
    try await with { api in
      let counter = Counter()
      try await counter.count(api)
      #expect(await counter.bytes == Self.dump.count)
      let view = View()
      try await view.show(api)
      #expect(await view.bytes == Self.dump.count)
      var bytes = 0
      try await api.stream(.get("dumps/today.tar")) { _, body in
        for try await chunk in body { bytes += chunk.count }
      }
      #expect(bytes == Self.dump.count)
    }
  }

  @Test func `typed values are requested and sent as JSON`() async throws {
    try await with { api in
      let user = try await api.get("users/1", as: User.self)
      let page: [User] = try await api.get("users", query: ["page": 2, "tags": ["a", "b"]])
      let made = try await api.post("users", .json(NewUser(name: "Eve")), as: User.self)
      #expect(user == User(id: 1, name: "Ada") && page == [user])
      #expect(made == User(id: 2, name: "Eve"))
    }
  }

  @Test func `files are uploaded as parts of a multipart form`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](repeating: 7, count: 100_000), to: "cat.jpg")
    try await with { api in
      let photo = try await api.post(
        "photos", .multipart([.field("album", "42"), .file("photo", at: path)]), as: User.self)
      #expect(photo.id > 100_000)
    }
  }

  @Test func `a download into a folder reports its progress up to a fraction of 1`() async throws {
    let folder = try TemporaryFolder()
    try await with { api in
      var seen: [Double] = []
      for _ in 0..<2 {
        try await api.download("dumps/today.tar", to: folder.path + "/", options: [.overwrite]) {
          seen.append($0.fraction ?? 0)
        }
      }
      #expect(seen.last == 1)
    }
  }

  @Test func `server-sent events are read while they arrive`() async throws {
    try await with { api in
      var words: [String] = []
      try await api.events(.post("chat", .json(NewUser(name: "hello")))) { events in
        for try await event in events { words.append(event.data) }
      }
      #expect(words == ["hello", "you"])
    }
  }

  @Test func `each function of a session throws the same error type with the response`()
    async throws
  {
    try await with { api in
      do {
        var request = HTTP.Request.get("users/7")
        request.headers["X-Tenant"] = "blue"
        try await api.send(request)
        Issue.record("found")
      } catch let error as HTTPSessionError {
        switch error.reason {
        case .status(404): #expect(error.response?.body == Array("nobody".utf8))
        case .trust: print(error)
        default: throw error
        }
      }
    }
  }

  @Test func `a hundred concurrent calls run on the session's executor`() async throws {
    try await with { api in
      var paths: Set<String> = []
      try await withThrowingTaskGroup(of: String.self) { group in
        for n in 1...100 {
          group.addTask(executorPreference: api.executor) {
            let user = try await api.get("users/1", as: User.self)
            return try await api.get("items/\(user.id + n)").text
          }
        }
        for try await path in group { paths.insert(path) }
      }
      #expect(paths.count == 100)
    }
  }

  @Test func `a stub session has the type HTTPSession and opens no socket`() async throws {
    let fake = HTTPSession.stub("https://api.example.com/") { request in
      try .json(User(id: 1, name: "Ada at \(request.path)"))
    }
    let user = try await fake.get("users/1", as: User.self)
    #expect(user.name == "Ada at /users/1")
    await fake.shutdown(within: .seconds(5))
  }
}
