/// The state of a connection pool. The type assigns connections to requests and starts connection
/// attempts, without I/O.
///
/// A request receives an idle connection, or waits for a returned or new connection. The pool
/// starts one connection attempt for each waiting request until the connection limit is reached. A
/// new connection serves the first request in the queue at that time. The newest idle connection is
/// used first, so surplus connections expire. `Time` is any increasing value.
///
/// An operation takes at most logarithmic time in the number of hosts, idle connections and waiting
/// requests.
package struct Pool<Connection, Time: Comparable> {
  private struct Host {
    let key: PoolKey
    /// The number of the host's connections: in use, idle or being established.
    var open = 0
    var queue = TicketQueue()
    /// The connection attempts for requests to the host. The newest attempt is the last.
    var dials: [UInt64] = []
    /// The number of connections to the host that are being established in advance.
    var warmUps = 0

    /// The number of connection attempts that no waiting request needs.
    var spareDialCount: Int { max(0, dials.count - queue.count) }

    /// Assigns connection attempts to waiting requests. Returns the first request without an
    /// attempt, the newest surplus attempt, and whether the host is unused.
    mutating func settle(_ perHost: Int) -> (ticket: UInt64?, dial: UInt64?, isUnused: Bool) {
      if queue.coveredCount != dials.count { queue.cover(dials.count) }
      return (
        open < perHost ? queue.firstUncovered : nil, spareDialCount > 0 ? dials.last : nil,
        open == 0 && queue.isEmpty
      )
    }
  }

  private let perHost: Int
  private let total: Int
  private let waitingLimit: Int
  private var numbers: [PoolKey: Int] = [:]
  /// A cache of the last host look-up. In most sessions, consecutive requests use the same host.
  private var lastFound: (key: PoolKey, number: Int)?
  private var hosts: [Host?] = []
  private var freeHosts: [Int] = []
  private var resting = IdleConnections<Connection, Time>()
  /// The hosts that need another connection and have not reached the connection limit per host.
  private var needy = HostQueue()
  /// The hosts with a connection attempt that no waiting request needs.
  private var spare = HostQueue()
  private var dials: [UInt64: (host: Int, isWarmUp: Bool)] = [:]
  private var lastDial: UInt64 = 0
  /// A Boolean value that indicates whether new connections wait for a free file descriptor.
  private var isStarved = false
  private(set) var open = 0
  package private(set) var waiting = 0
  private(set) var isClosed = false

  /// Creates an empty pool with limits on connections and waiting requests.
  package init(perHost: Int, total: Int, waiting: Int) {
    self.perHost = max(1, perHost)
    self.total = max(1, total)
    waitingLimit = max(0, waiting)
  }

  /// The number of idle connections in the pool.
  package var idle: Int { resting.count }

  /// The number of connection attempts in progress in the pool.
  var dialling: Int { dials.count }

  /// The number of hosts with a connection or a waiting request.
  var hostCount: Int { numbers.count }
}

// MARK: Requests

extension Pool {
  /// Handles a new request, whose ticket determines the request's position in the queue.
  ///
  /// After the server has closed the connection of a request, the request needs a new connection.
  /// The pool closes all idle connections to the same host.
  package mutating func request(
    _ ticket: UInt64, for key: PoolKey, isFresh: Bool = false, at now: Time,
    _ outcome: inout Outcome
  ) -> Placement {
    guard !isClosed else { return .closed }
    var known = number(of: key)
    if let host = known {
      if isFresh {
        closeResting(of: host, &outcome)
      } else if let connection = takeResting(of: host, at: now, &outcome) {
        return .use(connection)
      }
      // The pool removes a host together with the host's last connection.
      if hosts[host] == nil { known = nil }
    }
    guard waiting < waitingLimit else { return .full }
    let host = known ?? newNumber(of: key)
    hosts[host]?.queue.insert(ticket)
    waiting += 1
    refresh(host)
    beginDials(&outcome)
    return .wait
  }

  /// Removes and returns an idle connection for a request. Returns `nil` if the request must wait.
  mutating func takeResting(
    for key: PoolKey, at now: Time, _ outcome: inout Outcome
  ) -> Connection? {
    guard !isClosed, let host = number(of: key) else { return nil }
    return takeResting(of: host, at: now, &outcome)
  }

  /// Returns whether a connection attempt is in progress for a waiting request.
  func isDialling(for ticket: UInt64, _ key: PoolKey) -> Bool {
    numbers[key].flatMap { hosts[$0]?.queue.covers(ticket) } ?? false
  }

  /// Removes a waiting request. Returns `false` if the request already has a result.
  package mutating func leave(_ ticket: UInt64, _ key: PoolKey, _ outcome: inout Outcome) -> Bool {
    guard let host = numbers[key] else { return false }
    guard hosts[host]?.queue.remove(ticket) == true else { return false }
    waiting -= 1
    endSpareDials(of: host, &outcome)
    beginDials(&outcome)
    return true
  }
}

