import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Cassettes together with the features that send more than one request for a call.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CassettePairsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/c.json" }

  /// Runs calls twice, recorded and replayed, and returns the recording.
  private func recordAndReplay(
    _ service: PairService, base: String = "https://a.test/",
    _ configure: (inout HTTPSession.Configuration) throws -> Void,
    _ calls: (HTTPSession) async throws -> Void
  ) async throws -> String {
    let cassette = try HTTPSession.Cassette(file: path)
    try await calls(
      try service.session(base) {
        try configure(&$0)
        $0.interceptors.append(cassette.interceptor)
      })
    try await cassette.save()
    let count = service.requests.count
    let replay = try HTTPSession.Cassette(file: path, .strict)
    try await calls(
      try service.session(base) {
        try configure(&$0)
        $0.interceptors.append(replay.interceptor)
      })
    #expect(service.requests.count == count && replay.unusedCount == 0)
    return String(decoding: try Files.contents(of: path), as: UTF8.self)
  }

  @Test func `a cassette replays each response in a chain of redirects`() async throws {
    let service = PairService { request, _ in
      request.target.text == "https://a.test/x"
        ? HTTP.Response(302, headers: ["Location": "https://b.test/y"])
        : HTTP.Response(200, body: [0x79])
    }
    _ = try await recordAndReplay(service) { _ in
    } _: { session in
      let response = try await session.send(.get("x"))
      #expect(response.text == "y")
    }
  }

  @Test func `a cassette replays failed attempts in their recorded order`() async throws {
    let service = PairService { _, count in HTTP.Response(count == 0 ? 503 : 200) }
    _ = try await recordAndReplay(service) {
      $0.retry = .atOnce(2)
    } _: { session in
      let response = try await session.send(.get("x"))
      #expect(response.status == 200)
    }
  }

  @Test func `a cassette replays a login with a cookie and does not store its value`()
    async throws
  {
    let service = PairService { request, _ in
      guard request.method == .post else {
        return HTTP.Response(request.headers.contains(.cookie) ? 200 : 403)
      }
      return HTTP.Response(200, headers: ["Set-Cookie": "sid=planted-session; Secure"])
    }
    let text = try await recordAndReplay(service) {
      $0.cookies = HTTPSession.CookieStorage()
    } _: { session in
      _ = try await session.post("login", .form(["password": "planted-password"]))
      let response = try await session.send(.get("me"))
      #expect(response.status == 200)
    }
    #expect(!text.contains("planted"))
  }

  @Test func `a cassette replays a 401 challenge and stores no credential`()
    async throws
  {
    let service = PairService { request, _ in
      request.headers.contains(.authorization)
        ? HTTP.Response(200)
        : HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
    }
    let text = try await recordAndReplay(service) {
      try $0.authentication.credentials.set(
        .password(Authentication.Secret("planted-password"), user: "u"), for: "https://a.test/")
    } _: { session in
      let response = try await session.send(.get("x"))
      #expect(response.status == 200)
    }
    #expect(!text.contains("planted") && !text.contains("dTpwbGFudGVk"))
  }

  @Test func `a cassette replays a request that HSTS upgraded to TLS`() async throws {
    let service = PairService { _, _ in
      HTTP.Response(200, headers: ["Strict-Transport-Security": "max-age=600"])
    }
    _ = try await recordAndReplay(service, base: "http://a.test/") {
      let hosts = HTTPSession.StrictTransport()
      try hosts.add("a.test", for: .seconds(600))
      $0.strictTransport = hosts
    } _: { session in
      let response = try await session.send(.get("x"))
      #expect(response.status == 200)
    }
    #expect(service.urls == ["https://a.test/x"])
  }

  @Test func `a cassette contains no credential for a proxy`() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
    let cassette = try HTTPSession.Cassette(file: path)
    try await SessionFixture.behind(
      .http { _, _ in .bytes(answer) }, as: .http, .ofProxy, TestRoutes.answer
    ) {
      $0.interceptors.append(cassette.interceptor)
    } _: { fixture, proxy in
      let response = try await fixture.session.send(.get("x"))
      #expect(response.text == "hi")
      #expect(proxy.heads.count == 1)
    }
    try await cassette.save()
    for file in [try Files.contents(of: path), try cassette.har()] {
      let text = String(decoding: file, as: UTF8.self)
      #expect(!text.contains("open sesame") && !text.contains("c3ZjOm9wZW4gc2VzYW1l"))
    }
  }

  @Test func `the responses of stub routes are recorded, and replayed without the routes`()
    async throws
  {
    let calls = Lock(0)
    func session(_ cassette: HTTPSession.Cassette) -> HTTPSession {
      var configuration = HTTPSession.Configuration()
      configuration.interceptors.append(cassette.interceptor)
      return .stub("https://a.test/v1/", configuration: configuration) { routes in
        routes.get("users/:id") { request in
          calls.withLock { $0 += 1 }
          return try .json(["id": request["id"]])
        }
        routes.post("users") { request in
          calls.withLock { $0 += 1 }
          return HTTP.Response(201, body: try await request.body.collect())
        }
      }
    }
    func talk(_ session: HTTPSession) async throws -> [String] {
      let user = try await session.get("users/\("a/b")", as: [String: String].self)
      let made = try await session.post("users", .text("new"))
      let missing = try await session.get("files/1", accepting: .any)
      return [user["id"] ?? "", made.text, "\(missing.status.code)", missing.text]
    }
    let recording = try HTTPSession.Cassette(file: path)
    let recorded = try await talk(session(recording))
    #expect(recorded.prefix(3) == ["a/b", "new", "404"] && recorded[3].contains("GET users/:id"))
    try await recording.save()
    let replay = try HTTPSession.Cassette(file: path, .strict)
    #expect(try await talk(session(replay)) == recorded)
    #expect(calls.withLock(\.self) == 2 && replay.unusedCount == 0)
  }

  @Test func `a download that a cassette replays is saved to the file`() async throws {
    let service = PairService { _, _ in
      HTTP.Response(200, headers: ["ETag": "\"1\""], body: [1, 2, 3])
    }
    let file = "\(folder.path)/f"
    _ = try await recordAndReplay(service) { _ in
    } _: { session in
      try await session.download(.get("f"), to: file, options: .overwrite)
      #expect(try Files.contents(of: file) == [1, 2, 3])
    }
  }
}
