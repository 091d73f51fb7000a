import ApusNet
import ApusSession
import ApusTestServer

/// A server, and the session that calls it on a loop of its own.
struct Side: Sendable {
  let server: TestServer
  let session: HTTPSession
  let endings: Endings
  private let loop: EventLoop?

  init(_ security: TestServer.Security?, _ run: LongRun, _ findings: Findings) async throws {
    let server = try await TestServer(tls: security, HostileServer(findings).answer)
    let endings = Endings(findings)
    session = try HTTPSession(server.url) {
      // So that some calls have to wait for a connection.
      $0.pool.connectionsPerHost = max(2, run.callers / 4)
      // A busy machine must not fail the session.
      ($0.timeouts.queue, $0.timeouts.connect) = (.seconds(60), .seconds(60))
      $0.timeouts.tls = .seconds(60)
      $0.retry = .idempotent(attempts: 3)
      $0.retry.delay = .milliseconds(4)
      $0.cookies = HTTPSession.CookieStorage()
      $0.authentication.allowsSecretsInClear = true
      try $0.authentication.credentials.set(
        .password(Authentication.Secret("open"), user: "long"), for: server.url)
      if let root = server.root { $0.tls.roots = .only([root]) }
      $0.monitors.append(endings)
    }
    loop = session.executor as? EventLoop
    self.server = server
    self.endings = endings
  }

  /// The remains of calls, in words; nil if there are none.
  var remnant: String? {
    let (gauges, census) = (session.gauges, loop?.census ?? (sockets: 0, waiting: 0, timers: 0))
    let tasks = session.tasks.count
    guard endings.openCount == 0, gauges.open == 0, gauges.waiting == 0, gauges.tasks == 0,
      census == (0, 0, 0), tasks == 0, server.openCount == 0
    else {
      return """
        \(endings.openCount) calls, \(tasks) handles, \(gauges), \(census.sockets) sockets, \
        \(census.waiting) waiting, \(census.timers) timers, \(server.openCount) at the server
        """
    }
    return nil
  }
}
