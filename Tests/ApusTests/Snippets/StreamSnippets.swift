import Apus
import ApusTestServer
import TestSupport
import Testing

private typealias User = Service.User

/// The regions between the marks are the code of the article on streams and stubs.
@Suite(.ownThread) struct StreamSnippets {
  private let ada = User(id: 1, name: "Ada")

  @Test func `a response body can be read chunk by chunk`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var byteCount = 0
      try await api.stream(.get("dumps/today.tar")) { head, body in
        for try await piece in body { byteCount += piece.count }
      }
      // End.
      #expect(byteCount == 100_000)
    }
  }

  @Test func `a streamed response is accepted with any status code`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var status = 0
      try await api.stream(.get("users/404"), accepting: .any) { head, body in
        status = head.status.code
      }
      // End.
      #expect(status == 404)
    }
  }

  @Test func `the body of an opened response can be read after the call has returned`() async throws
  {
    try await Service.with { _, api in
      // Snippet:
      let dump = try await api.open(.get("dumps/today.tar"))
      let reader = Task { try await dump.body.collect().count }
      let byteCount = try await reader.value
      // End.
      #expect(byteCount == 100_000)
    }
  }

  @Test func `a connection switches to a different protocol after a 101 response`() async throws {
    let server = try await TestServer(connections: { connection in
      guard let (head, _) = try await connection.readHead() else { return }
      #expect(head.fields[.connection]?.text.lowercased() == "upgrade")
      try await connection.write(
        "HTTP/1.1 101 Go\r\nUpgrade: lines\r\nConnection: upgrade\r\n\r\n")
      try await connection.write(try await connection.readBytes() ?? [])
    })
    let api = try HTTPSession(server.url)
    // Snippet:
    var request = HTTP.Request.get("attach")
    request.headers[.upgrade] = "lines"
    let line = try await api.switchProtocol(request) { head, connection in
      try await connection.write(Array("hello\n".utf8))
      return String(decoding: try await connection.read() ?? [], as: UTF8.self)
    }
    // End.
    #expect(line == "hello\n")
    await api.shutdown(within: .seconds(60))
    await server.shutdown()
  }

  @Test func `JSON lines of a response are decoded as values`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var names: [String] = []
      try await api.stream(.get("rows")) { _, body in
        for try await user in body.values(of: User.self) { names.append(user.name) }
      }
      // End.
      #expect(names == ["Ada", "Bob"])
    }
  }

  @Test func `a response is read line by line as text`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var count = 0
      try await api.stream(.get("rows")) { _, body in
        for try await line in body.lines() {
          if line.contains("Ada") { count += 1 }
        }
      }
      // End.
      #expect(count == 1)
    }
  }

  @Test func `the data of a server-sent event is decoded as a value`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var users: [User] = []
      try await api.events(.post("chat", .json(["prompt": "hello"]))) { events in
        for try await event in events where event.event == "message" {
          users.append(try event.json())
        }
      }
      // End.
      #expect(users == [ada])
    }
  }

  @Test func `many calls run concurrently on the session's own thread`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var users: [User] = []
      try await withThrowingTaskGroup(of: User.self) { group in
        for _ in 1...20 {
          group.addTask(executorPreference: api.executor) {
            try await api.get("users/1")
          }
        }
        for try await user in group { users.append(user) }
      }
      // End.
      #expect(users == [User](repeating: ada, count: 20))
    }
  }

  @Test func `a stub responds to requests with a closure`() async throws {
    // Snippet:
    let fake = HTTPSession.stub("https://api.example.com/") { request in
      try .json(User(id: 1, name: "Ada at \(request.path)"))
    }
    let user = try await fake.get("users/1", as: User.self)
    // End.
    #expect(user.name == "Ada at /users/1")
  }

  @Test func `server-sent events of one type are decoded as values`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var users: [User] = []
      try await api.events(.post("chat", .json(["prompt": "hello"]))) { events in
        for try await user in events.values(of: User.self) { users.append(user) }
      }
      // End.
      #expect(users == [ada])
    }
  }
}
