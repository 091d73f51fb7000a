internal import ApusHTTP
internal import ApusNet

/// How requests come to a connection: at once, or in the order of their priority and their age.
extension ConnectionPool {
  /// A connection at rest for a request, if there is one and no wait is needed; nil for a call
  /// after its time.
  ///
  /// A request that is replayable may use a connection that has rested for a moment without a look
  /// at it.
  package func leaseResting(
    _ key: PoolKey, isReplayable: Bool, _ deadlines: Deadlines
  ) -> Lease? {
    guard deadlines.control == nil, !Task.isCancelled else { return nil }
    while true {
      let now = time.now
      guard now < deadlines.request, let connection = takeResting(key, at: now)
      else { return nil }
      // A clock that is moved by hand does not say how long a connection has rested.
      let isTimed = time.isOfSystem && isReplayable
      if connection.resume(at: isTimed ? now : nil) { return Lease(connection, of: self) }
      retire(connection)
    }
  }

  @inline(never)
  private func takeResting(_ key: PoolKey, at now: Deadline) -> Connection? {
    decide { state, outcome in state.pool.takeResting(for: key, at: now, &outcome) }
  }

  /// A connection for a key, at rest, given back or new, which the caller gives back or drops.
  ///
  /// A fresh one is asked for where one that had rested turned out to be closed by its server. A
  /// call that is suspended has none, and does not stand in the queue; it keeps its age there.
  package func lease(
    _ key: PoolKey, isFresh: Bool, _ call: any LeaseHolder
  ) async throws(DialFailure) -> Lease {
    Lease(try await leaseConnection(key, isFresh: isFresh, call), of: self)
  }

  func leaseConnection(
    _ key: PoolKey, isFresh: Bool = false, _ call: any LeaseHolder
  ) async throws(DialFailure) -> Connection {
    guard !Task.isCancelled else { throw DialFailure(reason: .cancelled) }
    var age: UInt64?
    var bound: QueueBound?
    while true {
      if call.deadlines.control != nil { try await hold(call) }
      let connection: Connection
      switch ask(for: key, isFresh, call, since: age) {
      case .use(let found): connection = found
      case .wait(let request):
        call.noteQueued()
        age = request.age
        let waits = bound ?? QueueBound(call.deadlines)
        bound = waits
        guard let found = try await wait(request, call, waits) else { continue }
        connection = found
      case .full: throw DialFailure(reason: .queueFull(limit: limits.waitingRequests))
      case .closed: throw DialFailure(reason: .shutDown)
      }
      guard connection.resume() else {
        retire(connection)
        continue
      }
      guard let control = call.deadlines.control else { return connection }
      control.attend(connection.transport.channel.inputBell)
      guard control.suspension != nil else { return connection }
      control.attend(nil)
      giveBack(connection)
    }
  }

  /// Until when a call may stand in the queue, which does not count the time that it is suspended.
  private struct QueueBound {
    private let end: Deadline
    private let paused: Duration

    init(_ deadlines: Deadlines) {
      end = deadlines.deadline(.queue)
      paused = deadlines.control?.pausedTime ?? .zero
    }

    func deadline(_ deadlines: Deadlines) -> Deadline {
      guard let control = deadlines.control else { return end }
      return min(end + (control.pausedTime - paused), deadlines.request)
    }
  }

  /// Waits as long as a call is suspended.
  private func hold(_ call: any LeaseHolder) async throws(DialFailure) {
    do throws(ConnectionError) {
      try await call.awaitResumption(on: dialer.loops.home)
    } catch {
      throw DialFailure(reason: error)
    }
  }

  /// What a request is told that asks for a connection.
  private enum QueueReply {
    case use(Connection)
    /// The doorbell is rung once the request is called.
    case wait(WaitingRequest)
    case full
    case closed
  }

