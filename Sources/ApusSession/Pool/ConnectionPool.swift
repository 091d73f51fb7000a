internal import ApusHTTP
internal import ApusNet

/// The connections of a session: does what the pool's decider says.
final class ConnectionPool: Sendable {
  typealias Decider = Pool<Connection, Deadline>

  private struct State {
    var pool: Decider
    var lastTicket: UInt64 = 0
    /// Where those wait who have a ticket.
    var waiting: [UInt64: Doorbell] = [:]
    /// What those were told who have been called and have not looked yet.
    var calls: [UInt64: Decider.Call] = [:]
    /// Every connection there is, so that all can be closed.
    var connections: [ObjectIdentifier: Connection] = [:]
    /// Rung when there is no connection any more, once the pool is closed.
    var emptied: Doorbell?
  }

  let dialer: Dialer
  let footings: Footings
  private let limits: HTTPSession.PoolLimits
  private let parserLimits: HTTP.Limits
  private let state: Lock<State>

  init(
    _ dialer: Dialer, _ footings: Footings, _ limits: HTTPSession.PoolLimits,
    parserLimits: HTTP.Limits
  ) {
    self.dialer = dialer
    self.footings = footings
    self.limits = limits
    self.parserLimits = parserLimits
    let pool = Decider(perHost: limits.perHost, total: limits.total, waiting: limits.waiting)
    state = Lock(State(pool: pool))
  }

  /// A connection for a key, kept or new, which the caller gives back or drops.
  func lease(_ key: PoolKey, _ bounds: Bounds) async throws(HTTPSessionError.Reason) -> Connection {
    guard !Task.isCancelled else { throw .cancelled }
    while true {
      let found: Connection?
      switch ask(for: key) {
      case .use(let connection): found = connection
      case .dial: found = nil
      case .wait(let ticket, let doorbell):
        let wakeup = await doorbell.wait(until: bounds.deadline(.queue))
        found = try takeCall(ticket, key, wakeup, bounds)
      case .full: throw .queueFull(limit: limits.waiting)
      case .closed: throw .shutDown
      }
      guard let connection = found else { return try await dial(key, bounds) }
      if connection.resume() { return connection }
      retire(connection)
    }
  }

  /// Takes a connection back, for others if it is good for more.
  func giveBack(_ connection: Connection) {
    let now = Deadline.now
    giveBack(connection, at: now, until: min(connection.lastUse, now + limits.idle))
  }

  private func giveBack(_ connection: Connection, at now: Deadline, until expiry: Deadline) {
    guard connection.isReusable else { return retire(connection) }
    decide { state, outcome in
      let idle = state.pool.idle
      state.pool.release(connection, for: connection.key, until: expiry, at: now, &outcome)
      guard state.pool.idle > idle, !connection.park(until: expiry) else { return }
      _ = state.pool.discard(connection.key, &outcome) { $0 === connection }
    }
  }

  /// Ends a connection that the caller has.
  @inline(never)
  private func retire(_ connection: Connection) {
    connection.end()
    drop(connection)
  }

  /// Closes a connection that somebody has.
  func drop(_ connection: Connection) {
    connection.close()
    decide { state, outcome in
      state.connections[ObjectIdentifier(connection)] = nil
      state.pool.giveUp(connection.key, &outcome)
    }
  }

  /// What a request is told that asks for a connection.
  private enum Answer {
    case use(Connection)
    /// There is a place to make one.
    case dial
    /// The doorbell is rung once the ticket is called.
    case wait(UInt64, Doorbell)
    case full
    case closed
  }

  @inline(never)
  private func ask(for key: PoolKey) -> Answer {
    let now = Deadline.now
    return decide { state, outcome in
      state.lastTicket += 1
      let ticket = state.lastTicket
      switch state.pool.request(ticket, for: key, at: now, &outcome) {
      case .use(let connection): return .use(connection)
      case .dial: return .dial
      case .full: return .full
      case .closed: return .closed
      case .wait:
        let doorbell = Doorbell(on: dialer.loop)
        state.waiting[ticket] = doorbell
        return .wait(ticket, doorbell)
      }
    }
  }

  /// What came of waiting: a connection, or nil for a place to make one.
  ///
  /// Who was called and is not interested any more hands on what it got.
  @inline(never)
  private func takeCall(
    _ ticket: UInt64, _ key: PoolKey, _ wakeup: Doorbell.Wakeup, _ bounds: Bounds
  ) throws(HTTPSessionError.Reason) -> Connection? {
    let call = decide { state, _ in
      state.waiting[ticket] = nil
      _ = state.pool.leave(ticket, key)
      return state.calls.removeValue(forKey: ticket)
    }
    switch (call, wakeup) {
    case (.closed, _): throw .shutDown
    case (.use(let connection), .cancelled):
      giveBack(connection)
      throw .cancelled
    case (.dial, .cancelled):
      giveUpPlace(key)
      throw .cancelled
    case (.use(let connection), _):
      return connection
    case (.dial, _): return nil
    case (nil, .timedOut): throw bounds.reason(.timedOut(.connect, nil), in: .queue)
    case (nil, .shutDown): throw .shutDown
    case (nil, .cancelled), (nil, .rung): throw .cancelled
    }
  }

