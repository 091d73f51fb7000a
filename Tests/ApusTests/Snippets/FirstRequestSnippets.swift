import Apus
import FoundationEssentials
import TestSupport
import Testing

private typealias User = Service.User
private typealias Echo = Service.Echo

/// The regions between the marks are the code of the articles on first requests, on errors and on
/// timeouts.
@Suite(.ownThread) struct FirstRequestSnippets {
  @Test func `HEAD, OPTIONS and custom methods have their own functions`() async throws {
    let api = HTTPSession.stub("https://h/v1/") { request in
      var response = HTTP.Response(207, headers: ["Allow": "\(request.method)"])
      response.headers[.contentLength] = request.method == .head ? "100000" : nil
      return response
    }
    // Snippet:
    let size = try await api.head("dumps/today.tar").headers[.contentLength]
    let allowed = try await api.options("users").headers["Allow"]
    let request = HTTP.Request(HTTP.Method("PROPFIND"), "files/", headers: ["Depth": "1"])
    let files = try await api.send(request, accepting: .codes(200...299))
    // End.
    #expect(size == "100000" && allowed == "OPTIONS" && files.headers["Allow"] == "PROPFIND")
  }

  @Test func `a session is available as an instance, in a closure, and as a shared instance`()
    async throws
  {
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.timeouts.connect = .seconds(3)
    let url = URL(string: "https://api.example.com/v1/")!
    let api = try HTTPSession(url, configuration: configuration)
    // End.
    #expect(api.base?.description == "https://api.example.com/v1/")
    #expect(api.configuration.timeouts.connect == .seconds(3))
    try await Service.with { base, _ in
      // Snippet:
      let status = try await withHTTPSession(base) { try await $0.get("status").status }
      // End.
      #expect(status == .ok)
      let address = base + "pages/3"
      // Snippet:
      let page = try await HTTPSession.shared.get(.reference(address)).text
      // End.
      #expect(page == "/v1/pages/3")
    }
  }

  @Test func `a session can be created from a base URL alone`() throws {
    // Snippet:
    let api = try HTTPSession("https://api.example.com/v1/")
    // End.
    #expect(api.configuration.timeouts == HTTPSession.Timeouts())
  }

  @Test func `a variable in a request target becomes a path segment or a query value`() async throws
  {
    try await Service.with { _, api in
      // Snippet:
      let (id, page): (String, Int) = ("ada/1", 2)
      let found: Echo = try await api.get("echo/\(id)", query: ["page": page])
      // End.
      #expect(found.target == "/v1/echo/ada%2F1?page=2")
    }
  }

  // Snippet:
  struct Visit: Codable {
    var at: Date
    var page: URL
  }
  // End.

  @Test func `a date and a URL are encoded in their usual JSON forms`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let visit = Visit(
        at: Date(timeIntervalSince1970: 1_795_478_400), page: URL(string: "https://example.com/a")!)
      let echo = try await api.post("echo", .json(visit), as: Echo.self)
      // End.
      #expect(
        try JSON.Value(parsing: echo.body)
          == ["at": "2026-11-24T00:00:00Z", "page": "https://example.com/a"])
    }
  }

  @Test func `a download has a timeout and reports its progress`() async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.path
    defer { withExtendedLifetime(temporary) {} }
    try await Service.with { _, api in
      // Snippet:
      let saved = try await api.download(
        "dumps/today.tar", to: "\(folder)/today.tar", options: .overwrite, within: .seconds(60)
      ) { progress in
        print(progress.fraction ?? 0)
      }
      print(saved.path, saved.byteCount)
      // End.
      #expect(saved.byteCount == 100_000 && saved.path == "\(folder)/today.tar")
    }
  }

  @Test func `a call can return the decoded value together with the response head`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let result = try await api.get("users", as: HTTPSession.Response<[User]>.self)
      print(result.value.count, result.status, result.headers["ETag"] ?? "", result.url)
      // End.
      #expect(result.value.count == 2 && result.status == .ok)
      let page = try await api.get(
        "users", as: HTTPSession.Response<[User]>.self, accepting: .success)
      #expect(page.head.links.isEmpty && page.head.redirects.isEmpty)
    }
  }

  @Test func `catch clauses distinguish the reasons of a failed call`() async throws {
    var known = false
    try await Service.with { _, api in
      // Snippet:
      do {
        known = try await api.get("users/9", as: User.self).id == 9
      } catch let error as HTTPSessionError where error.code == .status(404) {
        known = false
      } catch let error as HTTPSessionError where error.isTransient {
        print("try later: \(error)")
      }
      // End.
      #expect(!known)
    }
  }

  @Test func `one catch clause can handle a group of status codes`() async throws {
    var words = ""
    try await Service.with { _, api in
      // Snippet:
      do {
        _ = try await api.get("users/9")
      } catch let error as HTTPSessionError {
        switch error.status {
        case 404: words = "there is no such user"
        case .some(500...599): words = "the service is down"
        default: throw error
        }
      }
      // End.
    }
    #expect(words == "there is no such user")
  }

  @Test func `a request phase and the whole call have separate timeouts`() async throws {
    try await Service.with { base, _ in
      // Snippet:
      let api = try HTTPSession(base) {
        $0.timeouts.connect = .seconds(5)
        $0.timeouts.firstByte = .seconds(120)
        $0.timeouts.total = .seconds(300)
      }
      let user = try await api.get("users/1", as: User.self, within: .seconds(60))
      // End.
      #expect(user.id == 1)
      await api.shutdown(within: .seconds(60))
    }
  }

  @Test func `the error for an expired timeout names the phase of the request`() async throws {
    let api = HTTPSession.stub("https://h/") { _ in
      try await Task.sleep(for: .seconds(3_600))
      return HTTP.Response(200)
    }
    var phases: [HTTPSession.Phase] = []
    var printed: [String] = []
    func print(_ error: HTTPSessionError) { printed.append("\(error)") }
    // Snippet:
    do {
      _ = try await api.get("reports/today", within: .milliseconds(20))
    } catch let error as HTTPSessionError {
      guard let timeout = error.timeout else { throw error }
      // GET https://h/reports/today: no response arrived within 20 ms (set by within:)
      print(error)
      phases.append(timeout.phase)
    }
    // End.
    #expect(phases == [.total])
    #expect(
      printed == ["GET https://h/reports/today: no response arrived within 20 ms (set by within:)"])
  }

  @Test func `the shutdown of a session waits for running requests`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let left = await api.shutdown(within: .seconds(60))
      if left > 0 { print("\(left) tasks still run") }
      // End.
      #expect(left == 0)
      await #expect(throws: HTTPSessionError.self) { try await api.get("users/1") }
    }
  }

  // Snippet:
  /// Returns a page of a list.
  func page<Item: Decodable & SendableMetatype>(
    _ number: Int, of type: Item.Type, from api: HTTPSession
  ) async throws -> [Item] {
    try await api.get("users", query: ["page": number], as: [Item].self)
  }
  // End.

  @Test func `a generic function can decode a response into any Decodable type`() async throws {
    try await Service.with { _, api in
      let users = try await page(1, of: User.self, from: api)
      #expect(users.count == 2)
    }
  }
}
