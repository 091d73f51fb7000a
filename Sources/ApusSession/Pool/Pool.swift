/// Decides which request gets which connection: a value without sockets and without a clock.
///
/// Whoever is told to dial holds a place from then on, and gives it back with `release` or
/// `giveUp`. Idle connections are used last in, first out, so that those there are too many of
/// grow old. Requests that wait are served in the order in which they came, whichever host they
/// are for. A time is anything that grows.
struct Pool<Connection, Time: Comparable> {
  /// How a pool answers a request.
  enum Answer {
    /// Here is a connection.
    case use(Connection)
    /// There is a place: make a connection.
    case dial
    /// There is no place yet; the ticket will be called.
    case wait
    /// Too many wait already.
    case full
    /// The pool takes no more requests.
    case closed
  }

  /// What becomes of one who waits.
  enum Call {
    case use(Connection)
    case dial
    case closed
  }

  /// What is to be done after an event, besides an answer.
  struct Outcome {
    /// Connections to be closed; their places are free already.
    var close: [Connection] = []
    /// Who is called.
    var calls: [(ticket: UInt64, call: Call)] = []
  }

  private struct Idle {
    let connection: Connection
    let number: UInt64
    let expiry: Time
  }

  private struct Host {
    /// Connections leased, being made or idle.
    var open = 0
    var idle: [Idle] = []
    var queue = TicketQueue()

    var isUnused: Bool { open == 0 && queue.isEmpty }
  }

  private let perHost: Int
  private let total: Int
  private let waitingLimit: Int
  private var hosts: [PoolKey: Host] = [:]
  private(set) var open = 0
  private(set) var idle = 0
  private(set) var waiting = 0
  private(set) var isClosed = false
  /// Counts connections that became idle, so that the one idle for longest can be told.
  private var parkings: UInt64 = 0

  /// A pool with nothing in it.
  init(perHost: Int, total: Int, waiting: Int) {
    self.perHost = max(1, perHost)
    self.total = max(1, total)
    waitingLimit = max(0, waiting)
  }

  /// A request came. Tickets grow from one request to the next.
  mutating func request(
    _ ticket: UInt64, for key: PoolKey, at now: Time, _ outcome: inout Outcome
  ) -> Answer {
    guard !isClosed else { return .closed }
    if let connection = takeIdle(key, at: now, &outcome) { return .use(connection) }
    if hosts[key]?.queue.isEmpty ?? true, takePlace(for: key, &outcome) {
      return .dial
    }
    guard waiting < waitingLimit else { return .full }
    hosts[key, default: Host()].queue.append(ticket)
    waiting += 1
    return .wait
  }

  /// One who waited does so no longer; returns false if it has been called.
  mutating func leave(_ ticket: UInt64, _ key: PoolKey) -> Bool {
    guard var host = hosts[key], host.queue.remove(ticket) else { return false }
    waiting -= 1
    hosts[key] = host.isUnused ? nil : host
    return true
  }

  /// A connection can serve another request, until its expiry.
  mutating func release(
    _ connection: Connection, for key: PoolKey, until expiry: Time, at now: Time,
    _ outcome: inout Outcome
  ) {
    guard !isClosed, now < expiry, !mustYield(key) else {
      outcome.close.append(connection)
      return giveUp(key, &outcome)
    }
    if waiting > 0, let ticket = hosts[key, default: Host()].queue.popFirst() {
      waiting -= 1
      return outcome.calls.append((ticket, .use(connection)))
    }
    parkings += 1
    let rest = Idle(connection: connection, number: parkings, expiry: expiry)
    // In place: a request looks its host up once, and its end once more.
    if let host = hosts.index(forKey: key) {
      hosts.values[host].idle.append(rest)
    } else {
      hosts[key, default: Host()].idle.append(rest)
    }
    idle += 1
  }

  /// A connection is gone, or could not be made: its place is free.
  mutating func giveUp(_ key: PoolKey, _ outcome: inout Outcome) {
    freePlace(of: key)
    callNext(&outcome)
  }

  /// An idle connection showed data, its end, or its age; returns false if it is in use again.
  mutating func discard(
    _ key: PoolKey, _ outcome: inout Outcome, where matches: (Connection) -> Bool
  ) -> Bool {
    guard let index = hosts[key]?.idle.lastIndex(where: { matches($0.connection) }),
      let found = hosts[key]?.idle.remove(at: index)
    else { return false }
    idle -= 1
    outcome.close.append(found.connection)
    giveUp(key, &outcome)
    return true
  }

