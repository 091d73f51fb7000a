import Apus
import ApusTestServer
import FoundationEssentials
import TestSupport
import Testing

private typealias User = Service.User

/// Each call in the tables of the article on other clients, in the same form.
@Suite(.ownThread) struct ComingFromSnippets {
  private let user = User(id: 7, name: "Ada")

  @Test func `each listed call of AFNetworking has an equivalent call in Apus`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    defer { withExtendedLifetime(folder) {} }
    try await Service.with { base, api in
      // Snippet:
      let session = try HTTPSession(base) { $0.parameters = .afnetworking }
      // End.
      let form = try await session.post(
        "echo", .form(["tags": ["a", "b"], "open": true]), as: Service.Echo.self)
      #expect(form.body == "open=1&tags%5B%5D=a&tags%5B%5D=b")
      let list = try await api.get("users", query: ["page": 2], as: [User].self)
      try await api.post("echo", .json(user))
      try await api.post("echo", .form(["name": "Ada"]))
      try await api.post("echo", .multipart([.field("album", "42")]))
      try await api.download("dumps/today.tar", to: path + "/a.tar") { print($0.fraction ?? 0) }
      try await api.upload("echo", .bytes([1, 2])) { print($0.completed) }
      let plain = try HTTPSession(base)
      let requests = try HTTPSession(base) { $0.requestSerializer = JSONRequestSerializer() }
      let page = try await api.send(.get("page"), using: TextResponseSerializer())
      let policies = try HTTPSession(base) { $0.tls.policy = TLS.Policy() }
      let placed = try HTTPSession(base) { $0.downloads.place = { _, head in path + "/" } }
      #expect(try await placed.download("dumps/today.tar", to: "/none").path == path + "/today.tar")
      #expect(list.count == 2 && page != nil)
      for session in [session, plain, requests, policies, placed] { await session.shutdown() }
    }
  }

  @Test func `each listed call of Alamofire has an equivalent call in Apus`() async throws {
    try await Service.with { base, api in
      let value = try await api.get("users/1", as: User.self)
      let one = try await api.get("users/1", as: HTTPSession.Response<User>.self)
      let lenient = try HTTPSession(base) { $0.acceptedStatuses = .any }
      let signed = try HTTPSession(base) {
        $0.interceptors.append { request, next in try await next(request) }
      }
      try await api.stream(.get("rows")) { _, body in for try await _ in body {} }
      #expect(value == one.value && one.status == .ok)
      for session in [lenient, signed] { await session.shutdown() }
    }
  }

  @Test func `each listed call of URLSession has an equivalent call in Apus`() async throws {
    try await Service.with { base, api in
      let url = URL(string: base + "users/1")!
      let data = try await api.get(.url(url)).data
      var request = HTTP.Request(.put, "echo")
      request.headers["X-Tenant"] = "blue"
      request.body = .bytes([1])
      let response = try await api.send(request)
      let timed = try await api.get("users/1", within: .seconds(60))
      let named = try HTTPSession(base) { $0.timeouts.idle = .seconds(60) }
      await named.shutdown(within: .seconds(60))
      #expect(!data.isEmpty && response.status == .ok && timed.status.isSuccess)
    }
  }

  @Test func `each listed call of async-http-client has an equivalent call in Apus`() async throws {
    try await Service.with { base, api in
      let whole = try await api.get("users/1").body
      let limited = try HTTPSession(base) { $0.limits.collectedByteCount = 1 << 20 }
      let pooled = try HTTPSession(base) { $0.pool.connectionsPerHost = 8 }
      await api.shutdown(within: .seconds(60))
      #expect(!whole.isEmpty)
      for session in [limited, pooled] { await session.shutdown() }
    }
  }

  @Test func `each listed setting of Go, requests and curl has an equivalent in Apus`() async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path
    defer { withExtendedLifetime(folder) {} }
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let api = try HTTPSession(server.url) {
      $0.timeouts.total = .seconds(60)
      $0.timeouts.connect = .seconds(5)
      $0.pool.connectionsPerHost = 8
      $0.dns.overrides["db.internal"] = ["10.0.0.7"]
      $0.redirects = .none
      $0.redirects.limit = 10
      $0.retry = .idempotent(attempts: 3)
      $0.tls.versions = [.tls13]
    }
    #expect(try await api.get("users/1").status == .ok)
    let engine = try HTTPSession("http://engine/") {
      $0.sockets.path = path + "/engine.sock"
    }
    for session in [api, engine] { await session.shutdown() }
    await server.shutdown()
  }
}