  @inline(never)
  private func ask(
    for key: PoolKey, _ isFresh: Bool, _ call: any LeaseHolder, since past: UInt64?
  ) -> QueueReply {
    let now = time.now
    return decide { state, outcome in
      let age = past ?? state.order.age(at: now)
      let ticket = state.ticket(since: age, call.priority)
      switch state.pool.request(ticket, for: key, isFresh: isFresh, at: now, &outcome) {
      case .use(let connection): return .use(connection)
      case .full: return .full
      case .closed: return .closed
      case .wait:
        let request = WaitingRequest(
          Doorbell(on: dialer.loops.home), key, call, since: age, ticket)
        state.waiting[ticket] = request
        return .wait(request)
      }
    }
  }

  /// Waits to be called; nil if the call was suspended first.
  private func wait(
    _ request: WaitingRequest, _ call: any LeaseHolder, _ bound: QueueBound
  ) async throws(DialFailure) -> Connection? {
    if let control = call.deadlines.control {
      control.attend(request.bell)
      // It may have been suspended before its doorbell was known.
      if control.suspension != nil { request.bell.ring() }
    }
    let wakeup = await request.bell.wait(until: bound.deadline(call.deadlines))
    return try take(request, wakeup, call.deadlines)
  }

  /// What came of waiting; nil where the call was suspended.
  ///
  /// A request that was called and is cancelled gives back what it got.
  @inline(never)
  private func take(
    _ request: WaitingRequest, _ wakeup: Doorbell.Wakeup, _ deadlines: Deadlines
  ) throws(DialFailure) -> Connection? {
    let outcome = decide { state, outcome in
      let ticket = request.ticket
      if state.waiting.removeValue(forKey: ticket) != nil {
        _ = state.pool.leave(ticket, request.key, &outcome)
      }
      return request.outcome
    }
    switch (outcome, wakeup) {
    case (.closed, _): throw DialFailure(reason: .shutDown)
    case (.failed(let failure), .rung): throw failure
    case (.use(let connection), .cancelled):
      giveBack(connection)
      throw DialFailure(reason: .cancelled)
    case (.use(let connection), _): return connection
    case (_, .timedOut):
      throw DialFailure(reason: deadlines.error(.timedOut(.connect, nil), in: .queue))
    case (_, .shutDown): throw DialFailure(reason: .shutDown)
    case (_, .cancelled): throw DialFailure(reason: .cancelled)
    case (nil, .rung): return nil
    }
  }

  /// Lets a call that waits stand where its priority is now.
  package func move(_ call: any LeaseHolder) {
    decide { state, outcome in
      for (ticket, request) in state.waiting where request.call === call {
        state.waiting[ticket] = nil
        let next = state.ticket(since: request.age, call.priority)
        state.pool.move(ticket, to: next, request.key, &outcome)
        request.ticket = next
        state.waiting[next] = request
      }
    }
  }
}

/// Makes the tickets by which requests stand in order: by their age, and by their priority.
///
/// An age is a moment, and each step of priority is worth a part of it. So a ticket is made once
/// and does not change while its request waits, and none waits for ever: what came so much later
/// stands behind it, however urgent it is.
struct WaitingOrder {
  /// How much waiting a step of priority is worth.
  static let step: Duration = .seconds(5)

  private let start: Deadline
  private var last: UInt64 = 0

  /// The order of a pool that begins at a moment.
  init(from start: Deadline) { self.start = start }

  /// The age of a request that comes now; no two are the same.
  mutating func age(at now: Deadline) -> UInt64 {
    last = max(last + 1, Self.nanoseconds(now.remaining(from: start) ?? .zero))
    return last
  }

  /// Where a request stands.
  static func ticket(since age: UInt64, _ priority: HTTP.RequestOptions.Priority) -> UInt64 {
    let delay: UInt64 =
      switch priority {
      case .high: 0
      case .normal: 1
      case .low: 2
      }
    return age + delay * nanoseconds(step)
  }

  private static func nanoseconds(_ duration: Duration) -> UInt64 {
    UInt64(clamping: duration.attoseconds / 1_000_000_000)
  }
}

extension ConnectionPool.State {
  /// A ticket that no other request has.
  func ticket(since age: UInt64, _ priority: HTTP.RequestOptions.Priority) -> UInt64 {
    var ticket = WaitingOrder.ticket(since: age, priority)
    while waiting[ticket] != nil { ticket += 1 }
    return ticket
  }
}
