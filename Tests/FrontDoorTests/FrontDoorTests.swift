import Apus
import Testing

/// The call sites of the front door as users write them, with one import and with variables.
struct FrontDoorTests {
  private struct User: Codable, Equatable {
    var id: Int
    var name: String
  }

  private struct NewUser: Codable { var name: String }

  /// A service whose responses contain the request.
  private static let api = HTTPSession.stub("https://api.example.com/v1/") { request in
    switch request.path {
    case "/v1/users/404": return HTTP.Response(404, body: Array("no one".utf8))
    case "/v1/late":
      try await Task.sleep(for: .seconds(600))
      return HTTP.Response(200)
    case "/v1/chat":
      return HTTP.Response(
        200, headers: [.contentType: "text/event-stream"], body: Array("data: hi\n\n".utf8))
    case "/v1/dumps/today.tar": return HTTP.Response(200, body: [UInt8](repeating: 7, count: 1_000))
    case "/v1/all": return try .json([User(id: 1, name: request.target.text)])
    default: break
    }
    let body = String(decoding: try await request.body.collect(), as: UTF8.self)
    let target = request.target.text.dropFirst("https://api.example.com/v1/".utf8.count)
    return try .json(User(id: 1, name: "\(request.method) \(target) \(body)"))
  }

  private func asked(_ call: (HTTPSession) async throws -> User) async throws -> String {
    try await call(Self.api).name
  }

  @Test func `a closure can configure a session when it is created`() throws {
    let proxyUser: String? = nil
    _ = try HTTPSession("https://api.example.com/v1/") {
      $0.timeouts.total = .seconds(10)
      $0.pool.connectionsPerHost = 8
      $0.pool.idleTimeout = .seconds(30)
      $0.headers["X-Tenant"] = "blue"
      $0.dns.overrides["db.internal"] = ["10.0.0.7"]
      $0.onInformational = { _, head in print(head.status, proxyUser ?? "") }
    }
  }

