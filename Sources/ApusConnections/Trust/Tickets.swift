internal import ApusHTTP
internal import ApusNet
internal import ApusTLS
internal import Synchronization

/// What servers have given a session to resume connections by.
final class Tickets: Sendable {
  private let place: Connections.Resumption.Place
  private let cache = Lock(TLS.SessionCache())
  private let nursery: Nursery
  private let queue = Lock(Queue())

  /// What waits to be written to a store of the caller's.
  private struct Queue {
    /// The oldest is dropped for one more.
    static let limit = 64

    var sessions: [TLS.Session] = []
    var hasWriter = false
  }

  init(_ resumption: Connections.Resumption, _ nursery: Nursery) {
    place = resumption.place
    self.nursery = nursery
  }

  /// How many sessions are kept in memory.
  var count: Int { cache.withLock(\.count) }

  /// What tickets of a server are bound to; nil where none are kept.
  ///
  /// Those of a proxy are never offered to a server at the same place, nor the other way round.
  func scope(
    port: UInt16, _ trust: HandshakeTrust, ofProxy isProxy: Bool
  ) -> TLS.SessionScope? {
    if case .nowhere = place { return nil }
    return TLS.SessionScope(
      host: trust.name.description, port: port,
      configuration: trust.security.digest + (isProxy ? [0] : []))
  }

  /// Keeps a session, unless its server is believed by an evaluator's word alone; a store of the
  /// caller's is told by a task on an executor.
  func keep(_ session: TLS.Session, on executor: any TaskExecutor) {
    guard case .verified(let chain) = session.peer, chain.path != nil else { return }
    switch place {
    case .nowhere: break
    case .memory: cache.withLock { $0.add(session) }
    case .store(let store):
      // A task of its own writes: who has the connection does not wait for a disk.
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

  /// The session that has waited longest; without one the writer ends.
  private func nextToWrite() -> TLS.Session? {
    queue.withLock { queue in
      guard queue.sessions.isEmpty || Task.isCancelled else { return queue.sessions.removeFirst() }
      queue.hasWriter = false
      return nil
    }
  }

  /// How long a store of the caller's is waited for; then the handshake is one without a session.
  private static let patience: Duration = .seconds(2)

  /// Asks a store of the caller's, in a task of its own that is on no thread of a loop.
  private func asked<Value: Sendable>(
    within bounds: BoundedTask, _ work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let bounded = BoundedTask(
      loop: bounds.loop,
      deadline: min(bounds.deadline, bounds.loop.time.deadline(after: Self.patience)),
      executor: bounds.executor)
    return try? await bounded.run(work).get()
  }

  /// Forgets all sessions of a scope, because a server did not resume one of them as it must.
  func forget(_ scope: TLS.SessionScope, within bounds: BoundedTask) async {
    switch place {
    case .nowhere: break
    case .memory: cache.withLock { $0.forget(scope) }
    case .store(let store):
      queue.withLock { queue in queue.sessions.removeAll { $0.scope == scope } }
      _ = await asked(within: bounds) { await store.forget(scope) }
    }
  }

  /// A session of a scope, if there is one.
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

/// Whether a handshake of a dial has failed after a session was offered, which is forgotten since.
///
/// RFC 5246 section 7.2.2: a session whose connection ended with a fatal alert must not be resumed.
final class SessionOffers: Sendable {
  private let failed = Atomic<Bool>(false)

  /// Whether it is worth to shake hands once more, in full.
  var haveFailed: Bool { failed.load(ordering: .acquiring) }

  func noteFailure() { failed.store(true, ordering: .releasing) }
}
