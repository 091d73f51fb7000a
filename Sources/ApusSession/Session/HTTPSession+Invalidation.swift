internal import ApusNet

extension HTTPSession {
  /// When a session that takes no more requests ends what it has.
  public enum Invalidation: Sendable, Hashable, CaseIterable {
    /// Calls fail as shut down at once.
    case now
    /// Calls that have begun go on to their end, those too that wait for a connection.
    case afterCalls
  }

  /// Takes no more requests, and closes the session's connections, without waiting for that.
  ///
  ///     api.invalidate(.afterCalls)
  ///
  /// It may be asked for anywhere, and more than once: `.now` ends what `.afterCalls` has let go
  /// on. A request after it fails with the code `.shutDown`, also with a stub.
  /// `shutdown(within:)` does the same by a time, and waits; `HTTPSession(copying:)` makes a
  /// session to go on with.
  public func invalidate(_ moment: Invalidation = .afterCalls) {
    guard mayEnd() else { return }
    var pool: ConnectionPool?
    if case .network(let network) = engine { pool = network }
    calls.shut { [pool, nursery, monitors] in
      pool?.close()
      nursery.close()
      monitors?.end()
    }
    guard moment == .now else { return }
    retries.close()
    rates?.close()
    pool?.end()
    handles.shutDown()
    nursery.close()
  }
}