extension Pool {
  /// Changes the queue position of a waiting request.
  package mutating func move(
    _ ticket: UInt64, to next: UInt64, _ key: PoolKey, _ outcome: inout Outcome
  ) {
    guard let host = numbers[key], hosts[host]?.queue.remove(ticket) == true else { return }
    hosts[host]?.queue.insert(next)
    refresh(host)
    beginDials(&outcome)
  }
}

// MARK: Connections

extension Pool {
  /// Handles a reusable connection that a request returns to the pool.
  package mutating func release(
    _ connection: Connection, for key: PoolKey, until expiry: Time, at now: Time,
    _ outcome: inout Outcome
  ) {
    isStarved = false
    guard let host = number(of: key) else { return outcome.close.append(connection) }
    take(connection, of: host, until: expiry, at: now, &outcome)
  }

  /// Handles a closed connection, which no longer counts toward the connection limit.
  package mutating func giveUp(_ key: PoolKey, _ outcome: inout Outcome) {
    isStarved = false
    if let host = numbers[key] { freePlace(of: host) }
    beginDials(&outcome)
  }

  /// Handles an idle connection that received data, ended or expired. Returns `false` if the
  /// connection is in use again.
  package mutating func discard(_ parking: Parking, _ outcome: inout Outcome) -> Bool {
    guard let host = resting.host(of: parking), let connection = resting.remove(parking) else {
      return false
    }
    isStarved = false
    outcome.close.append(connection)
    freePlace(of: host)
    beginDials(&outcome)
    return true
  }

  /// Removes an idle connection from the pool for a check. Returns `false` if the connection is in
  /// use again.
  ///
  /// The caller returns or drops a checked connection in the same way as after a request.
  mutating func claim(_ parking: Parking) -> Bool {
    resting.remove(parking) != nil
  }

  /// Closes idle connections, cancels connection attempts, and rejects waiting requests.
  mutating func close(_ outcome: inout Outcome) {
    isClosed = true
    outcome.cancelled += dials.keys.sorted()
    for (host, _) in dials.values { hosts[host]?.open -= 1 }
    open -= dials.count
    dials = [:]
    for host in hosts.indices where hosts[host] != nil {
      closeResting(of: host, &outcome)
      outcome.calls += (hosts[host]?.queue.removeAll() ?? []).map { ($0, .closed) }
      hosts[host]?.dials = []
      hosts[host]?.warmUps = 0
      refresh(host)
    }
    waiting = 0
  }
}

// MARK: Dials

extension Pool {
  /// Handles a successful connection attempt.
  package mutating func dialled(
    _ number: UInt64, _ connection: Connection, until expiry: Time, at now: Time,
    _ outcome: inout Outcome
  ) {
    guard let host = end(number) else { return outcome.close.append(connection) }
    take(connection, of: host, until: expiry, at: now, &outcome)
  }

  /// Handles a failed connection attempt, and reports the failure to the first waiting request.
  ///
  /// If file descriptors have run out and requests wait, the pool closes the oldest idle
  /// connection. If the pool has no idle connection, the requests wait for a connection in use.
  package mutating func dialFailed(_ number: UInt64, isExhausted: Bool, _ outcome: inout Outcome) {
    let isWarmUp = dials[number]?.isWarmUp ?? true
    guard let host = end(number) else { return }
    if isExhausted, !isWarmUp, waiting > 0, evictOldest(&outcome) || open > dials.count + 1 {
      isStarved = outcome.close.isEmpty
    } else if !isWarmUp, let ticket = hosts[host]?.queue.popFirst() {
      waiting -= 1
      outcome.calls.append((ticket, .failed))
    }
    freePlace(of: host)
    beginDials(&outcome)
  }

  /// Returns whether a connection attempt is in progress and was not cancelled.
  func isDialling(_ number: UInt64) -> Bool { dials[number] != nil }

  /// Starts up to a given number of connections in advance. Returns the numbers of the attempts.
  mutating func warmUp(
    _ count: Int, for key: PoolKey, _ outcome: inout Outcome
  ) -> [UInt64] {
    guard !isClosed, waiting == 0, count > 0 else { return [] }
    let host = numbers[key] ?? newNumber(of: key)
    let spare = min(count, total - open, perHost - (hosts[host]?.open ?? 0))
    let first = outcome.dials.count
    for _ in 0..<max(0, spare) { beginDial(of: host, isWarmUp: true, &outcome) }
    refresh(host)
    return outcome.dials[first...].map(\.number)
  }

  /// Starts connections for the requests that have waited longest, up to the connection limit.
  private mutating func beginDials(_ outcome: inout Outcome) {
    while !isClosed, !isStarved, let (_, host) = needy.first {
      guard open < total || makeRoom(&outcome) else { return }
      beginDial(of: host, isWarmUp: false, &outcome)
      refresh(host)
    }
  }

