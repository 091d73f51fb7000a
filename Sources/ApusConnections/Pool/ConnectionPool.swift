internal import ApusHTTP
package import ApusNet

/// The connections of a session: does what the pool's decider says.
package final class ConnectionPool: Sendable {
  typealias Decider = Pool<Connection, Deadline>

  struct State {
    var pool: Decider
    var order: WaitingOrder
    /// The requests that wait, by their tickets.
    var waiting: [UInt64: WaitingRequest] = [:]
    /// What gives dials up that are under way.
    var dials: [UInt64: @Sendable () -> Void] = [:]
    /// Rung when a dial has ended that a warm-up waits for.
    var warmUps: [UInt64: WarmUp] = [:]
    /// Every connection there is, so that all can be closed.
    var connections: [ObjectIdentifier: Connection] = [:]
    /// Rung when there is no connection any more, once the pool is closed.
    var emptied: [Doorbell] = []
    /// Whether what is still under way has been ended by force.
    var isForced = false
    /// The session's own loop, if it has one: what stands on another is used no more.
    var ownLoop: EventLoop?
    /// Tells of connections that have lost their address.
    var addressLosses = AddressLosses.unopened

    /// Whether a connection may be used once more: not where it stands on a loop that others share,
    /// and the session has its own.
    func allows(_ connection: Connection) -> Bool {
      guard let ownLoop else { return true }
      return connection.transport.channel.loop === ownLoop
    }
  }

  package let dialer: Dialer
  let nursery: Nursery
  let limits: Connections.PoolLimits
  private let parserLimits: HTTP.Limits
  private let timeouts: Connections.Timeouts
  let state: Lock<State>

  init(_ dialer: Dialer, _ nursery: Nursery, _ settings: ConnectionSettings) {
    self.dialer = dialer
    self.nursery = nursery
    limits = settings.pool
    parserLimits = settings.message
    timeouts = settings.timeouts
    let pool = Decider(
      perHost: limits.connectionsPerHost, total: limits.connectionsInAll,
      waiting: limits.waitingRequests)
    state = Lock(State(pool: pool, order: WaitingOrder(from: dialer.loops.time.now)))
  }

  var time: TimeSource { dialer.loops.time }
}

// MARK: Giving back

extension ConnectionPool {
  /// Takes a connection back, for others if it is good for more.
  func giveBack(_ connection: Connection) {
    let now = time.now
    var idle = limits.idleTimeout
    // The server closes at its own time, and a request must not meet that.
    if let keepAlive = connection.keepAlive { idle = min(idle, keepAlive - .seconds(1)) }
    giveBack(connection, at: now, until: min(connection.lastUse, now + idle))
  }

  private func giveBack(_ connection: Connection, at now: Deadline, until expiry: Deadline) {
    guard connection.isReusable else { return retire(connection) }
    let isKept = decide { state, outcome in
      guard state.allows(connection) else { return false }
      state.pool.release(connection, for: connection.key, until: expiry, at: now, &outcome)
      park(connection, at: now, until: expiry, &state, &outcome)
      return true
    }
    if !isKept { retire(connection) }
  }

  /// Lets a connection rest that the decider has put to rest.
  private func park(
    _ connection: Connection, at now: Deadline, until expiry: Deadline, _ state: inout State,
    _ outcome: inout Decider.Outcome
  ) {
    guard let parking = outcome.parking else { return }
    connection.parking = parking
    guard !connection.park(at: now, until: expiry) else { return }
    _ = state.pool.discard(parking, &outcome)
  }

  /// Ends a connection that the caller has.
  @inline(never)
  func retire(_ connection: Connection) {
    connection.end()
    drop(connection)
  }

  /// Closes a connection that a request has.
  func drop(_ connection: Connection) {
    connection.close()
    decide { state, outcome in
      guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else {
        return
      }
      state.pool.giveUp(connection.key, &outcome)
    }
  }

  /// A connection at rest has said something, has ended, or is too old.
  ///
  /// What a server of TLS says may be a ticket or a new key, and news of what was read before the
  /// rest may come late: then the connection rests on.
  private func silenceBroken(_ connection: Connection, _ wakeup: Doorbell.Wakeup) {
    guard case .rung = wakeup else {
      return decide { state, outcome in
        if let parking = connection.parking { _ = state.pool.discard(parking, &outcome) }
      }
    }
    let isOurs = decide { state, _ in connection.parking.map { state.pool.claim($0) } ?? false }
    guard isOurs else { return }
    guard connection.resume() else { return retire(connection) }
    giveBack(connection, at: time.now, until: connection.restsUntil)
  }
}

