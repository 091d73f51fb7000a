import Apus

/// The examples in the comments of the types of a session; `TypeExamplesTests` compares them.
private enum SessionExamples {
  struct User: Codable, Sendable { var id: String }

  static func session() async throws {
    // Example: HTTPSession
    let api = try HTTPSession("http://127.0.0.1:8080/v1/") {
      $0.timeouts.total = .seconds(10)
    }
    let response = try await api.send(.get("users/7"))
    // End.
    _ = response
  }

  static func configuration() throws {
    // Example: Configuration
    let api = try HTTPSession("https://api.example.com/") {
      $0.timeouts.total = .seconds(20)
      $0.retry = .idempotent()
    }
    // End.
    _ = api
  }

  static func result(_ api: HTTPSession) async throws {
    // Example: HTTPSession.Response
    let result = try await api.get("users", as: HTTPSession.Response<[User]>.self)
    print(result.value.count, result.headers[.etag] ?? "", result.url)
    // End.
  }

  static func stub() {
    // Example: StubRoutes
    let fake = HTTPSession.stub("https://api.example.com/") { routes in
      routes.get("users/:id") { request in try .json(User(id: request["id"])) }
      routes.delete("users/:id") { _ in HTTP.Response(204) }
    }
    // End.
    _ = fake
  }

  static func task(_ api: HTTPSession) async throws {
    // Example: HTTPTask
    let task = api.start(.download("dumps/today.tar", to: "/srv/dumps/"), priority: .low)
    for await progress in task.progress { print(progress.fraction ?? 0) }
    let download = try await task.value
    // End.
    _ = download
  }

  static func error(_ session: HTTPSession, _ request: HTTP.Request) async throws {
    // Example: HTTPSessionError
    do {
      try await session.send(request)
    } catch let error as HTTPSessionError where error.code == .status(404) {
      print(error)
    }
    // End.
  }

  static func content(_ api: HTTPSession) async throws {
    // Example: ResponseContent
    try await api.stream(.get("dump")) { head, content in
      for try await piece in content { print(head.status, piece.count) }
    }
    // End.
  }

  static func events(_ api: HTTPSession) async throws {
    // Example: Reconnection
    let rules = HTTPSession.Reconnection()
    try await api.events(.get("news"), reconnecting: rules) { events in
      for try await event in events { print(event.data) }
    }
    // End.
  }

  static func reachability() async throws {
    func catchUp() async throws {}
    // Example: Reachability
    let reachability = try Reachability(host: "api.example.com")
    reachability.startMonitoring()
    for await status in reachability.changes where status.isReachable { try await catchUp() }
    // End.
  }
}