  private mutating func beginDial(of host: Int, isWarmUp: Bool, _ outcome: inout Outcome) {
    guard let key = hosts[host]?.key else { return }
    lastDial += 1
    dials[lastDial] = (host, isWarmUp)
    if isWarmUp { hosts[host]?.warmUps += 1 } else { hosts[host]?.dials.append(lastDial) }
    hosts[host]?.open += 1
    open += 1
    outcome.dials.append((lastDial, key))
  }

  /// Removes a completed connection attempt. Returns `nil` if the attempt was cancelled before.
  private mutating func end(_ number: UInt64) -> Int? {
    guard let (host, isWarmUp) = dials.removeValue(forKey: number) else { return nil }
    if isWarmUp {
      hosts[host]?.warmUps -= 1
    } else {
      hosts[host]?.dials.removeAll { $0 == number }
      refresh(host)
    }
    return host
  }

  /// Cancels all surplus connection attempts of a host except one, whose connection may become
  /// idle.
  private mutating func endSpareDials(of host: Int, _ outcome: inout Outcome) {
    while hosts[host]?.spareDialCount ?? 0 > 1 { endNewestDial(of: host, &outcome) }
    refresh(host)
  }

  private mutating func endNewestDial(of host: Int, _ outcome: inout Outcome) {
    guard let number = hosts[host]?.dials.last, end(number) != nil else { return }
    outcome.cancelled.append(number)
    freePlace(of: host)
  }

  /// Cancels a surplus connection attempt, or closes the oldest idle connection.
  private mutating func makeRoom(_ outcome: inout Outcome) -> Bool {
    guard let (_, host) = spare.first else { return evictOldest(&outcome) }
    endNewestDial(of: host, &outcome)
    return open < total
  }
}

// MARK: Connection limits

extension Pool {
  /// Gives a connection to the request that has waited longest, makes the connection idle, or
  /// closes the connection.
  private mutating func take(
    _ connection: Connection, of host: Int, until expiry: Time, at now: Time,
    _ outcome: inout Outcome
  ) {
    guard !isClosed, now < expiry, !mustYield(host) else {
      outcome.close.append(connection)
      freePlace(of: host)
      return beginDials(&outcome)
    }
    if waiting > 0, let ticket = hosts[host]?.queue.popFirst() {
      waiting -= 1
      outcome.calls.append((ticket, .use(connection)))
      endSpareDials(of: host, &outcome)
      return beginDials(&outcome)
    }
    outcome.parking = resting.append(connection, of: host, until: expiry)
    beginDials(&outcome)
  }

  /// Removes and returns the newest idle connection of a host that has not expired.
  private mutating func takeResting(
    of host: Int, at now: Time, _ outcome: inout Outcome
  ) -> Connection? {
    while let (connection, expiry) = resting.popNewest(of: host) {
      if now < expiry { return connection }
      outcome.close.append(connection)
      freePlace(of: host)
      guard hosts[host] != nil else { break }
    }
    return nil
  }

  private mutating func closeResting(of host: Int, _ outcome: inout Outcome) {
    while let (connection, _) = resting.popNewest(of: host) {
      outcome.close.append(connection)
      freePlace(of: host)
      guard hosts[host] != nil else { return }
    }
  }

  /// Closes the oldest idle connection of any host.
  private mutating func evictOldest(_ outcome: inout Outcome) -> Bool {
    guard let (host, parking) = resting.first, let connection = resting.remove(parking) else {
      return false
    }
    outcome.close.append(connection)
    freePlace(of: host)
    return true
  }

  private mutating func freePlace(of host: Int) {
    hosts[host]?.open -= 1
    open -= 1
    refresh(host)
  }

  /// Returns whether a request of another host has waited longer than all requests of this host.
  private func mustYield(_ host: Int) -> Bool {
    guard waiting > 0, !isStarved, open >= total, let first = needy.first, first.host != host
    else { return false }
    return first.ticket < hosts[host]?.queue.first ?? .max
  }

  /// Returns the index of a host. Returns `nil` if the pool does not contain the host.
  private mutating func number(of key: PoolKey) -> Int? {
    if let lastFound, lastFound.key == key { return lastFound.number }
    guard let found = numbers[key] else { return nil }
    lastFound = (key, found)
    return found
  }

  private mutating func newNumber(of key: PoolKey) -> Int {
    let host: Int
    if let freed = freeHosts.popLast() {
      host = freed
      hosts[host] = Host(key: key)
    } else {
      host = hosts.count
      hosts.append(Host(key: key))
    }
    numbers[key] = host
    return host
  }

  /// Updates the priority queues after a change of a host, and removes an unused host.
  private mutating func refresh(_ host: Int) {
    guard let (ticket, dial, isUnused) = hosts[host]?.settle(perHost) else { return }
    needy.update(host, ticket)
    spare.update(host, dial)
    guard isUnused, let key = hosts[host]?.key else { return }
    numbers[key] = nil
    lastFound = nil
    hosts[host] = nil
    freeHosts.append(host)
  }
}
