internal import ApusHTTP
internal import ApusNet

/// A request obtains a connection immediately or waits in a queue that is ordered by priority and
/// age.
extension ConnectionPool {
  /// Returns an idle connection for a request if the request needs no wait. Returns `nil` if no
  /// idle connection is available or the call has expired.
  ///
  /// A replayable request may use a connection without a check if the connection has been idle for
  /// less than 20 milliseconds.
  package func leaseResting(
    _ key: PoolKey, isReplayable: Bool, _ deadlines: Deadlines
  ) -> Lease? {
    guard deadlines.control == nil, !Task.isCancelled else { return nil }
    while true {
      let now = time.now
      guard now < deadlines.request, let connection = takeResting(key, at: now)
      else { return nil }
      // A manual clock in tests does not measure the real idle time of a connection.
      let isTimed = time.isOfSystem && isReplayable
      if connection.resume(at: isTimed ? now : nil) { return Lease(connection, of: self) }
      retire(connection)
    }
  }

  @inline(never)
  private func takeResting(_ key: PoolKey, at now: Deadline) -> Connection? {
    decide { state, outcome in state.pool.takeResting(for: key, at: now, &outcome) }
  }

  /// Waits for an idle, returned or new connection for a pool key. The caller must return or drop
  /// the connection.
  ///
  /// A caller requests a new connection after the server has closed an idle connection. A suspended
  /// call leaves the queue, and retains its age for a later position.
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

  /// The queue deadline of an HTTP call. The time of a suspension does not count.
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

  /// Waits while an HTTP call is suspended.
  private func hold(_ call: any LeaseHolder) async throws(DialFailure) {
    do throws(ConnectionError) {
      try await call.awaitResumption(on: dialer.loops.home)
    } catch {
      throw DialFailure(reason: error)
    }
  }

  /// The connection pool's reply to a request for a connection.
  private enum QueueReply {
    case use(Connection)
    /// The request must wait until the pool assigns a connection.
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

  /// Waits until the request obtains a connection. Returns `nil` if the HTTP call was suspended
  /// during the wait.
  private func wait(
    _ request: WaitingRequest, _ call: any LeaseHolder, _ bound: QueueBound
  ) async throws(DialFailure) -> Connection? {
    if let control = call.deadlines.control {
      control.attend(request.bell)
      // The call may have been suspended before its control could wake this task.
      if control.suspension != nil { request.bell.ring() }
    }
    var wakeup = await request.bell.wait(until: bound.deadline(call.deadlines))
    // The queue timeout does not apply while a connection is being established, because each step
    // of the connection has its own timeout.
    while wakeup == .timedOut, time.now < call.deadlines.request, isDialling(for: request) {
      wakeup = await request.bell.wait(until: call.deadlines.deadline(.queue))
    }
    return try take(request, wakeup, call.deadlines)
  }

  @inline(never)
  private func isDialling(for request: WaitingRequest) -> Bool {
    decide { state, _ in state.pool.isDialling(for: request.ticket, request.key) }
  }

  /// Returns the connection that the pool assigned to the request. Returns `nil` if the HTTP call
  /// was suspended.
  ///
  /// If the request was cancelled, the assigned connection returns to the pool.
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
    case (.failed(let failure), .rung), (.failed(let failure), .timedOut): throw failure
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

  /// Moves a waiting call to the queue position of its current priority.
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

/// The order of waiting requests by age and priority. A ticket is a number that determines the
/// position of a request.
///
/// The ticket is the arrival time, plus 5 seconds for normal priority or 10 seconds for low
/// priority. The ticket of a waiting request does not change over time. Requests with a higher
/// priority overtake an older request only for a limited time, so every request is served.
struct WaitingOrder {
  /// The delay in the queue for each priority level below high.
  static let step: Duration = .seconds(5)

  private let start: Deadline
  private var last: UInt64 = 0

  /// Creates the waiting order of a connection pool that starts at the given time.
  init(from start: Deadline) { self.start = start }

  /// Returns the arrival time of a new request in nanoseconds. No two requests have the same
  /// arrival time.
  mutating func age(at now: Deadline) -> UInt64 {
    last = max(last + 1, Self.nanoseconds(now.remaining(from: start) ?? .zero))
    return last
  }

  /// Returns the queue ticket for the arrival time and the priority of a request.
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
  /// Returns a queue ticket that no other waiting request has.
  func ticket(since age: UInt64, _ priority: HTTP.RequestOptions.Priority) -> UInt64 {
    var ticket = WaitingOrder.ticket(since: age, priority)
    while waiting[ticket] != nil { ticket += 1 }
    return ticket
  }
}
