internal import ApusHTTP
package import ApusNet

/// The connection pool of a session, which performs the actions that its `Pool` value determines.
package final class ConnectionPool: Sendable {
  typealias Decider = Pool<Connection, Deadline>

  struct State {
    var pool: Decider
    var order: WaitingOrder
    /// The waiting requests by their tickets.
    var waiting: [UInt64: WaitingRequest] = [:]
    /// The closures that cancel the connection attempts in progress, by the attempt numbers.
    var dials: [UInt64: @Sendable () -> Void] = [:]
    /// The callers that wait for connections made in advance, by the numbers of the connection
    /// attempts.
    var warmUps: [UInt64: WarmUp] = [:]
    /// All connections of the pool. The shutdown of a session closes all connections.
    var connections: [ObjectIdentifier: Connection] = [:]
    /// The wake-up signals for tasks that wait until a closed pool has no connection left.
    var emptied: [Doorbell] = []
    /// A Boolean value that indicates whether the pool has cancelled requests in progress.
    var isForced = false
    /// The session's own event loop. Connections on other event loops are not reused.
    var ownLoop: EventLoop?
    /// The numbers of open connections and waiting requests in the last report to a monitor.
    var reported = (open: 0, waiting: 0)
    /// The source of reports about connections that have lost their local address.
    var addressLosses = AddressLosses.unopened

    /// Returns whether the number of connections or of waiting requests has changed since the last
    /// report to a monitor.
    mutating func hasNews() -> Bool {
      guard reported != (pool.open, pool.waiting) else { return false }
      reported = (pool.open, pool.waiting)
      return true
    }

    /// Returns whether a connection may be reused. If the session has its own event loop,
    /// connections on shared loops are not reused.
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
  /// The reporter of the numbers of connections and waiting requests. The value is `nil` if the
  /// session has no monitor.
  private let reports: GaugeReports?
  let state: Lock<State>

  init(_ dialer: Dialer, _ nursery: Nursery, _ settings: ConnectionSettings) {
    self.dialer = dialer
    self.nursery = nursery
    limits = settings.pool
    parserLimits = settings.message
    timeouts = settings.timeouts
    reports = dialer.monitor.map { GaugeReports($0, dialer.loops.time) }
    let pool = Decider(
      perHost: limits.connectionsPerHost, total: limits.connectionsInAll,
      waiting: limits.waitingRequests)
    state = Lock(State(pool: pool, order: WaitingOrder(from: dialer.loops.time.now)))
  }

  var time: TimeSource { dialer.loops.time }
}

// MARK: Returning

extension ConnectionPool {
  /// Takes back a connection from a request, and offers a reusable connection to other requests.
  func giveBack(_ connection: Connection) {
    giveBack(connection, isReusable: connection.isReusable)
  }

  func giveBack(_ connection: Connection, isReusable: Bool) {
    guard isReusable else { return retire(connection) }
    let now = time.now
    var idle = limits.idleTimeout
    // The connection expires before the server's own keep-alive timeout.
    if let keepAlive = connection.keepAlive { idle = min(idle, keepAlive - .seconds(1)) }
    giveBack(connection, at: now, until: min(connection.lastUse, now + idle))
  }

  private func giveBack(_ connection: Connection, at now: Deadline, until expiry: Deadline) {
    let isKept = decide { state, outcome in
      guard state.allows(connection) else { return false }
      state.pool.release(connection, for: connection.key, until: expiry, at: now, &outcome)
      park(connection, at: now, until: expiry, &state, &outcome)
      return true
    }
    if !isKept { retire(connection) }
  }

  /// Makes a connection idle if the pool has reserved a position for an idle connection.
  private func park(
    _ connection: Connection, at now: Deadline, until expiry: Deadline, _ state: inout State,
    _ outcome: inout Decider.Outcome
  ) {
    guard let parking = outcome.parking else { return }
    connection.parking = parking
    guard !connection.park(at: now, until: expiry) else { return }
    _ = state.pool.discard(parking, &outcome)
  }

  /// Ends a connection that the caller owns.
  @inline(never)
  func retire(_ connection: Connection) {
    connection.end()
    drop(connection)
  }

  /// Closes a connection that a request owns.
  func drop(_ connection: Connection) {
    connection.close()
    let isFirst = decide { state, outcome in
      guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else {
        return false
      }
      state.pool.giveUp(connection.key, &outcome)
      return true
    }
    if isFirst { noteEnd(of: connection) }
  }

  /// Reports to the monitor that a connection was closed.
  private func noteEnd(of connection: Connection) {
    guard let monitor = dialer.monitor else { return }
    let now = time.now
    let lifetime = now.remaining(from: connection.dialTimes.ready) ?? .zero
    monitor.note(.closed(after: lifetime), of: connection.key, at: now)
  }

  /// Handles an idle connection that has received bytes, was closed by the server, or has expired.
  ///
  /// The connection stays idle if the server has sent only a TLS session ticket or a key update.
  /// The connection stays idle if the event loop has reported bytes late that were read before.
  private func silenceBroken(_ connection: Connection, _ wakeup: Doorbell.Wakeup) {
    guard case .rung = wakeup else {
      return decide { state, outcome in
        if let parking = connection.parking { _ = state.pool.discard(parking, &outcome) }
      }
    }
    let isOurs = decide { state, _ in connection.parking.map { state.pool.claim($0) } ?? false }
    guard isOurs else { return }
    guard connection.resume(), connection.isReusable else { return retire(connection) }
    giveBack(connection, at: time.now, until: connection.restsUntil)
  }
}

// MARK: Dialling

extension ConnectionPool {
  /// Updates the pool's state under a lock, and performs the resulting actions after the lock is
  /// released.
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
    var isNews = false
    let result = state.withLock { state in
      let result = event(&state, &outcome)
      if outcome.hasDeeds || state.pool.open == 0 {
        errands = Errands(outcome, failure, &state)
      }
      if reports != nil { isNews = state.hasNews() }
      return result
    }
    if let errands { run(errands) }
    if isNews { reports?.report { gauges } }
    return result
  }

  /// The actions that the connection pool performs after its lock is released.
  private struct Errands {
    let close: [Connection]
    let dials: [(number: UInt64, key: PoolKey)]
    var rung: [Doorbell] = []
    var cancelled: [@Sendable () -> Void] = []

    /// Records the actions that the pool's state has determined.
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
    for connection in errands.close {
      connection.end()
      noteEnd(of: connection)
    }
    for cancel in errands.cancelled { cancel() }
    for bell in errands.rung { bell.ring() }
    for (number, key) in errands.dials { begin(number, key) }
  }

  /// Starts a connection attempt in a separate task.
  private func begin(_ number: UInt64, _ key: PoolKey) {
    // A detached task does not inherit the executor of the request.
    let executor = CurrentTask.preferredExecutor ?? dialer.loops.home.executorOfOthers
    let callers = CurrentTask.executorOfCallers
    let cancel = nursery.begin(on: executor) { [self] in await dial(number, key, callers) }
    guard let cancel else {
      return end(number, DialFailure(reason: .shutDown))
    }
    let isEnded = state.withLock { state in
      // A connection attempt that has already ended or was cancelled is not recorded.
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

  /// Adds an established connection to the pool, and closes the connection if the pool was closed
  /// in the meantime.
  @inline(never)
  private func takeIn(_ number: UInt64, _ result: Dialer.Result, _ key: PoolKey) {
    let now = time.now
    // If the trust settings have changed during the connection attempt, the connection serves only
    // one request.
    let lastUse =
      result.isAsKeyed ? limits.maximumAge.map { now + $0 } ?? .never : now + Self.singleUseLifetime
    // A connection retains its pool, and the pool retains each connection until the connection is
    // closed.
    let connection = Connection(
      result.transport, result.times, for: key, until: lastUse, Deadlines(timeouts, time),
      limits: parserLimits, uses: result.isAsKeyed ? limits.maximumUses ?? .max : 1
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

  /// Handles a failed connection attempt.
  private func end(_ number: UInt64, _ failure: DialFailure) {
    let warmUp = decide(failure) { state, outcome in
      state.dials[number] = nil
      state.pool.dialFailed(number, isExhausted: failure.isExhausted, &outcome)
      return state.warmUps.removeValue(forKey: number)
    }
    warmUp?.end(failure)
  }

  /// The maximum time that a single-use connection waits for its request.
  private static let singleUseLifetime: Duration = .seconds(1)
}

// MARK: The session's calls

extension ConnectionPool {
  /// Returns the session's own event loop, and starts the loop if needed. Returns `nil` if no more
  /// threads are allowed.
  package func claimLoop() -> EventLoop? {
    guard let loop = dialer.loops.claim() else { return nil }
    state.withLock { $0.ownLoop = loop }
    return loop
  }

  /// The current numbers of connections and waiting requests of the pool.
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

  /// Makes connections in advance, and returns the number of established connections.
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

  /// Rejects further requests, closes idle connections, and closes other connections after their
  /// current requests.
  package func close() {
    decide { state, outcome in
      state.pool.close(&outcome)
      state.addressLosses.close()
    }
    nursery.close()
  }

  /// Rejects further requests, and cancels the requests in progress.
  package func end() {
    close()
    endAll()
  }

  /// Closes every connection, including connections in use. Requests in progress fail with the
  /// error `shutDown`.
  private func endAll() {
    let rest = state.withLock { state in
      state.isForced = true
      return Array(state.connections.values)
    }
    for connection in rest { connection.close() }
  }

  /// Rejects further requests, and waits until no connection is left or a deadline has passed.
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

  /// A Boolean value that indicates whether the session's shutdown has ended requests in progress.
  package var isForced: Bool { state.withLock { $0.isForced } }
}

// MARK: Parts that the session shares

extension ConnectionPool {
  /// The event loop for timers and waits without a connection.
  package var homeLoop: EventLoop { dialer.loops.home }

  /// The root certificates, policies and client identities for TLS handshakes.
  package var sources: TrustSources { dialer.sources }

  /// Stops the event loops that the session has started for its connections.
  package func endLoops() async { await dialer.loops.shutdown() }
}
