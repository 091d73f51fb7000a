import ApusCaching
import ApusHTTP
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A response under one trust is not served under another.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct CacheTrustTests {
  /// Sends a request over TLS through each of the sessions, which share a cache; returns the number
  /// of received requests.
  private func count(
    _ configure: [(inout HTTPSession.Configuration) -> Void]
  ) async throws -> Int {
    let server = try await TestServer(tls: try .local()) { _ in
      .response(HTTP.Response(200, headers: ["Cache-Control": "max-age=60"], body: [0x61]))
    }
    let cache = try HTTPSession.ResponseCache.inMemory()
    for configure in configure {
      let session = try HTTPSession(server.url) {
        $0.cache = cache
        $0.timeouts.tls = .seconds(60)
        if let root = server.root { $0.tls.roots = .only([root]) }
        configure(&$0)
      }
      #expect(try await session.send(.get("x")).text == "a")
      await session.shutdown()
    }
    await server.shutdown()
    return server.requestCount
  }

  @Test func `sessions with the same trust settings share cached responses`() async throws {
    let count = try await count([{ _ in }, { _ in }])
    #expect(count == 1)
  }

  @Test func `sessions with different TLS policies do not share cached responses`() async throws {
    let count = try await count([{ _ in }, { $0.tls.policy.leastRSABitCount = 3_072 }, { _ in }])
    #expect(count == 2)
  }

  @Test func `a session that ignores certificate expiry does not use the cache`()
    async throws
  {
    let danger: (inout HTTPSession.Configuration) -> Void = { $0.tls.policy.danger = .expired }
    let count = try await count([danger, danger, { _ in }, danger])
    #expect(count == 4)
  }

  @Test func `a response that a trust challenge accepted is cached for one session`()
    async throws
  {
    let challenge: (inout HTTPSession.Configuration) -> Void = {
      $0.tls.challenge = .init("all") { _ in .abide }
    }
    let count = try await count([challenge, { _ in }, challenge])
    #expect(count == 3)
  }
}
