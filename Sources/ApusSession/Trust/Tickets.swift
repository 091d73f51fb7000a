internal import ApusHTTP
internal import ApusNet
internal import ApusTLS

/// What servers have given a session to resume connections by.
final class Tickets: Sendable {
  private let place: HTTPSession.Resumption.Place
  private let cache = Lock(TLS.SessionCache())

  init(_ resumption: HTTPSession.Resumption) { place = resumption.place }

  /// How many sessions are kept in memory.
  var count: Int { cache.withLock(\.count) }

  /// What tickets of a server are bound to; nil where none are kept.
  func scope(port: UInt16, _ trust: HandshakeTrust) -> TLS.SessionScope? {
    if case .nowhere = place { return nil }
    return TLS.SessionScope(
      host: trust.name.description, port: port, configuration: trust.security.digest)
  }

  /// Keeps a session, unless its server is believed by an evaluator's word alone.
  func keep(_ session: TLS.Session) {
    guard case .verified(let chain) = session.peer, chain.path != nil else { return }
    switch place {
    case .nowhere: break
    case .memory: cache.withLock { $0.add(session) }
    case .store(let store):
      // What has come is read by whoever has the connection, who does not wait for a disk.
      Task(executorPreference: CurrentTask.executorOfCallers) { await store.add(session) }
    }
  }

  /// A session of a scope, if there is one.
  func take(for scope: TLS.SessionScope, at moment: TLS.Moment) async -> TLS.Session? {
    switch place {
    case .nowhere: nil
    case .memory: cache.withLock { $0.take(for: scope, at: moment) }
    case .store(let store): await store.take(for: scope, at: moment)
    }
  }
}
