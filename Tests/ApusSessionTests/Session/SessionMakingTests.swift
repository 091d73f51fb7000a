import ApusConnections
import ApusHTTP
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// The ways to create a session, its errors, and its end.
@Suite(.ownThread) struct SessionMakingTests {
  private struct Mine: Error {}

  /// Returns the error of creating a session, which has only this type.
  private func failure(_ make: () throws -> HTTPSession) throws -> HTTPSessionError {
    do {
      _ = try make()
    } catch {
      return try #require(error as? HTTPSessionError, "\(type(of: error))")
    }
    throw Mine()
  }

  @Test func `a session can be created from a string or URL, with settings or a closure`()
    throws
  {
    var configuration = HTTPSession.Configuration()
    configuration.timeouts.connect = .seconds(3)
    let url = try HTTP.URL("https://h/a")
    let sessions = [
      try HTTPSession("https://h/a", configuration: configuration),
      try HTTPSession(url, configuration: configuration),
      try HTTPSession(url) { $0.timeouts.connect = .seconds(3) },
      try HTTPSession("https://h/a") { $0 = configuration },
    ]
    for session in sessions {
      #expect(session.base?.description == "https://h/a/")
      #expect(session.configuration.timeouts.connect == .seconds(3))
    }
    #expect(try HTTPSession(configuration: configuration).base == nil)
    #expect(try HTTPSession(url).configuration.timeouts.connect == .seconds(10))
  }

  @Test func `an error that the configuration closure throws is the underlying error`() throws {
    let invalid = try failure { try HTTPSession("https://h/") { _ in throw Mine() } }
    #expect(invalid.reason == .hook && invalid.underlying is Mine)
    #expect("\(invalid)".hasPrefix("a closure of the program that the session called failed"))
    let url = try failure {
      try HTTPSession {
        _ = try HTTP.URL("h")
        $0.tls = .init()
      }
    }
    #expect(url.reason == .url(.missingScheme) && url.underlying is HTTP.InvalidURL)
    let roots = try failure {
      try HTTPSession("https://h/") { $0.tls.roots = try .only(pemFile: "/none.pem") }
    }
    #expect(roots.code.name == "invalid-trust-source" || roots.underlying != nil)
    let own = HTTPSessionError(.shutDown)
    #expect(try failure { try HTTPSession { _ in throw own } }.reason == .shutDown)
    let session = try HTTPSession("https://h/")
    let copy = try failure { try HTTPSession(copying: session) { _ in throw Mine() } }
    #expect(copy.underlying is Mine)
  }

  @Test func `each failure to create a session throws an HTTPSessionError`() throws {
    let cases: [(make: () throws -> HTTPSession, code: String)] = [
      ({ try HTTPSession("h") }, "invalid-url"),
      ({ try HTTPSession("https://h/") { $0.timeouts.connect = .zero } }, "invalid-setting"),
      ({ try HTTPSession("https://h/") { $0.origins = ["h"] } }, "invalid-setting"),
      ({ try HTTPSession { $0.headers["X-A"] = "b" } }, "invalid-setting"),
      (
        {
          try HTTPSession("https://h/") { $0.proxies = .environment(["all_proxy": "gopher://b"]) }
        },
        "invalid-setting"
      ),
    ]
    for (make, code) in cases { #expect(try failure(make).code.name == code) }
  }

  @Test func `withHTTPSession returns its closure's result and shuts the session down`()
    async throws
  {
    let server = try await TestServer { .response(HTTP.Response(200, body: Array($0.path.utf8))) }
    var kept: [HTTPSession] = []
    let text = try await withHTTPSession(server.url) { session in
      kept.append(session)
      return try await session.get("a").text
    }
    #expect(text == "/a")
    let status = try await withHTTPSession(server.url) { try await $0.get("health").status }
    #expect(status == .ok)
    var configuration = HTTPSession.Configuration()
    configuration.headers["X-Tenant"] = "blue"
    let url = try HTTP.URL(server.url)
    try await withHTTPSession(url, configuration: configuration) { session in
      kept.append(session)
      #expect(session.configuration.headers["X-Tenant"] == "blue")
    }
    await #expect(throws: Mine.self) {
      try await withHTTPSession(server.url) { session in
        kept.append(session)
        try await session.get("a")
        throw Mine()
      }
    }
    #expect(kept.count == 3)
    for session in kept {
      #expect(session.gauges.open == 0)
      #expect(await session.failure(of: .get("a"))?.reason == .shutDown)
    }
    await server.shutdown()
  }

  @Test func `withHTTPSession throws for an invalid base before it runs its closure`() async throws
  {
    let error = await #expect(throws: HTTPSessionError.self) {
      try await withHTTPSession("h") { _ in Issue.record("it ran") }
    }
    #expect(error?.code.name == "invalid-url")
  }

  @Test func `task handles that still run when withHTTPSession ends are cancelled`() async throws {
    let gate = Gate()
    let server = try await TestServer { _ in
      await gate.pass()
      return .response(HTTP.Response(200))
    }
    let task = try await withHTTPSession(server.url) { $0.start(.send(.get("a"))) }
    let error = await #expect(throws: HTTPSessionError.self) { try await task.value }
    #expect(error?.reason == .shutDown || error?.reason == .cancelled)
    gate.open()
    await server.shutdown()
  }

  @MainActor @Test func `the closure of withHTTPSession runs on the actor of its caller`()
    async throws
  {
    try await withHTTPSession("https://h/") { _ in MainActor.assertIsolated() }
  }
}

/// The session of the process.
@Suite(.ownThread) struct SharedSessionTests {
  @Test func `HTTPSession.shared is one instance with the default configuration`()
    async throws
  {
    let server = try await TestServer { _ in .response(HTTP.Response(200, body: [0x61])) }
    #expect(HTTPSession.shared === HTTPSession.shared && HTTPSession.shared.base == nil)
    #expect(HTTPSession.shared.configuration.timeouts == HTTPSession.Timeouts())
    #expect(try await HTTPSession.shared.get("\(raw: server.url)x").text == "a")
    await server.shutdown()
  }

  @Test func `shutting down HTTPSession.shared stops a debug build with a message`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await HTTPSession.shared.shutdown()
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("HTTPSession.shared cannot be shut down"))
    #expect(words.contains("withHTTPSession"))
    await #expect(processExitsWith: .failure) { HTTPSession.shared.invalidate(.now) }
  }
}
