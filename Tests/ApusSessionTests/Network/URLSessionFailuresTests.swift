import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The observed faults of FoundationNetworking. The resume token of a cancelled download is in
/// `HTTPTaskTests`.
@Suite(.ownThread) struct URLSessionFailuresTests {
  private static let home = "http://one.example/"
  private static let away = "http://two.example/"

  /// The fields that servers have seen, by the path.
  private final class Log: Sendable {
    private let state = Lock<[(path: String, fields: HTTP.Fields)]>([])

    var paths: [String] { state.withLock { $0.map(\.path) } }
    var fields: [HTTP.Fields] { state.withLock { $0.map(\.fields) } }

    func add(_ request: TestRequest) {
      state.withLock { $0.append((request.path, request.head.fields)) }
    }
  }

  /// Serves both origins by one handler, with a log for each.
  private static func run(
    _ handler: @escaping @Sendable (TestRequest) -> HTTP.Response,
    configure: @escaping @Sendable (inout HTTPSession.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (HTTPSession, TestNetwork, Log) async throws -> Void
  ) async throws {
    try await TestNetwork.run { network in
      let log = Log()
      for origin in [home, away] {
        try network.serve(origin) { request in
          log.add(request)
          return .response(handler(request))
        }
      }
      try await body(try network.session(home, configure), network, log)
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect to another origin drops all secrets of the caller's request`(
    _ status: Int
  ) async throws {
    try await Self.run { request in
      guard request.path == "/x" else { return HTTP.Response(200) }
      return HTTP.Response(
        HTTP.Status(status), headers: [.location: HTTP.FieldValue(Self.away + "y")])
    } _: { session, _, log in
      var request = HTTP.Request.get("x")
      request.headers[.authorization] = "Bearer secret"
      request.headers[.cookie] = "own=secret"
      request.headers["X-Api-Key"] = "secret"
      let response = try await session.send(request)
      #expect(response.status == .ok && log.paths == ["/x", "/y"])
      for name: HTTP.FieldName in [.authorization, .cookie, "X-Api-Key"] {
        #expect(log.fields.map { $0.contains(name) } == [true, false], "\(name)")
      }
      #expect(log.fields.last?.contains { $0.value.text.contains("secret") } == false)
    }
  }

  @Test func `a relative Location of a redirect is resolved against the request's URL`()
    async throws
  {
    try await Self.run { request in
      guard request.path == "/dir/sub/x" else { return HTTP.Response(200) }
      return HTTP.Response(302, headers: [.location: "other"])
    } _: { session, _, log in
      try await session.send(.get("dir/sub/x"))
      #expect(log.paths == ["/dir/sub/x", "/dir/sub/other"])
    }
  }

  @Test func `Secure cookies are sent only over TLS, and path cookies only to their path`()
    async throws
  {
    try await Self.run { request in
      guard request.path == "/set" else { return HTTP.Response(200) }
      var response = HTTP.Response(200)
      response.headers.append(.setCookie, "safe=1; Secure")
      response.headers.append(.setCookie, "private=2; Path=/private")
      response.headers.append(.setCookie, "all=3; Path=/")
      return response
    } configure: {
      $0.cookies = HTTPSession.CookieStorage()
    } _: { session, _, log in
      for path in ["set", "public", "private/x"] { try await session.send(.get(.reference(path))) }
      let sent = log.fields.map { $0[.cookie]?.text }
      #expect(sent == [nil, "all=3", "private=2; all=3"])
    }
  }

  @Test func `a 304 response with a Location field is not followed as a redirect`() async throws {
    try await Self.run { _ in
      HTTP.Response(304, headers: [.location: "/other", .etag: "\"1\""])
    } configure: {
      $0.acceptedStatuses = .any
    } _: { session, _, log in
      var request = HTTP.Request.get("x")
      request.headers["If-None-Match"] = "\"1\""
      let response = try await session.send(request)
      #expect(response.status == 304 && response.redirects.isEmpty && log.paths == ["/x"])
    }
  }

  @Test func `a 103 response is reported to the program and is not the final response`()
    async throws
  {
    try await TestNetwork.run { network in
      let told = Lock<[String]>([])
      try network.serve(Self.home) { _ in
        .response(HTTP.Response(200, body: [1]), .informational(count: 2))
      }
      let session = try network.session(Self.home) {
        $0.onInformational = { request, head in
          let link = head.fields["Link"]?.text ?? ""
          told.withLock { $0.append("\(request.path) \(head.status.code) \(link)") }
        }
      }
      let response = try await session.send(.get("x"))
      #expect(response.status == .ok && response.body == [1])
      #expect(told.withLock { $0 } == ["/x 103 </a>", "/x 103 </a>"])
    }
  }

  /// The number of bytes that a server has sent.
  private final class Sent: Sendable {
    private let count = Lock(0)

    var byteCount: Int { count.withLock { $0 } }

    func add(_ more: Int) { count.withLock { $0 += more } }
  }

  /// Returns a server that sends more than any client reads, and counts the sent bytes.
  private static func flood(_ sent: Sent) -> TestServer.Handler {
    { _ in
      .stream(HTTP.ResponseHead(200)) { connection in
        for _ in 0..<200 * 16 {
          try await connection.writeChunk([UInt8](repeating: 1, count: 65_536))
          sent.add(65_536)
        }
      }
    }
  }

  @Test func `if the caller rejects the response head, the connection is closed`() async throws {
    struct Refusal: Error {}
    try await TestNetwork.run { network in
      let sent = Sent()
      let server = try network.serve(Self.home, Self.flood(sent))
      let session = try network.session(Self.home)
      await #expect(throws: Refusal.self) {
        try await session.stream(.get("x")) { _, _ in throw Refusal() }
      }
      let download = try await session.download(.get("x")) { _ in nil }
      #expect(download == nil)
      // Each costs its connection, and the server only the bytes in transit.
      try await network.sleep(for: .seconds(1))
      #expect(session.gauges.open == 0 && server.connectionCount == 2)
      #expect(sent.byteCount < 1 << 20)
    }
  }

  @Test func `a must-revalidate response is requested again with If-None-Match`() async throws {
    let cache = try HTTPSession.ResponseCache.inMemory()
    try await Self.run { request in
      let isKnown = request.head.fields["If-None-Match"]?.text == "\"1\""
      return HTTP.Response(
        isKnown ? 304 : 200,
        headers: [.etag: "\"1\"", .cacheControl: "max-age=60, must-revalidate"],
        body: isKnown ? [] : [7])
    } configure: {
      $0.cache = cache
    } _: { session, network, log in
      for _ in 0..<3 {
        let response = try await session.send(.get("x"))
        #expect(response.status == .ok && response.body == [7])
        try await network.sleep(for: .seconds(61))
      }
      #expect(log.fields.map { $0.contains("If-None-Match") } == [false, true, true])
    }
  }

  @Test(arguments: ["Digest realm=\"r\", nonce=\"n\", qop=\"auth\"", "Bearer realm=\"r\""])
  func `the challenge handler is called for Digest and for Bearer challenges`(
    _ challenge: String
  ) async throws {
    let scheme = challenge.prefix { $0 != " " }
    let asked = Lock(0)
    let token = try Authentication.Credential.token(Authentication.Secret("t"))
    try await Self.run { request in
      let answer = request.head.fields[.authorization]?.text ?? ""
      guard answer.utf8.starts(with: "\(scheme) ".utf8) else {
        return HTTP.Response(401, headers: [.wwwAuthenticate: HTTP.FieldValue(challenge)])
      }
      return HTTP.Response(200)
    } configure: {
      $0.authentication.allowsSecretsInClear = true
      $0.authentication.onChallenge = { challenge in
        asked.withLock { $0 += 1 }
        guard scheme == "Digest" else { return .useCredential(token) }
        return .useCredential(.password(Authentication.Secret("p"), user: "u"))
      }
    } _: { session, _, log in
      let response = try await session.send(.get("x"))
      #expect(response.status == .ok && log.paths == ["/x", "/x"])
      #expect(asked.withLock { $0 } == 1)
    }
  }

  @Test func `a slow reader of 200 MB receives little more than it has read`()
    async throws
  {
    try await TestNetwork.run { network in
      let sent = Sent()
      try network.serve(Self.home, Self.flood(sent))
      let session = try network.session(Self.home)
      try await session.stream(.get("x")) { _, content in
        var pieces = content.makeAsyncIterator()
        var taken = 0
        while taken < 4 << 20, let piece = try await pieces.next() {
          taken += piece.count
          try await network.sleep(for: .milliseconds(10))
          #expect(sent.byteCount < taken + 1 << 20)
        }
        #expect(taken >= 4 << 20)
      }
    }
  }

  @Test
  func `a timeout of 0.5 seconds expires on time and not for a fast server`()
    async throws
  {
    try await TestNetwork.run { network in
      try network.serve(Self.home) { request in
        .response(HTTP.Response(200), request.path == "/silent" ? .silence : nil)
      }
      let session = try network.session(Self.home) { $0.timeouts.total = .milliseconds(500) }
      for _ in 0..<20 { try await session.send(.get("x")) }
      #expect(network.elapsed == .zero)
      do {
        try await session.send(.get("silent"))
        Issue.record("answered")
      } catch let error as HTTPSessionError {
        #expect(error.reason == .timedOut(.total))
      }
      #expect(network.elapsed == .milliseconds(500))
    }
  }

  @Test func `a configuration with both a socket path and a proxy is rejected`() {
    let error = #expect(throws: HTTPSessionError.self) {
      try HTTPSession("http://engine/") {
        $0.proxies = .list([try .http("proxy.example")])
        $0.sockets.path = "/run/engine.sock"
      }
    }
    guard case .setting(let setting)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(setting.name == "sockets.path")
  }
}