  /// Makes a connection at a place that the caller holds.
  private func dial(
    _ key: PoolKey, _ bounds: Bounds
  ) async throws(HTTPSessionError.Reason) -> Connection {
    let socket: Socket
    var secure: SecureStream?
    var lastUse = limits.age.map { Deadline.after($0) } ?? .never
    do throws(HTTPSessionError.Reason) {
      socket = try await dialer.dial(key, bounds)
      if key.origin.scheme.isSecure {
        let judgement = try SecureStream.judgement(over: socket, for: key, footings, bounds)
        secure = try await SecureStream.connect(over: socket, for: key, judgement, footings, bounds)
        // What has changed since the key was made makes it a connection for this one request.
        if judgement.footing.security != key.security { lastUse = .now }
      }
    } catch {
      giveUpPlace(key)
      throw error
    }
    return try takeIn(socket, secure, for: key, until: lastUse, bounds)
  }

  /// Makes a connection of what was dialled, unless the pool was closed meanwhile.
  @inline(never)
  private func takeIn(
    _ socket: Socket, _ secure: SecureStream?, for key: PoolKey, until lastUse: Deadline,
    _ bounds: Bounds
  ) throws(HTTPSessionError.Reason) -> Connection {
    // A connection holds its pool, and the pool holds it until it is closed.
    let connection = Connection(
      socket, secure, for: key, until: lastUse, bounds, limits: parserLimits
    ) { [self] connection, wakeup in silenceBroken(connection, wakeup) }
    let isClosed = decide { state, _ in
      state.connections[ObjectIdentifier(connection)] = connection
      return state.pool.isClosed
    }
    guard !isClosed else {
      retire(connection)
      throw .shutDown
    }
    return connection
  }

  @inline(never)
  private func giveUpPlace(_ key: PoolKey) {
    decide { state, outcome in state.pool.giveUp(key, &outcome) }
  }

  /// A connection that nobody uses has said something, has ended, or is too old.
  ///
  /// What a server of TLS says may be a ticket or a new key, and then the connection rests on.
  private func silenceBroken(_ connection: Connection, _ wakeup: Doorbell.Wakeup) {
    guard connection.secure != nil, case .rung = wakeup else {
      return decide { state, outcome in
        _ = state.pool.discard(connection.key, &outcome) { $0 === connection }
      }
    }
    let isOurs = decide { state, _ in
      state.pool.claim(connection.key) { $0 === connection }
    }
    guard isOurs else { return }
    guard connection.resume() else { return retire(connection) }
    giveBack(connection, at: .now, until: connection.restsUntil)
  }

  /// Lets the decider take an event, notes what it says under the same lock, and then does it.
  private func decide<Result>(
    _ event: (inout State, inout Decider.Outcome) -> Result
  ) -> Result {
    var outcome = Decider.Outcome()
    var rung: [Doorbell] = []
    let result = state.withLock { state in
      let result = event(&state, &outcome)
      for connection in outcome.close {
        state.connections[ObjectIdentifier(connection)] = nil
      }
      for (ticket, call) in outcome.calls {
        guard let doorbell = state.waiting.removeValue(forKey: ticket) else { continue }
        state.calls[ticket] = call
        rung.append(doorbell)
      }
      if state.pool.open == 0, let emptied = state.emptied { rung.append(emptied) }
      return result
    }
    for connection in outcome.close { connection.end() }
    for doorbell in rung { doorbell.ring() }
    return result
  }
}

extension ConnectionPool {
  /// What there is.
  var gauges: HTTPSession.PoolGauges {
    state.withLock { state in
      var gauges = HTTPSession.PoolGauges()
      gauges.idle = state.pool.idle
      gauges.leased = state.pool.open - state.pool.idle
      gauges.waiting = state.pool.waiting
      return gauges
    }
  }

  /// Makes connections before they are asked for; returns how many stand.
  func warmUp(
    _ count: Int, for key: PoolKey, _ bounds: Bounds
  ) async throws(HTTPSessionError.Reason) -> Int {
    let places = state.withLock { $0.pool.reserve(count, for: key) }
    for made in 0..<places {
      do throws(HTTPSessionError.Reason) {
        giveBack(try await dial(key, bounds))
      } catch {
        for _ in 0..<(places - made - 1) { giveUpPlace(key) }
        throw error
      }
    }
    return places
  }

  /// Takes no more requests, and closes each connection as soon as nobody uses it.
  func close() {
    decide { state, outcome in state.pool.close(&outcome) }
  }

  /// Takes no more requests, lets those under way end until a moment, and closes what is left.
  func shutDown(until deadline: Deadline) async {
    let emptied = Doorbell(on: dialer.loop)
    decide { state, outcome in
      state.pool.close(&outcome)
      state.emptied = emptied
    }
    while state.withLock({ $0.pool.open > 0 }) {
      guard case .rung = await emptied.wait(until: deadline) else { break }
    }
    let rest = state.withLock { Array($0.connections.values) }
    for connection in rest { connection.close() }
  }
}
