internal import ApusNet

extension HTTPSession {
  /// The time at which an invalidated session closes its connections.
  public enum Invalidation: Sendable, Hashable, CaseIterable {
    /// All running calls fail at once with the error code `.shutDown`.
    case now
    /// Calls that have begun run to their end, even if they wait for a connection.
    case afterCalls
  }

  /// Rejects new requests, and closes the session's connections without a wait.
  ///
  ///     api.invalidate(.afterCalls)
  ///
  /// The function may be called on any thread, and repeatedly. A later call with `.now` ends the
  /// calls that `.afterCalls` has allowed to continue. A later request fails with the error code
  /// `.shutDown`, even if the session has a stub. The function `shutdown(within:)` has the same
  /// effect with a time limit, and waits for the end. The initializer `HTTPSession(copying:)`
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
