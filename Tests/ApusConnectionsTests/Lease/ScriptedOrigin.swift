import ApusHTTP
import ApusNet
import TestSupport

@testable import ApusConnections

/// An origin within the process whose connections a closure serves, and the pool that leads to it.
final class ScriptedOrigin: Sendable {
  let pool: ConnectionPool
  let key: PoolKey
  let url: HTTP.URL
  private let clientLoop: EventLoop
  private let serverLoop: EventLoop
  private let dials = Counter()

  /// The number of connections that were made.
  var dialCount: Int { dials.value.withLock(\.self) }

  private final class Counter: Sendable {
    let value = Lock(0)
  }

  init(
    _ settings: ConnectionSettings = ConnectionSettings(),
    _ serve: @escaping @Sendable (MemoryPeer) async throws -> Void
  ) throws {
    let (clientLoop, serverLoop) = (try EventLoop(), try EventLoop())
    (self.clientLoop, self.serverLoop) = (clientLoop, serverLoop)
    url = try HTTP.URL("http://origin.test/")
    key = PoolKey(inClearTo: url.origin)
    let dials = dials
    let parts = try ConnectionParts(
      settings, Environment(time: clientLoop.time), Nursery(), ownOrigins: [])
    pool = try parts.makePool(on: SessionLoops(LoopGroup(of: clientLoop)), nil) { _, loop, _ in
      let (own, other) = MemoryChannel.pair(on: loop, and: serverLoop)
      dials.value.withLock { $0 += 1 }
      Task(executorPreference: serverLoop) {
        try? await serve(MemoryPeer(other))
        other.close()
      }
      return own
    }
  }

  /// Leases an exchange.
  func lease(_ caller: Caller = Caller(), isFresh: Bool = false) async throws -> Lease {
    try await pool.lease(key, isFresh: isFresh, caller)
  }

  /// Begins a request without content.
  func begin(_ lease: Lease, _ method: HTTP.Method = .get, _ fields: HTTP.Fields = [:]) throws {
    try lease.begin(method, url, fields)
  }

  func end() async {
    pool.end()
    await clientLoop.shutdown()
    await serverLoop.shutdown()
  }
}

/// A call that leases exchanges.
final class Caller: LeaseHolder {
  let deadlines: Deadlines
  let priority: HTTP.RequestOptions.Priority
  private let queued = Lock(0)

  init(
    _ timeouts: Connections.Timeouts = Connections.Timeouts(),
    _ priority: HTTP.RequestOptions.Priority = .normal
  ) {
    deadlines = Deadlines(timeouts, .system)
    self.priority = priority
  }

  /// The number of times that the call began to wait.
  var queuedCount: Int { queued.withLock(\.self) }

  func noteQueued() { queued.withLock { $0 += 1 } }
}

extension Lease {
  /// Begins a request without content.
  func begin(_ method: HTTP.Method, _ url: HTTP.URL, _ fields: HTTP.Fields = [:]) throws {
    let request = ExchangeRequest(
      method, url, fields: try SentFields(fields, to: url.origin, .direct),
      body: OpenedBody(length: .none, source: .nothing), trailers: [:])
    try begin(request, Deadlines(Connections.Timeouts(), .system))
  }

  /// The final head, and the number of heads before it.
  func head() async throws -> (HTTP.ResponseHead, informationalCount: Int) {
    var count = 0
    let head = try await awaitHead { if case .informational = $0 { count += 1 } }
    return (head, count)
  }

  /// The content up to its end.
  func content() async throws -> String {
    var content: [UInt8] = []
    while try await readContent(into: &content) {}
    return String(decoding: content, as: UTF8.self)
  }
}
