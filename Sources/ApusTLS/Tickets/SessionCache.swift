public import ApusASN1

extension TLS {
  /// A cache of sessions in memory: a few for each scope, of the most recently used scopes.
  ///
  /// It is a value; its owner must synchronize it.
  public struct SessionCache: Sendable {
    /// The default largest number of scopes.
    public static let defaultScopeLimit = 1024
    /// The default largest number of sessions of a scope.
    ///
    /// As many connections can be resumed at once.
    public static let defaultSessionLimit = 8

    /// The default largest number of bytes of all sessions: 8 MiB.
    public static let defaultByteLimit = 8 << 20

    /// The largest number of scopes.
    public let scopeLimit: Int
    /// The largest number of sessions of each scope.
    public let sessionLimit: Int
    /// The largest number of bytes of all sessions, with their tickets and certificates.
    public let byteLimit: Int
    /// The approximate number of bytes of the stored sessions.
    public private(set) var byteCount = 0
    private var entries: [SessionScope: Entry] = [:]
    /// Uses of scopes, the oldest first; later uses make some of them obsolete.
    private var uses: [Use] = []
    private var firstUse = 0
    private var clock: UInt64 = 0

    private struct Entry {
      /// The sessions, the oldest first.
      var sessions: [Session]
      var byteCount: Int
      var lastUse: UInt64
    }

    private struct Use {
      var scope: SessionScope
      var time: UInt64
    }

    /// Creates an empty cache with limits of at least one.
    ///
    /// - Parameters:
    ///   - scopeLimit: The maximum number of scopes.
    ///   - sessionLimit: The maximum number of sessions in a scope.
    ///   - byteLimit: The maximum number of bytes of all sessions together.
    public init(
      scopeLimit: Int = defaultScopeLimit, sessionLimit: Int = defaultSessionLimit,
      byteLimit: Int = defaultByteLimit
    ) {
      precondition(
        scopeLimit > 0 && sessionLimit > 0 && byteLimit > 0,
        "the limits of a cache must be positive")
      self.scopeLimit = scopeLimit
      self.sessionLimit = sessionLimit
      self.byteLimit = byteLimit
    }

    /// The number of stored sessions.
    public var count: Int { entries.values.reduce(0) { $0 + $1.sessions.count } }

    /// The number of scopes with sessions.
    public var scopeCount: Int { entries.count }
  }
}

extension TLS.SessionCache {
  /// Stores a session, unless it alone exceeds the limit of all.
  ///
  /// It replaces the oldest session of its scope, and then the least recently used scopes.
  ///
  /// - Parameter session: The session, which knows its scope.
  public mutating func add(_ session: TLS.Session) {
    let cost = session.byteCost
    guard cost <= byteLimit else { return }
    var sessions = remove(session.scope)
    // A session of TLS 1.2 is replaced, because it can be used more than once.
    if !session.isSingleUse { sessions.removeAll { !$0.isSingleUse } }
    if sessions.count == sessionLimit { sessions.removeFirst() }
    var total = sessions.reduce(cost) { $0 + $1.byteCost }
    while total > byteLimit { total -= sessions.removeFirst().byteCost }
    // Space is made first, so that the limit is never exceeded.
    while byteCount + total > byteLimit || entries.count == scopeLimit, evict() {}
    keep(sessions + [session], for: session.scope)
  }

  /// Returns the newest session of a scope that has not expired at a moment.
  ///
  /// Expired sessions are removed, and so is a session for a single use.
  ///
  /// - Parameters:
  ///   - scope: The host, port and configuration of the connection.
  ///   - moment: The time at which dates are checked.
  public mutating func take(
    for scope: TLS.SessionScope, at moment: UnixTime
  ) -> TLS.Session? {
    var sessions = remove(scope)
    sessions.removeAll { !$0.isUsable(at: moment) }
    guard let newest = sessions.last else { return nil }
    if newest.isSingleUse { sessions.removeLast() }
    if !sessions.isEmpty { keep(sessions, for: scope) }
    return newest
  }

  /// Removes all sessions of a scope, and none of any other.
  ///
  /// - Parameter scope: The host, port and configuration of connections.
  public mutating func forget(_ scope: TLS.SessionScope) { _ = remove(scope) }

  /// Removes all sessions of the scopes for which `isForgotten` returns true.
  ///
  /// - Parameter isForgotten: The closure that returns true for a scope to remove.
  public mutating func forget(where isForgotten: (TLS.SessionScope) -> Bool) {
    for scope in entries.keys where isForgotten(scope) { forget(scope) }
  }

  /// Removes all sessions.
  public mutating func removeAll() {
    self = Self(scopeLimit: scopeLimit, sessionLimit: sessionLimit, byteLimit: byteLimit)
  }

  private mutating func remove(_ scope: TLS.SessionScope) -> [TLS.Session] {
    guard let entry = entries.removeValue(forKey: scope) else { return [] }
    byteCount -= entry.byteCount
    return entry.sessions
  }

  private mutating func keep(_ sessions: [TLS.Session], for scope: TLS.SessionScope) {
    clock += 1
    let count = sessions.reduce(0) { $0 + $1.byteCost }
    entries[scope] = Entry(sessions: sessions, byteCount: count, lastUse: clock)
    byteCount += count
    uses.append(Use(scope: scope, time: clock))
    // Obsolete uses are removed when they are the majority, at constant cost for each use.
    if uses.count >= 2 * scopeLimit + 64 {
      uses = uses[firstUse...].filter { entries[$0.scope]?.lastUse == $0.time }
      firstUse = 0
    }
  }

  /// Removes the least recently used scope; returns false if there is none.
  private mutating func evict() -> Bool {
    while firstUse < uses.count {
      let use = uses[firstUse]
      firstUse += 1
      if entries[use.scope]?.lastUse == use.time {
        forget(use.scope)
        return true
      }
    }
    return false
  }
}
