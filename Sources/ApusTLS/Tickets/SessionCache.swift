public import ApusASN1

extension TLS {
  /// Sessions in memory: a few for each scope, and those of the scopes that were used last.
  ///
  /// It is a value, for its owner to guard.
  public struct SessionCache: Sendable {
    /// How many scopes are remembered unless the owner says otherwise.
    public static let defaultScopeLimit = 1024
    /// How many sessions a scope may have unless the owner says otherwise.
    ///
    /// As many connections can be resumed at once.
    public static let defaultSessionLimit = 8

    /// How many bytes all sessions may take together unless the owner says otherwise: 8 MiB.
    public static let defaultByteLimit = 8 << 20

    /// How many scopes are remembered.
    public let scopeLimit: Int
    /// How many sessions each scope may have.
    public let sessionLimit: Int
    /// How many bytes all sessions may take together, tickets and certificates among them.
    public let byteLimit: Int
    /// How many bytes the sessions that are kept take, as far as that can be told.
    public private(set) var byteCount = 0
    private var entries: [SessionScope: Entry] = [:]
    /// Uses of scopes from the oldest on, some of them outdated by a later one.
    private var uses: [Use] = []
    private var firstUse = 0
    private var clock: UInt64 = 0

    private struct Entry {
      /// The oldest first.
      var sessions: [Session]
      var byteCount: Int
      var lastUse: UInt64
    }

    private struct Use {
      var scope: SessionScope
      var time: UInt64
    }

    /// Creates an empty cache with limits that are at least one.
    public init(
      scopeLimit: Int = defaultScopeLimit, sessionLimit: Int = defaultSessionLimit,
      byteLimit: Int = defaultByteLimit
    ) {
      precondition(
        scopeLimit > 0 && sessionLimit > 0 && byteLimit > 0, "a cache has room for something")
      self.scopeLimit = scopeLimit
      self.sessionLimit = sessionLimit
      self.byteLimit = byteLimit
    }

    /// How many sessions are kept.
    public var count: Int { entries.values.reduce(0) { $0 + $1.sessions.count } }

    /// How many scopes have one.
    public var scopeCount: Int { entries.count }
  }
}

extension TLS.SessionCache {
  /// Keeps a session, unless it alone takes more than all may.
  ///
  /// The oldest of its scope makes way, then the scopes that were used least lately.
  public mutating func add(_ session: TLS.Session) {
    let cost = session.byteCost
    guard cost <= byteLimit else { return }
    var sessions = remove(session.scope)
    // A session of TLS 1.2 is replaced, and not hoarded: each can be used again.
    if !session.isSingleUse { sessions.removeAll { !$0.isSingleUse } }
    if sessions.count == sessionLimit { sessions.removeFirst() }
    var total = sessions.reduce(cost) { $0 + $1.byteCost }
    while total > byteLimit { total -= sessions.removeFirst().byteCost }
    // Room is made before it is taken, so that there is never more than the limit.
    while byteCount + total > byteLimit || entries.count == scopeLimit, evict() {}
    keep(sessions + [session], for: session.scope)
  }

  /// Hands out the newest session of a scope that is good at a moment.
  ///
  /// Those that are not are forgotten, and so is one that is for a single use.
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

  /// Forgets all sessions of a scope, and none of any other.
  public mutating func forget(_ scope: TLS.SessionScope) { _ = remove(scope) }

  /// Forgets all sessions of the scopes for which `isForgotten` says so.
  public mutating func forget(where isForgotten: (TLS.SessionScope) -> Bool) {
    for scope in entries.keys where isForgotten(scope) { forget(scope) }
  }

  /// Forgets all sessions.
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
    // Outdated uses are swept out once they are most of all, at constant cost for each use.
    if uses.count >= 2 * scopeLimit + 64 {
      uses = uses[firstUse...].filter { entries[$0.scope]?.lastUse == $0.time }
      firstUse = 0
    }
  }

  /// Forgets the scope that was used least lately; returns false where there is none.
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