// MARK: Dialling

extension ConnectionPool {
  /// Lets the decider take an event, notes what it says under the same lock, and then does it.
  func decide<Result>(
    _ event: (inout State, inout Decider.Outcome) -> Result
  ) -> Result {
    decide(nil, event)
  }

  private func decide<Result>(
    _ failure: DialFailure?, _ event: (inout State, inout Decider.Outcome) -> Result
  ) -> Result {
    var outcome = Decider.Outcome()
    var errands: Errands?
    let result = state.withLock { state in
      let result = event(&state, &outcome)
      if outcome.hasDeeds || state.pool.open == 0 {
        errands = Errands(outcome, failure, &state)
      }
      return result
    }
    if let errands { run(errands) }
    return result
  }

  /// What is done once the lock is free.
  private struct Errands {
    let close: [Connection]
    let dials: [(number: UInt64, key: PoolKey)]
    var rung: [Doorbell] = []
    var cancelled: [@Sendable () -> Void] = []

    /// Notes what the decider has said.
    @inline(never)
    init(_ outcome: Decider.Outcome, _ failure: DialFailure?, _ state: inout State) {
      close = outcome.close
      dials = outcome.dials
      for connection in close { state.connections[ObjectIdentifier(connection)] = nil }
      for (ticket, call) in outcome.calls {
        guard let request = state.waiting.removeValue(forKey: ticket) else { continue }
        request.outcome =
          switch call {
          case .use(let connection): .use(connection)
          case .failed: .failed(failure ?? DialFailure(reason: .noResponse))
          case .closed: .closed
          }
        rung.append(request.bell)
      }
      for number in outcome.cancelled {
        if let cancel = state.dials.removeValue(forKey: number) { cancelled.append(cancel) }
      }
      if state.pool.open == 0 { rung += state.emptied }
    }
  }

  @inline(never)
  private func run(_ errands: Errands) {
    for connection in errands.close { connection.end() }
    for cancel in errands.cancelled { cancel() }
    for bell in errands.rung { bell.ring() }
    for (number, key) in errands.dials { begin(number, key) }
  }

  /// Begins a dial in a task of its own.
  private func begin(_ number: UInt64, _ key: PoolKey) {
    // Both are named, and not inherited: the dial runs where the request that causes it does.
    let executor = CurrentTask.preferredExecutor ?? dialer.loops.home.executorOfOthers
    let callers = CurrentTask.executorOfCallers
    let cancel = nursery.begin(on: executor) { [self] in await dial(number, key, callers) }
    guard let cancel else {
      return end(number, DialFailure(reason: .shutDown))
    }
    let isEnded = state.withLock { state in
      // One that has ended already, or was given up meanwhile, is not noted any more.
      guard state.pool.isDialling(number) else { return true }
      state.dials[number] = cancel
      return false
    }
    if isEnded { cancel() }
  }

  private func dial(
    _ number: UInt64, _ key: PoolKey, _ callers: any TaskExecutor
  ) async {
    do throws(DialFailure) {
      let result = try await dialer.dial(key, userCodeOn: callers)
      takeIn(number, result, key)
    } catch {
      end(number, error)
    }
  }

  /// Makes a connection of what was dialled, unless the pool was closed meanwhile.
  @inline(never)
  private func takeIn(_ number: UInt64, _ result: Dialer.Result, _ key: PoolKey) {
    let now = time.now
    // What has changed since the key was made makes it a connection for one request.
    let lastUse =
      result.isAsKeyed ? limits.maximumAge.map { now + $0 } ?? .never : now + Self.singleUseLifetime
    // A connection holds its pool, and the pool holds it until it is closed.
    let connection = Connection(
      result.transport, result.times, for: key, until: lastUse, Deadlines(timeouts, time),
      limits: parserLimits, isForOneRequest: !result.isAsKeyed
    ) { [self] connection, wakeup in silenceBroken(connection, wakeup) }
    let expiry = min(lastUse, now + limits.idleTimeout)
    let warmUp = decide { state, outcome in
      state.dials[number] = nil
      state.connections[ObjectIdentifier(connection)] = connection
      state.pool.dialled(number, connection, until: expiry, at: now, &outcome)
      park(connection, at: now, until: expiry, &state, &outcome)
      return state.warmUps.removeValue(forKey: number)
    }
    watchAddress(of: connection)
    warmUp?.end(nil)
  }

