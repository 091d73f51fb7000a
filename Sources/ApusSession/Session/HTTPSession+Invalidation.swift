internal import ApusNet

extension HTTPSession {
  /// The moment when an invalidated session closes its connections.
  public enum Invalidation: Sendable, Hashable, CaseIterable {
    /// All running calls fail at once with the error code `.shutDown`.
    case now
    /// Running calls continue to their end, even if they wait for a connection.
    case afterCalls
  }

  /// Rejects new requests, and closes the session's connections, without waiting for running calls.
  ///
  ///     api.invalidate(.afterCalls)
  ///
  /// The function may be called repeatedly, and on any thread. A later call with `.now` ends the
  /// calls that `.afterCalls` has allowed to continue. A request after the invalidation fails with
  /// the error code `.shutDown`, even if the session has a stub. The function `shutdown(within:)`
  /// also rejects new requests, and waits for the end of running calls up to a time limit. The
  /// initializer `HTTPSession(copying:)` creates a session that replaces the invalidated session.
  ///
  /// - Parameter moment: The moment when running calls end: after they complete, or at once.
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
