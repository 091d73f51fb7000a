import ApusHTTP
import ApusTestServer
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Invalid settings are rejected when the session is created.
@Suite struct SettingsCheckTests {
  private typealias Change = @Sendable (inout HTTPSession.Configuration) -> Void

  private static let changes: [(String, Change)] = [
    ("pool.connectionsPerHost", { $0.pool.connectionsPerHost = 0 }),
    ("pool.connectionsInAll", { $0.pool.connectionsInAll = -1 }),
    ("pool.waitingRequests", { $0.pool.waitingRequests = -1 }),
    ("pool.idleTimeout", { $0.pool.idleTimeout = .seconds(-1) }),
    ("pool.maximumAge", { $0.pool.maximumAge = .seconds(-1) }),
    ("limits.collectedByteCount", { $0.limits.collectedByteCount = -1 }),
    ("limits.lineByteCount", { $0.limits.lineByteCount = 0 }),
    ("limits.byteCountInErrors", { $0.limits.byteCountInErrors = -1 }),
    ("dns.limit", { $0.dns.limit = 0 }),
    ("redirects.limit", { $0.redirects.limit = -1 }),
    ("timeouts.queue", { $0.timeouts.queue = .zero }),
    ("timeouts.connect", { $0.timeouts.connect = .seconds(-3) }),
    ("timeouts.total", { $0.timeouts.total = .zero }),
    ("timeouts.expectContinue", { $0.timeouts.expectContinue = .seconds(-1) }),
    ("timeouts.slowness.byteCount", { $0.timeouts.slowness?.byteCount = 0 }),
    ("rateLimit.requestCount", { $0.rateLimit = HTTPSession.RateLimit(0) }),
    ("expectContinueByteCount", { $0.expectContinueByteCount = 0 }),
    ("rateLimit.burst", { $0.rateLimit = HTTPSession.RateLimit(1, burst: 0) }),
    ("rateLimit.interval", { $0.rateLimit = HTTPSession.RateLimit(1, per: .zero) }),
    ("timeouts.slowness.window", { $0.timeouts.slowness?.window = .zero }),
  ]

  /// The greatest values of numbers and durations.
  private static let greatest: [Change] = [
    { $0.pool.connectionsPerHost = .max }, { $0.pool.connectionsInAll = .max },
    { $0.pool.waitingRequests = .max }, { $0.pool.idleTimeout = .seconds(Int64.max) },
    { $0.pool.maximumAge = .seconds(Int64.max) }, { $0.pool.maximumUses = .max },
    { $0.limits.collectedByteCount = .max }, { $0.limits.lineByteCount = .max },
    { $0.limits.byteCountInErrors = .max }, { $0.limits.message.startLine = .max },
    { $0.limits.message.fieldLine = .max }, { $0.limits.message.headSection = .max },
    { $0.limits.message.fieldCount = .max }, { $0.limits.message.informationalCount = .max },
    { $0.redirects.limit = .max }, { $0.expectContinueByteCount = .max },
    { $0.timeouts.queue = .seconds(Int64.max) }, { $0.timeouts.connect = .seconds(Int64.max) },
    { $0.timeouts.resolve = .seconds(Int64.max) }, { $0.timeouts.tls = .seconds(Int64.max) },
    { $0.timeouts.firstByte = .seconds(Int64.max) }, { $0.timeouts.idle = .seconds(Int64.max) },
    { $0.timeouts.total = .seconds(Int64.max) },
    { $0.timeouts.expectContinue = .seconds(Int64.max) },
    { $0.timeouts.slowness?.byteCount = .max },
    { $0.timeouts.slowness?.window = .seconds(Int64.max) },
    { $0.rateLimit = HTTPSession.RateLimit(.max, burst: .max) },
    { $0.rateLimit = HTTPSession.RateLimit(1, per: .seconds(Int64.max)) },
    {
      $0.retry = .idempotent(attempts: .max)
      $0.retry.delay = .seconds(Int64.max)
      $0.retry.delayLimit = .seconds(Int64.max)
      $0.retry.retryAfterLimit = .seconds(Int64.max)
    },
  ]

  @Test func `a session with the greatest value of any setting works or is rejected`()
    async throws
  {
    let server = try await TestServer { request in
      let head = request.path == "/old"
      return .response(
        head
          ? HTTP.Response(302, headers: [.location: "/new"])
          : HTTP.Response(200, body: Array("text\n".utf8)))
    }
    var rejected: [String] = []
    for change in Self.greatest {
      let session: HTTPSession
      do {
        session = try HTTPSession(server.url) { change(&$0) }
      } catch {
        guard case .setting(let setting) = (error as? HTTPSessionError)?.reason else { throw error }
        rejected.append(setting.name)
        continue
      }
      // A rate of one request in a very long time allows no second one.
      let target: HTTP.Target = session.configuration.rateLimit?.requestCount == 1 ? "new" : "old"
      #expect(try await session.get(target).text == "text\n")
      await session.shutdown()
    }
    #expect(rejected.count < Self.greatest.count / 2, "\(rejected)")
    await server.shutdown()
  }

  @Test func `the error for each invalid setting names that setting`() throws {
    for (name, change) in Self.changes {
      do {
        _ = try HTTPSession("http://a.example/") { change(&$0) }
        Issue.record("\(name) is taken")
      } catch {
        guard case .setting(let setting) = (error as? HTTPSessionError)?.reason else {
          Issue.record("\(name): \(error)")
          continue
        }
        #expect(setting.name == name)
      }
    }
  }
}