  @Test func `a GET target accepts path values and a query of literals or types`()
    async throws
  {
    let (id, page, tags, note): (String, Int, [String], String?) = ("a/b?c", 2, ["a", "b"], nil)
    #expect(
      try await asked { try await $0.get("users/\(id)", as: User.self, within: .seconds(20)) }
        == "GET users/a%2Fb%3Fc ")
    let users: [User] = try await Self.api.get(
      "all", query: ["page": page, "tags": tags, "note": note])
    #expect(users[0].name.contains("?page=2&tags=a&tags=b"))
    let (filter, headers) = (["page": "\(page)"], ["X-Tenant": "blue"])
    #expect(
      try await asked {
        try await $0.get("u", query: .encoding(filter), headers: HTTP.Fields(headers))
      } == "GET u?page=2 ")
    #expect(
      try await asked { try await $0.get("u", query: .encoding(User(id: 7, name: "a"))) }
        == "GET u?id=7&name=a ")
    let words = "x&y"
    #expect(
      try await asked { try await $0.get("search?q=\(words)&page=\(page)") }
        == "GET search?q=x%26y&page=2 ")
    let path = "users/7?a=b"
    #expect(try await asked { try await $0.get(.reference(path)) } == "GET users/7?a=b ")
    #expect(try await asked { try await $0.get("\(raw: path)") } == "GET users/7?a=b ")
    let etag: String? = "\"1\""
    let head = try await Self.api.head("u", headers: [.ifNoneMatch: etag, "X-A": "b"])
    #expect(head.status == .ok)
  }

  @Test func `request content is sent with its declared media type`() async throws {
    let (id, page, tags, name): (Int, Int, [String], String?) = (7, 2, ["a", "b"], nil)
    #expect(
      try await asked { try await $0.post("users", .json(NewUser(name: "Ada")), as: User.self) }
        == #"POST users {"name":"Ada"}"#)
    #expect(
      try await asked { try await $0.put("users/\(id)/tags", .json(["tags": tags, "page": page])) }
        == #"PUT users/7/tags {"tags":["a","b"],"page":2}"#)
    #expect(
      try await asked { try await $0.patch("u", .json(["id": 1, "name": "a"])) }
        == #"PATCH u {"id":1,"name":"a"}"#)
    #expect(
      try await asked { try await $0.patch("u", .json(["name": name])) }
        == #"PATCH u {"name":null}"#)
    #expect(try await asked { try await $0.post("u", .json(tags)) } == #"POST u ["a","b"]"#)
    #expect(try await asked { try await $0.post("u", .json(JSON.Value(id))) } == "POST u 7")
    let fields = ["a": "b c"]
    #expect(
      try await asked { try await $0.post("u", .form(.encoding(fields))) } == "POST u a=b%20c")
    #expect(
      try await asked { try await $0.post("u", .form(["page": page, "name": name])) }
        == "POST u page=2")
    #expect(try await asked { try await $0.post("u", .text("hi")) } == "POST u hi")
    #expect(try await asked { try await $0.post("u") } == "POST u ")
    let parts: [Multipart.Part] = [.field("album", "\(id)")]
    let form = try await asked { try await $0.post("photos", .multipart(parts)) }
    #expect(form.contains("name=\"album\"\r\n\r\n7\r\n"))
    let made = try await Self.api.post(
      "users", .json(NewUser(name: "Ada")), as: HTTPSession.Response<User>.self)
    #expect(made.value.id == 1 && made.status == .ok)
    #expect(try await asked { try await $0.delete("users/\(id)") } == "DELETE users/7 ")
  }

  @Test func `Foundation values are encoded as JSON without importing Foundation`()
    async throws
  {
    let text = #"{"at":"2026-11-21T20:15:00.5Z","page":"https://h/a","key":"aGk=","price":1.10}"#
    let sent = try JSON.Value(parsing: text)
    let echo = HTTPSession.stub("https://h/") { request in
      HTTP.Response(
        200, headers: [.contentType: "application/json"], body: try await request.body.collect())
    }
    let visit = try await echo.post("", .json(sent), as: Visit.self)
    #expect(visit.seconds == 0.5)
    let again = try await echo.post("", .json(visit), as: JSON.Value.self)
    #expect(again["at"]?.string == "2026-11-21T20:15:00.500Z" && again["key"]?.string == "aGk=")
    #expect(again["page"]?.string == "https://h/a" && again["price"]?.double == 1.1)
  }

  private actor Counter {
    private(set) var bytes = 0

    func count(_ api: HTTPSession) async throws {
      try await api.stream(.get("dumps/today.tar")) { response, body in
        for try await chunk in body { bytes += chunk.count }
      }
    }
  }

  @Test func `a stream throws for an unaccepted status code unless any code is accepted`()
    async throws
  {
    do {
      try await Self.api.stream(.get("users/404")) { _, body in
        for try await line in body.lines() { Issue.record("a page was read: \(line)") }
      }
      Issue.record("the stream did not throw")
    } catch let error as HTTPSessionError {
      #expect(error.code == .status(404))
      #expect(error.response?.body == Array("no one".utf8))
    }
    let text = try await Self.api.stream(.get("users/404"), accepting: .any) { head, body in
      "\(head.status.code) \(String(decoding: try await body.collect(), as: UTF8.self))"
    }
    #expect(text == "404 no one")
  }

  @Test func `bodies and events are read in a closure on the caller's actor`()
    async throws
  {
    let counter = Counter()
    try await counter.count(Self.api)
    #expect(await counter.bytes == 1_000)
    var words: [String] = []
    try await Self.api.events(.post("chat", .json(NewUser(name: "hello")))) { events in
      for try await event in events { words.append(event.data) }
    }
    #expect(words == ["hi"])
  }

  @Test func `every call throws one error type, which contains the response`() async throws {
    do {
      var request = HTTP.Request.get("users/404")
      request.headers["X-Tenant"] = "blue"
      try await Self.api.send(request)
      Issue.record("no error")
    } catch let error as HTTPSessionError {
      switch error.code {
      case .status(404): #expect(error.response?.text == "no one")
      default: throw error
      }
    }
    do {
      try await Self.api.get("late", within: .milliseconds(50))
      Issue.record("no error")
    } catch let error as HTTPSessionError {
      #expect(error.timeout?.phase == .total)
    }
  }

  @Test func `many concurrent requests run in a task group`() async throws {
    let api = Self.api
    var names: Set<String> = []
    try await withThrowingTaskGroup { group in
      for n in 1...20 {
        group.addTask(executorPreference: api.executor) {
          try await api.get("users/\(n)", as: User.self)
        }
      }
      for try await user in group { names.insert(user.name) }
    }
    #expect(names.count == 20)
  }

  @Test func `a stub is shut down in the same way as a session`() async throws {
    let fake = HTTPSession.stub("https://api.example.com/") { request in
      try .json(User(id: 1, name: "Ada at \(request.path)"))
    }
    #expect(try await fake.get("x", as: User.self) == User(id: 1, name: "Ada at /x"))
    await fake.shutdown(within: .seconds(5))
  }
}
