internal import ApusNet

extension HTTPSession {
  /// The time when an invalidated session closes its connections.
  public enum Invalidation: Sendable, Hashable, CaseIterable {
    /// Calls fail as shut down at once.
    case now
    /// Calls that have begun run to their end, even if they wait for a connection.
    case afterCalls
  }

  /// Rejects new requests, and closes the session's connections, without waiting for that.
  ///
  ///     api.invalidate(.afterCalls)
  ///
  /// It may be called anywhere, and repeatedly: `.now` ends the calls that `.afterCalls` let
  /// continue. A later request fails with the code `.shutDown`, also with a stub.
  /// `shutdown(within:)` does the same with a time limit, and waits; `HTTPSession(copying:)`
  /// creates a replacement.
  ///
  /// - Parameter moment: The end of the running calls: after they complete, or at once.
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
