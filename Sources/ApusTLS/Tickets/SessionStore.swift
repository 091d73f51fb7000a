extension TLS {
  /// Where sessions are kept between connections.
  ///
  /// A store of one's own may be on disk or shared between processes. What it is given to keep is
  /// secret: whoever reads it can read recorded connections.
  public protocol SessionStore: Sendable {
    /// Keeps a session for its scope.
    nonisolated(nonsending) func add(_ session: Session) async

    /// Hands out a session of a scope that is good at a moment, the newest first.
    ///
    /// One that is for a single use is kept no longer.
    nonisolated(nonsending) func take(for scope: SessionScope, at moment: Moment) async -> Session?

    /// Forgets all sessions of a scope, and none of any other.
    nonisolated(nonsending) func forget(_ scope: SessionScope) async
  }
}
