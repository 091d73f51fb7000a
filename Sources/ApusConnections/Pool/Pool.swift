/// Decides which request gets which connection, and when one is dialled: a value without sockets
/// and without a clock.
///
/// A request is given a connection that rests, or waits for one: either one that another request
/// gives back, or one that is dialled. Dials are the pool's own. One is begun for each request that
/// waits, as long as there are places; it is for whichever request is first in order when it ends.
/// Connections at rest are used last in, first out, so that those there are too many of grow old.
/// A time is anything that grows.
///
/// No operation takes longer where there are more hosts, more connections at rest or more requests
/// that wait, except by the logarithm of their number.
package struct Pool<Connection, Time: Comparable> {
  private struct Host {
    let key: PoolKey
    /// Connections leased, being dialled or at rest.
    var open = 0
    var queue = TicketQueue()
    /// The dials under way for requests, the last one begun last.
    var dials: [UInt64] = []
    /// How many dials are under way to have connections at rest.
    var warmUps = 0

    /// How many more dials are under way than requests wait.
    var spareDialCount: Int { max(0, dials.count - queue.count) }

    /// Notes for how many requests a dial is under way, and tells which request is the first
    /// without one, which dial is the last of those too many, and whether the host is of any use.
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
  /// The host that was found last, which most sessions ask for each time.
  private var lastFound: (key: PoolKey, number: Int)?
  private var hosts: [Host?] = []
  private var freeHosts: [Int] = []
  private var resting = IdleConnections<Connection, Time>()
  /// Hosts with a request for which no dial is under way, and which may have one more connection.
  private var needy = HostQueue()
  /// Hosts with a dial for which no request waits.
  private var spare = HostQueue()
  private var dials: [UInt64: (host: Int, isWarmUp: Bool)] = [:]
  private var lastDial: UInt64 = 0
  /// Whether descriptors have run out, so that nothing is dialled before one is given back.
  private var isStarved = false
  private(set) var open = 0
  package private(set) var waiting = 0
  private(set) var isClosed = false

  /// A pool with nothing in it.
  package init(perHost: Int, total: Int, waiting: Int) {
    self.perHost = max(1, perHost)
    self.total = max(1, total)
    waitingLimit = max(0, waiting)
  }

  /// How many connections rest.
  package var idle: Int { resting.count }

  /// How many dials are under way.
  var dialling: Int { dials.count }

  /// How many hosts have a connection or a request that waits for one.
  var hostCount: Int { numbers.count }
}

// MARK: Requests

extension Pool {
  /// A request came, whose ticket says where it stands among those that wait.
  ///
  /// One that was sent on a connection the server had closed asks for a new one: what has rested
  /// since before is closed as well.
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
      // With its last connection a host is forgotten.
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

  /// The connection at rest that a request would be given; nil where it would have to wait.
  mutating func takeResting(
    for key: PoolKey, at now: Time, _ outcome: inout Outcome
  ) -> Connection? {
    guard !isClosed, let host = number(of: key) else { return nil }
    return takeResting(of: host, at: now, &outcome)
  }

  /// A request that waited does so no longer; returns false if it has been called.
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
  /// A request that waits stands elsewhere from now on.
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
  /// A connection can serve another request, until its expiry.
  package mutating func release(
    _ connection: Connection, for key: PoolKey, until expiry: Time, at now: Time,
    _ outcome: inout Outcome
  ) {
    isStarved = false
    guard let host = number(of: key) else { return outcome.close.append(connection) }
    take(connection, of: host, until: expiry, at: now, &outcome)
  }

  /// A connection is gone: its place is free.
  package mutating func giveUp(_ key: PoolKey, _ outcome: inout Outcome) {
    isStarved = false
    if let host = numbers[key] { freePlace(of: host) }
    beginDials(&outcome)
  }

  /// A connection at rest showed data, its end, or its age; returns false if it is in use again.
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

  /// Takes a connection out of its rest to look after it; false if it is in use again.
  ///
  /// It is given back or dropped as after a request.
  mutating func claim(_ parking: Parking) -> Bool {
    resting.remove(parking) != nil
  }

  /// No more requests: connections at rest are closed, dials are given up that nothing has come of,
  /// and requests that wait are sent away.
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
  /// A dial has made a connection.
  package mutating func dialled(
    _ number: UInt64, _ connection: Connection, until expiry: Time, at now: Time,
    _ outcome: inout Outcome
  ) {
    guard let host = end(number) else { return outcome.close.append(connection) }
    take(connection, of: host, until: expiry, at: now, &outcome)
  }

  /// A dial has failed: the request that has waited longest is told, if one waits.
  ///
  /// Where descriptors have run out and requests wait, the oldest connection at rest makes room;
  /// where there is none, they wait for one that is in use.
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

  /// Whether a dial is under way that was not given up.
  func isDialling(_ number: UInt64) -> Bool { dials[number] != nil }

  /// Begins up to so many dials for connections that are to rest, and returns their numbers.
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

  /// Begins dials for the requests that have waited longest, as long as there are places.
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

  /// Forgets a dial that has ended, whose place is still taken; nil if it was given up before.
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

  /// Gives dials up beyond one for which no request waits: that one may finish into the pool.
  private mutating func endSpareDials(of host: Int, _ outcome: inout Outcome) {
    while hosts[host]?.spareDialCount ?? 0 > 1 { endNewestDial(of: host, &outcome) }
    refresh(host)
  }

  private mutating func endNewestDial(of host: Int, _ outcome: inout Outcome) {
    guard let number = hosts[host]?.dials.last, end(number) != nil else { return }
    outcome.cancelled.append(number)
    freePlace(of: host)
  }

  /// Makes room for a dial: of one that no request waits for, or else of what has rested longest.
  private mutating func makeRoom(_ outcome: inout Outcome) -> Bool {
    guard let (_, host) = spare.first else { return evictOldest(&outcome) }
    endNewestDial(of: host, &outcome)
    return open < total
  }
}

// MARK: Places

extension Pool {
  /// Gives a connection to the request that has waited longest, lets it rest, or closes it.
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

  /// The connection of a host that came to rest last, of those that have not expired.
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

  /// Closes the connection that has rested for longest, of any host.
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

  /// Whether a request that came before all that wait for this host waits for any place at all.
  private func mustYield(_ host: Int) -> Bool {
    guard waiting > 0, !isStarved, open >= total, let first = needy.first, first.host != host
    else { return false }
    return first.ticket < hosts[host]?.queue.first ?? .max
  }

  /// The number of a host that has a connection, or a request that waits for one.
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

  /// Notes what a host needs and has too much of, and forgets one that has nothing.
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
