extension TLS {
  /// Sessions in memory: a few for each scope, and those of the scopes that were used last.
  ///
  /// It is a value, for whoever keeps it to guard.
  public struct SessionCache: Sendable {
    /// How many scopes are remembered unless the owner says otherwise.
    public static let defaultScopeLimit = 1024
    /// How many sessions a scope may have unless the owner says otherwise.
    ///
    /// As many connections can be resumed at once.
    public static let defaultSessionLimit = 8

    /// How many scopes are remembered.
    public let scopeLimit: Int
    /// How many sessions each scope may have.
    public let sessionLimit: Int
    private var entries: [SessionScope: Entry] = [:]
    /// Uses of scopes from the oldest on, some of them outdated by a later one.
    private var uses: [Use] = []
    private var firstUse = 0
    private var clock: UInt64 = 0

    private struct Entry {
      /// The oldest first.
      var sessions: [Session]
      var lastUse: UInt64
    }

    private struct Use {
      var scope: SessionScope
      var time: UInt64
    }

    /// An empty cache with limits that are at least one.
    public init(
      scopeLimit: Int = defaultScopeLimit, sessionLimit: Int = defaultSessionLimit
    ) {
      precondition(scopeLimit > 0 && sessionLimit > 0, "a cache has room for something")
      self.scopeLimit = scopeLimit
      self.sessionLimit = sessionLimit
    }

    /// How many sessions are kept.
    public var count: Int { entries.values.reduce(0) { $0 + $1.sessions.count } }

    /// How many scopes have one.
    public var scopeCount: Int { entries.count }
  }
}

extension TLS.SessionCache {
  /// Keeps a session.
  ///
  /// The oldest of its scope makes way, or all of the scope that was used least lately.
  public mutating func add(_ session: TLS.Session) {
    var sessions = entries[session.scope]?.sessions ?? []
    // A session of TLS 1.2 is replaced, and not hoarded: each can be used again.
    if !session.isSingleUse { sessions.removeAll { !$0.isSingleUse } }
    if sessions.count == sessionLimit { sessions.removeFirst() }
    sessions.append(session)
    keep(sessions, for: session.scope)
    if entries.count > scopeLimit { evict() }
  }

  /// Hands out the newest session of a scope that is good at a moment.
  ///
  /// Those that are not are forgotten, and so is one that is for a single use.
  public mutating func take(
    for scope: TLS.SessionScope, at moment: TLS.Moment
  ) -> TLS.Session? {
    guard var sessions = entries.removeValue(forKey: scope)?.sessions else { return nil }
    sessions.removeAll { !$0.isUsable(at: moment) }
    guard let newest = sessions.last else { return nil }
    if newest.isSingleUse { sessions.removeLast() }
    if !sessions.isEmpty { keep(sessions, for: scope) }
    return newest
  }

  /// Forgets all sessions of a scope.
  public mutating func removeAll(for scope: TLS.SessionScope) { entries[scope] = nil }

  /// Forgets all sessions.
  public mutating func removeAll() {
    entries = [:]
    uses = []
    firstUse = 0
  }

  private mutating func keep(_ sessions: [TLS.Session], for scope: TLS.SessionScope) {
    clock += 1
    entries[scope] = Entry(sessions: sessions, lastUse: clock)
    uses.append(Use(scope: scope, time: clock))
    // Outdated uses are swept out once they are most of all, at constant cost for each use.
    if uses.count >= 2 * scopeLimit + 64 {
      uses = uses[firstUse...].filter { entries[$0.scope]?.lastUse == $0.time }
      firstUse = 0
    }
  }

  /// Forgets the scope that was used least lately.
  private mutating func evict() {
    while firstUse < uses.count {
      let use = uses[firstUse]
      firstUse += 1
      if entries[use.scope]?.lastUse == use.time {
        entries[use.scope] = nil
        return
      }
    }
  }
}
