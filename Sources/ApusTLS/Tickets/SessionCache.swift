public import ApusASN1

extension TLS {
  /// An in-memory cache of TLS sessions, with a few sessions for each host, port and configuration.
  ///
  /// The cache is a value type, so its owner must synchronize access to the cache.
  public struct SessionCache: Sendable {
    /// The default maximum number of scopes in a session cache.
    public static let defaultScopeLimit = 1024
    /// The default maximum number of sessions for each scope of a session cache.
    ///
    /// With 8 sessions, up to 8 parallel connections to a host can be resumed.
    public static let defaultSessionLimit = 8

    /// The default maximum number of bytes of all sessions in a session cache, which is 8 MiB.
    public static let defaultByteLimit = 8 << 20

    /// The maximum number of scopes in the session cache.
    public let scopeLimit: Int
    /// The maximum number of sessions for each scope of the session cache.
    public let sessionLimit: Int
    /// The maximum number of bytes of all sessions in the cache, with tickets and certificates.
    public let byteLimit: Int
    /// The approximate number of bytes of the sessions in the cache.
    public private(set) var byteCount = 0
    private var entries: [SessionScope: Entry] = [:]
    /// The log of scope uses in chronological order. A later use of a scope makes its earlier uses
    /// obsolete.
    private var uses: [Use] = []
    private var firstUse = 0
    private var clock: UInt64 = 0

    private struct Entry {
      /// The sessions of the scope in ascending order of age, the oldest session first.
      var sessions: [Session]
      var byteCount: Int
      var lastUse: UInt64
    }

    private struct Use {
      var scope: SessionScope
      var time: UInt64
    }

    /// Creates an empty session cache, whose limits must be positive.
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

    /// The number of sessions in the cache.
    public var count: Int { entries.values.reduce(0) { $0 + $1.sessions.count } }

    /// The number of scopes that have sessions in the cache.
    public var scopeCount: Int { entries.count }
  }
}

extension TLS.SessionCache {
  /// Stores a session in the cache, unless the session alone exceeds the cache's byte limit.
  ///
  /// If the session exceeds a limit, the cache removes the oldest session of the same scope, and
  /// then the least recently used scopes.
  ///
  /// - Parameter session: The session, which contains its scope.
  public mutating func add(_ session: TLS.Session) {
    let cost = session.byteCost
    guard cost <= byteLimit else { return }
    var sessions = remove(session.scope)
    // A new TLS 1.2 session replaces the previous session of its scope, because a TLS 1.2 session
    // can be used more than once.
    if !session.isSingleUse { sessions.removeAll { !$0.isSingleUse } }
    if sessions.count == sessionLimit { sessions.removeFirst() }
    var total = sessions.reduce(cost) { $0 + $1.byteCost }
    while total > byteLimit { total -= sessions.removeFirst().byteCost }
    // The cache removes other scopes before it stores the session, so that the byte limit is never
    // exceeded.
    while byteCount + total > byteLimit || entries.count == scopeLimit, evict() {}
    keep(sessions + [session], for: session.scope)
  }

  /// Returns the newest unexpired session for a host, port and configuration.
  ///
  /// The method removes expired sessions of the scope from the cache. The method also removes the
  /// returned session if the session can be used only once.
  ///
  /// - Parameters:
  ///   - scope: The host, port and configuration of the connection.
  ///   - moment: The time of the expiry check.
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

  /// Removes all sessions of a scope from the cache, and no sessions of other scopes.
  ///
  /// - Parameter scope: The host, port and configuration of connections.
  public mutating func forget(_ scope: TLS.SessionScope) { _ = remove(scope) }

  /// Removes the sessions of all scopes for which `isForgotten` returns true.
  ///
  /// - Parameter isForgotten: The closure that returns true for a scope to remove.
  public mutating func forget(where isForgotten: (TLS.SessionScope) -> Bool) {
    for scope in entries.keys where isForgotten(scope) { forget(scope) }
  }

  /// Removes all sessions from the cache.
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
    // The cache removes obsolete uses when more than half of the log is obsolete, so the amortized
    // cost is constant.
    if uses.count >= 2 * scopeLimit + 64 {
      uses = uses[firstUse...].filter { entries[$0.scope]?.lastUse == $0.time }
      firstUse = 0
    }
  }

  /// Removes the sessions of the least recently used scope, and returns false if the cache is
  /// empty.
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
