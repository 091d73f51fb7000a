import ApusHTTP
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