  /// A dial has come to nothing.
  private func end(_ number: UInt64, _ failure: DialFailure) {
    let warmUp = decide(failure) { state, outcome in
      state.dials[number] = nil
      state.pool.dialFailed(number, isExhausted: failure.isExhausted, &outcome)
      return state.warmUps.removeValue(forKey: number)
    }
    warmUp?.end(failure)
  }

  /// How long a connection that is good for one request waits for that.
  private static let singleUseLifetime: Duration = .seconds(1)
}

// MARK: The session's calls

extension ConnectionPool {
  /// The session's own loop, which is begun if there is none; nil if no more threads may be had.
  package func claimLoop() -> EventLoop? {
    guard let loop = dialer.loops.claim() else { return nil }
    state.withLock { $0.ownLoop = loop }
    return loop
  }

  /// What there is.
  package var gauges: Connections.PoolGauges {
    let tasks = nursery.count
    return state.withLock { state in
      var gauges = Connections.PoolGauges()
      gauges.tasks = tasks
      gauges.idle = state.pool.idle
      gauges.dialling = state.pool.dialling
      gauges.leased = state.pool.open - state.pool.idle - state.pool.dialling
      gauges.waiting = state.pool.waiting
      return gauges
    }
  }

  /// Makes connections before they are asked for; returns how many stand.
  package func warmUp(
    _ count: Int, for key: PoolKey, _ deadlines: Deadlines
  ) async throws(DialFailure) -> Int {
    let warmUp = decide { state, outcome -> WarmUp? in
      let numbers = state.pool.warmUp(count, for: key, &outcome)
      guard !numbers.isEmpty else { return nil }
      let warmUp = WarmUp(Doorbell(on: dialer.loops.home), numbers.count)
      for number in numbers { state.warmUps[number] = warmUp }
      return warmUp
    }
    guard let warmUp else { return 0 }
    let wakeup = await warmUp.bell.wait(until: deadlines.request)
    let (_, stands, failure) = warmUp.state.withLock { $0 }
    if case .cancelled = wakeup { throw DialFailure(reason: .cancelled) }
    if let failure { throw failure }
    guard case .rung = wakeup else {
      throw DialFailure(reason: deadlines.error(.timedOut(.connect, nil), in: .connect))
    }
    return stands
  }

  /// Takes no more requests, and closes each connection as soon as no request uses it.
  package func close() {
    decide { state, outcome in
      state.pool.close(&outcome)
      state.addressLosses.close()
    }
    nursery.close()
  }

  /// Takes no more requests, and ends those under way.
  package func end() {
    close()
    endAll()
  }

  /// Closes every connection, also those in use; what that ends fails as shut down.
  private func endAll() {
    let rest = state.withLock { state in
      state.isForced = true
      return Array(state.connections.values)
    }
    for connection in rest { connection.close() }
  }

  /// Takes no more requests, and waits until no connection is left, or until a moment.
  package func shutDown(until deadline: Deadline) async {
    let emptied = Doorbell(on: dialer.loops.home)
    decide { state, outcome in
      state.pool.close(&outcome)
      state.addressLosses.close()
      state.emptied.append(emptied)
    }
    while state.withLock({ $0.pool.open > 0 }) {
      guard case .rung = await emptied.wait(until: deadline) else { break }
    }
    state.withLock { $0.emptied.removeAll { $0 === emptied } }
  }

  /// Whether requests under way have been ended by the session's shutdown.
  package var isForced: Bool { state.withLock { $0.isForced } }
}

// MARK: Parts that the session shares

extension ConnectionPool {
  /// The loop of waits that belong to no connection.
  package var homeLoop: EventLoop { dialer.loops.home }

  /// The sources of trust of the handshakes.
  package var sources: TrustSources { dialer.sources }

  /// Ends the loops that the pool began.
  package func endLoops() async { await dialer.loops.shutdown() }
}
