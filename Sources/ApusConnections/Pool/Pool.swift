/// Assigns connections to requests and decides when to dial: a value without sockets and without a
/// clock.
///
/// A request receives an idle connection or waits for one that another request returns or that is
/// dialled. Dials belong to the pool. One begins for each waiting request while there are free
/// places; its connection goes to the request that is first in order when it ends. Idle connections
/// are used last in, first out, so that surplus ones grow old. `Time` is any increasing value.
///
/// The time of an operation grows at most with the logarithm of the number of hosts, idle
/// connections and waiting requests.
package struct Pool<Connection, Time: Comparable> {
  private struct Host {
    let key: PoolKey
    /// The number of connections that are leased, being dialled or idle.
    var open = 0
    var queue = TicketQueue()
    /// The dials in progress for requests, the newest one at the end.
    var dials: [UInt64] = []
    /// The number of dials in progress for idle connections.
    var warmUps = 0

    /// The number of dials in progress that exceed the waiting requests.
    var spareDialCount: Int { max(0, dials.count - queue.count) }

    /// Updates the number of requests that dials cover, and returns the first uncovered request,
    /// the newest surplus dial, and whether the host is unused.
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
  /// The host of the last look-up, which most sessions use each time.
  private var lastFound: (key: PoolKey, number: Int)?
  private var hosts: [Host?] = []
  private var freeHosts: [Int] = []
  private var resting = IdleConnections<Connection, Time>()
  /// The hosts with a request that no dial covers, and a free place for one more connection.
  private var needy = HostQueue()
  /// The hosts with a dial that no request waits for.
  private var spare = HostQueue()
  private var dials: [UInt64: (host: Int, isWarmUp: Bool)] = [:]
  private var lastDial: UInt64 = 0
  /// A Boolean value that indicates whether descriptors have run out, so that no dial begins before
  /// one is released.
  private var isStarved = false
  private(set) var open = 0
  package private(set) var waiting = 0
  private(set) var isClosed = false

  /// Creates an empty pool.
  package init(perHost: Int, total: Int, waiting: Int) {
    self.perHost = max(1, perHost)
    self.total = max(1, total)
    waitingLimit = max(0, waiting)
  }

  /// The number of idle connections.
  package var idle: Int { resting.count }

  /// The number of dials in progress.
  var dialling: Int { dials.count }

  /// The number of hosts with a connection or a waiting request.
  var hostCount: Int { numbers.count }
}

// MARK: Requests

extension Pool {
  /// Handles a new request; its ticket determines its position among the waiting ones.
  ///
  /// A request whose connection was closed by the server requests a new one: connections that have
  /// been idle since before are also closed.
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
      // A host is removed with its last connection.
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

  /// Removes and returns the idle connection for a request; nil if the request has to wait.
  mutating func takeResting(
    for key: PoolKey, at now: Time, _ outcome: inout Outcome
  ) -> Connection? {
    guard !isClosed, let host = number(of: key) else { return nil }
    return takeResting(of: host, at: now, &outcome)
  }

  /// Returns whether a connection is being made for a waiting request.
  func isDialling(for ticket: UInt64, _ key: PoolKey) -> Bool {
    numbers[key].flatMap { hosts[$0]?.queue.covers(ticket) } ?? false
  }

  /// Removes a waiting request; returns false if its turn has already come.
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
  /// Moves a waiting request to another position.
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
  /// Handles a returned connection that can serve another request until its expiry.
  package mutating func release(
    _ connection: Connection, for key: PoolKey, until expiry: Time, at now: Time,
    _ outcome: inout Outcome
  ) {
    isStarved = false
    guard let host = number(of: key) else { return outcome.close.append(connection) }
    take(connection, of: host, until: expiry, at: now, &outcome)
  }

  /// Handles a lost connection: its place is free.
  package mutating func giveUp(_ key: PoolKey, _ outcome: inout Outcome) {
    isStarved = false
    if let host = numbers[key] { freePlace(of: host) }
    beginDials(&outcome)
  }

  /// Handles an idle connection that received data, ended, or expired; returns false if it is in
  /// use again.
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

  /// Removes an idle connection for a check; returns false if it is in use again.
  ///
  /// It is returned or dropped as after a request.
  mutating func claim(_ parking: Parking) -> Bool {
    resting.remove(parking) != nil
  }

  /// Closes the pool: closes idle connections, cancels dials in progress, and rejects waiting
  /// requests.
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
  /// Handles a dial that has made a connection.
  package mutating func dialled(
    _ number: UInt64, _ connection: Connection, until expiry: Time, at now: Time,
    _ outcome: inout Outcome
  ) {
    guard let host = end(number) else { return outcome.close.append(connection) }
    take(connection, of: host, until: expiry, at: now, &outcome)
  }

  /// Handles a failed dial: reports it to the request that has waited longest, if there is one.
  ///
  /// If descriptors have run out and requests wait, the oldest idle connection is closed; if there
  /// is none, the requests wait for a connection in use.
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

  /// Returns whether a dial is in progress and was not cancelled.
  func isDialling(_ number: UInt64) -> Bool { dials[number] != nil }

  /// Begins up to a number of dials for idle connections, and returns their numbers.
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

  /// Begins dials for the requests that have waited longest, while there are free places.
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

  /// Removes a dial that has ended, whose place is still occupied; nil if it was cancelled before.
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

  /// Cancels all surplus dials except one, whose connection may become idle.
  private mutating func endSpareDials(of host: Int, _ outcome: inout Outcome) {
    while hosts[host]?.spareDialCount ?? 0 > 1 { endNewestDial(of: host, &outcome) }
    refresh(host)
  }

  private mutating func endNewestDial(of host: Int, _ outcome: inout Outcome) {
    guard let number = hosts[host]?.dials.last, end(number) != nil else { return }
    outcome.cancelled.append(number)
    freePlace(of: host)
  }

  /// Frees a place for a dial: cancels a surplus dial, or closes the oldest idle connection.
  private mutating func makeRoom(_ outcome: inout Outcome) -> Bool {
    guard let (_, host) = spare.first else { return evictOldest(&outcome) }
    endNewestDial(of: host, &outcome)
    return open < total
  }
}

// MARK: Places

extension Pool {
  /// Gives a connection to the request that has waited longest, makes it idle, or closes it.
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

  /// Returns whether an older request than all of this host's waits for any place.
  private func mustYield(_ host: Int) -> Bool {
    guard waiting > 0, !isStarved, open >= total, let first = needy.first, first.host != host
    else { return false }
    return first.ticket < hosts[host]?.queue.first ?? .max
  }

  /// Returns the number of a host that has a connection or a waiting request.
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

  /// Updates the queues of a host, and removes a host that is unused.
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