  /// Takes an idle connection out of its rest to look after it; false if it is in use again.
  ///
  /// Whoever has it gives it back or drops it, as after a request.
  mutating func claim(_ key: PoolKey, where matches: (Connection) -> Bool) -> Bool {
    guard let index = hosts[key]?.idle.lastIndex(where: { matches($0.connection) }) else {
      return false
    }
    hosts[key]?.idle.remove(at: index)
    idle -= 1
    return true
  }

  /// Takes up to that many places for connections that are made before they are asked for.
  mutating func reserve(_ count: Int, for key: PoolKey) -> Int {
    guard !isClosed, waiting == 0 else { return 0 }
    let spare = min(count, total - open, perHost - (hosts[key]?.open ?? 0))
    guard spare > 0 else { return 0 }
    hosts[key, default: Host()].open += spare
    open += spare
    return spare
  }

  /// No more requests: idle connections are closed and those who wait are sent away.
  mutating func close(_ outcome: inout Outcome) {
    isClosed = true
    for key in Array(hosts.keys) {
      guard var host = hosts[key] else { continue }
      outcome.close += host.idle.map(\.connection)
      outcome.calls += host.queue.removeAll().map { ($0, .closed) }
      host.open -= host.idle.count
      open -= host.idle.count
      host.idle = []
      hosts[key] = host.open == 0 ? nil : host
    }
    idle = 0
    waiting = 0
  }

  /// How many hosts have a connection or wait for one.
  var hostCount: Int { hosts.count }
}

extension Pool {
  /// The connection that became idle last, of those that have not expired.
  private mutating func takeIdle(
    _ key: PoolKey, at now: Time, _ outcome: inout Outcome
  ) -> Connection? {
    guard idle > 0, let host = hosts.index(forKey: key) else { return nil }
    while let last = hosts.values[host].idle.popLast() {
      idle -= 1
      if now < last.expiry { return last.connection }
      outcome.close.append(last.connection)
      hosts.values[host].open -= 1
      open -= 1
    }
    if hosts.values[host].isUnused { hosts[key] = nil }
    return nil
  }

  /// Takes a place for one more connection, perhaps from another host's idle one.
  private mutating func takePlace(for key: PoolKey, _ outcome: inout Outcome) -> Bool {
    guard hosts[key]?.open ?? 0 < perHost else { return false }
    guard open < total || evictOldest(&outcome) else { return false }
    hosts[key, default: Host()].open += 1
    open += 1
    return true
  }

  /// Closes the connection that has been idle for longest, of any host.
  private mutating func evictOldest(_ outcome: inout Outcome) -> Bool {
    var oldest: (key: PoolKey, number: UInt64)?
    guard idle > 0 else { return false }
    for (key, host) in hosts {
      guard let first = host.idle.first, first.number < oldest?.number ?? .max else { continue }
      oldest = (key, first.number)
    }
    guard let key = oldest?.key, let first = hosts[key]?.idle.removeFirst() else { return false }
    idle -= 1
    outcome.close.append(first.connection)
    freePlace(of: key)
    return true
  }

  private mutating func freePlace(of key: PoolKey) {
    guard var host = hosts[key] else { return }
    host.open -= 1
    open -= 1
    hosts[key] = host.isUnused ? nil : host
  }

  /// Lets the one dial who has waited longest, of those whose host has a place left.
  private mutating func callNext(_ outcome: inout Outcome) {
    guard !isClosed, waiting > 0, let (key, ticket) = firstBelowHostLimit(),
      takePlace(for: key, &outcome)
    else { return }
    _ = leave(ticket, key)
    outcome.calls.append((ticket, .dial))
  }

  /// Whether one who came before all who wait for this host waits for any place at all.
  private func mustYield(_ key: PoolKey) -> Bool {
    guard waiting > 0 else { return false }
    let own = hosts[key]?.queue
    guard waiting > own?.count ?? 0, let other = firstBelowHostLimit() else { return false }
    return other.key != key && other.ticket < own?.first ?? .max
  }

  private func firstBelowHostLimit() -> (key: PoolKey, ticket: UInt64)? {
    var first: (key: PoolKey, ticket: UInt64)?
    for (key, host) in hosts where host.open < perHost {
      guard let ticket = host.queue.first, ticket < first?.ticket ?? .max else { continue }
      first = (key, ticket)
    }
    return first
  }
}
