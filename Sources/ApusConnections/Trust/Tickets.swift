internal import ApusHTTP
internal import ApusNet
internal import ApusTLS
internal import Synchronization

/// The stored TLS session tickets of servers.
final class Tickets: Sendable {
  private let place: Connections.Resumption.Place
  private let cache = Lock(TLS.SessionCache())
  private let nursery: Nursery
  private let queue = Lock(Queue())

  /// The session tickets that wait to be written to the caller's store.
  private struct Queue {
    /// The maximum number of session tickets in the queue. A full queue drops its oldest ticket.
    static let limit = 64

    var sessions: [TLS.Session] = []
    var hasWriter = false
  }

  init(_ resumption: Connections.Resumption, _ nursery: Nursery) {
    place = resumption.place
    self.nursery = nursery
  }

  /// The number of TLS sessions in memory.
  var count: Int { cache.withLock(\.count) }

  /// Returns the scope of a server's session tickets. Returns `nil` if no tickets are stored.
  ///
  /// The tickets of proxies and of servers are separate, even if a proxy and a server have the same
  /// address.
  func scope(
    port: UInt16, _ trust: HandshakeTrust, ofProxy isProxy: Bool
  ) -> TLS.SessionScope? {
    if case .nowhere = place { return nil }
    return TLS.SessionScope(
      host: trust.name.description, port: port,
      configuration: trust.security.digest + (isProxy ? [0] : []))
  }

  /// Stores a TLS session, unless only a certificate evaluator trusted the server. A background
  /// task writes the session to the program's own store.
  func keep(_ session: TLS.Session, on executor: any TaskExecutor) {
    guard case .verified(let chain) = session.peer, chain.path != nil else { return }
    switch place {
    case .nowhere: break
    case .memory: cache.withLock { $0.add(session) }
    case .store(let store):
      // A separate task writes to the store, because a request must not wait for a disk.
      let needsWriter = queue.withLock { queue in
        if queue.sessions.count == Queue.limit { queue.sessions.removeFirst() }
        queue.sessions.append(session)
        defer { queue.hasWriter = true }
        return !queue.hasWriter
      }
      guard needsWriter else { return }
      nursery.begin(on: executor) { [self] in
        while let next = nextToWrite() { await store.add(next) }
      }
    }
  }

  /// Returns the oldest TLS session in the queue. Returns `nil` and ends the background task if the
  /// queue is empty.
  private func nextToWrite() -> TLS.Session? {
    queue.withLock { queue in
      guard queue.sessions.isEmpty || Task.isCancelled else { return queue.sessions.removeFirst() }
      queue.hasWriter = false
      return nil
    }
  }

  /// The timeout of the program's own ticket store. After the timeout, the client performs a full
  /// handshake.
  private static let patience: Duration = .seconds(2)

  /// Calls the program's own ticket store in a separate task, which does not run on an event loop's
  /// thread.
  private func asked<Value: Sendable>(
    within bounds: BoundedTask, _ work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let bounded = BoundedTask(
      loop: bounds.loop,
      deadline: min(bounds.deadline, bounds.loop.time.deadline(after: Self.patience)),
      executor: bounds.executor)
    return try? await bounded.run(work).get()
  }

  /// Removes all TLS sessions of a server after a failed resumption.
  func forget(_ scope: TLS.SessionScope, within bounds: BoundedTask) async {
    switch place {
    case .nowhere: break
    case .memory: cache.withLock { $0.forget(scope) }
    case .store(let store):
      queue.withLock { queue in queue.sessions.removeAll { $0.scope == scope } }
      _ = await asked(within: bounds) { await store.forget(scope) }
    }
  }

  /// Returns a stored TLS session for a server. Returns `nil` if no session is stored.
  func take(
    for scope: TLS.SessionScope, at moment: UnixTime, within bounds: BoundedTask
  ) async -> TLS.Session? {
    switch place {
    case .nowhere: nil
    case .memory: cache.withLock { $0.take(for: scope, at: moment) }
    case .store(let store):
      await asked(within: bounds) { await store.take(for: scope, at: moment) } ?? nil
    }
  }
}

/// A flag that indicates whether a handshake of the connection attempt has failed with an offered
/// TLS session.
///
/// A session whose connection ended with a fatal alert must not be resumed. RFC 5246 section 7.2.2.
final class SessionOffers: Sendable {
  private let failed = Atomic<Bool>(false)

  /// A Boolean value that indicates whether the next connection attempt should use a full
  /// handshake.
  var haveFailed: Bool { failed.load(ordering: .acquiring) }

  func noteFailure() { failed.store(true, ordering: .releasing) }
}
