import ApusAuthentication
import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Reconnecting event streams together with the other features of a session.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct StreamPairsTests {
  /// A response with one event.
  private static func event(
    _ data: String, id: String, _ fields: HTTP.Fields = [:]
  ) -> HTTP.Response {
    var response = HTTP.Response(
      200, headers: ["Content-Type": "text/event-stream"],
      body: Array("id: \(id)\ndata: \(data)\n\n".utf8))
    for field in fields { response.headers.append(field.name, field.value) }
    return response
  }

  private static let over = HTTP.Response(204)

  /// The rules of a stream that reconnects without a wait.
  private static var rules: HTTPSession.Reconnection {
    var rules = HTTPSession.Reconnection()
    (rules.delay, rules.failureLimit) = (.zero, 2)
    return rules
  }

  /// Reads a stream to its end and returns the data of its events.
  private static func read(
    _ session: HTTPSession, _ request: HTTP.Request = .get("news")
  ) async throws -> [String] {
    try await session.events(request, reconnecting: rules) { events in
      var found: [String] = []
      for try await event in events { found.append(event.data) }
      return found
    }
  }

  @Test func `an event stream is neither read from the cache nor stored in it`() async throws {
    let service = PairService { _, count in
      count < 2
        ? Self.event("\(count)", id: "\(count)", ["Cache-Control": "max-age=600"]) : Self.over
    }
    let session = try service.session { $0.cache = try .inMemory() }
    #expect(try await Self.read(session) == ["0", "1"])
    #expect(service.values("Last-Event-ID") == [nil, "0", "1"])
  }

  @Test func `a reconnection sends the cookie that the earlier connection has set`() async throws {
    let service = PairService { _, count in
      count == 0 ? Self.event("a", id: "1", ["Set-Cookie": "sid=7; Secure"]) : Self.over
    }
    let session = service.session { $0.cookies = HTTPSession.CookieStorage() }
    #expect(try await Self.read(session) == ["a"])
    #expect(service.values(.cookie) == [nil, "sid=7"])
  }

  @Test func `each reconnection requests the original URL instead of a redirect target`()
    async throws
  {
    let service = PairService { request, count in
      switch (request.target.text, count) {
      case ("https://a.test/news", 0...1):
        HTTP.Response(302, headers: ["Location": "https://b.test/x"])
      case ("https://a.test/news", _): Self.over
      default: Self.event("a", id: "1")
      }
    }
    let session = service.session { $0.headers["X-Key"] = .sensitive("k") }
    #expect(try await Self.read(session) == ["a"])
    #expect(service.urls == ["https://a.test/news", "https://b.test/x", "https://a.test/news"])
    #expect(service.values("X-Key") == ["k", nil, "k"])
    #expect(service.values("Last-Event-ID") == [nil, nil, "1"])
  }

  @Test func `each connection of an event stream replies to its own challenge`() async throws {
    let service = PairService { request, count in
      guard request.headers.contains(.authorization) else {
        return HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""])
      }
      return count < 2 ? Self.event("a", id: "1") : Self.over
    }
    let session = try service.session {
      try $0.authentication.credentials.set(
        .password(Authentication.Secret("pw"), user: "u"), for: "https://a.test/")
    }
    #expect(try await Self.read(session) == ["a"])
    #expect(service.values(.authorization).compactMap(\.self).count == 2)
  }

  @Test func `an event stream reconnects over TLS after its host became an HSTS host`()
    async throws
  {
    let hosts = HTTPSession.StrictTransport()
    let service = PairService { _, count in
      guard count == 0 else { return Self.over }
      try hosts.add("a.test", for: .seconds(600))
      return Self.event("a", id: "1")
    }
    let session = service.session("http://a.test/") { $0.strictTransport = hosts }
    #expect(try await Self.read(session) == ["a"])
    #expect(service.urls == ["http://a.test/news", "https://a.test/news"])
  }

  @Test func `the retry policy applies to each connection of an event stream`() async throws {
    let service = PairService { _, count in
      switch count {
      case 0, 2: HTTP.Response(503)
      case 1: Self.event("a", id: "1")
      default: Self.over
      }
    }
    let session = service.session { $0.retry = .atOnce(2) }
    #expect(try await Self.read(session) == ["a"])
    #expect(service.values("Last-Event-ID") == [nil, nil, "1", "1"])
    let broken = PairService { _, _ in throw HTTPSessionError(.noResponse) }
    let second = broken.session { $0.retry = .atOnce(5) }
    await #expect(throws: HTTPSessionError.self) { try await Self.read(second) }
    // Three failed connections of five attempts each.
    #expect(broken.requests.count == 15)
  }

  @Test func `a cassette replays an event stream with its reconnections`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let service = PairService { _, count in
      count < 2 ? Self.event("\(count)", id: "\(count)") : Self.over
    }
    let cassette = try HTTPSession.Cassette(file: path)
    let first = service.session { $0.interceptors.append(cassette.interceptor) }
    #expect(try await Self.read(first) == ["0", "1"])
    try await cassette.save()
    let replay = try HTTPSession.Cassette(file: path, .strict)
    let second = service.session { $0.interceptors.append(replay.interceptor) }
    #expect(try await Self.read(second) == ["0", "1"])
    #expect(service.requests.count == 3 && replay.unusedCount == 0)
  }
}
