import ApusHTTP
import Testing

@testable import ApusSession

/// Settings that mean nothing are refused when the session is made.
@Suite struct SettingsCheckTests {
  private typealias Change = @Sendable (inout HTTPSession.Configuration) -> Void

  private static let changes: [(String, Change)] = [
    ("pool.perHost", { $0.pool.perHost = 0 }), ("pool.total", { $0.pool.total = -1 }),
    ("pool.waiting", { $0.pool.waiting = -1 }), ("pool.idle", { $0.pool.idle = .seconds(-1) }),
    ("pool.age", { $0.pool.age = .seconds(-1) }),
    ("limits.collected", { $0.limits.collected = -1 }), ("limits.line", { $0.limits.line = 0 }),
    ("limits.inErrors", { $0.limits.inErrors = -1 }), ("names.limit", { $0.names.limit = 0 }),
    ("redirects.limit", { $0.redirects.limit = -1 }),
    ("timeouts.queue", { $0.timeouts.queue = .zero }),
    ("timeouts.connect", { $0.timeouts.connect = .seconds(-3) }),
    ("timeouts.request", { $0.timeouts.request = .zero }),
    ("timeouts.expectContinue", { $0.timeouts.expectContinue = .seconds(-1) }),
    ("timeouts.slowness.byteCount", { $0.timeouts.slowness?.byteCount = 0 }),
    ("timeouts.slowness.window", { $0.timeouts.slowness?.window = .zero }),
  ]

  @Test func `each is named by its error`() throws {
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
