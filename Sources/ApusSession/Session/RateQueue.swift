internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The queue of requests to hosts that have a rate limit.
///
/// The token bucket of a host contains as many tokens as requests may be sent in a row, and is
/// refilled at the rate limit. A request takes one token from the token bucket, or waits until all
/// earlier requests have taken tokens. A host without an entry has a full token bucket.
struct RateQueue {
  /// The position of a request in the rate queue.
  enum Turn: Equatable {
    /// The request has taken a token of the rate limit and may be sent.
    case now
    /// The request is the first in the rate queue, and receives a token at the given time.
    case at(Deadline)
    /// The request waits until the request before it in the rate queue wakes it.
    case behind
  }

  private struct Bucket {
    var tokens: Double
    var moment: Deadline
    var waiting = Line()
  }

  private let limit: HTTPSession.RateLimit
  private var buckets: [HTTP.Origin: Bucket] = [:]
  /// The number of requests that wait for the rate limit.
  private(set) var count = 0

  /// The maximum number of hosts with a token bucket, in addition to the hosts with waiting
  /// requests.
  static let hostLimit = 1_024

  init(_ limit: HTTPSession.RateLimit) { self.limit = limit }

  /// The number of hosts with a token bucket.
  var hostCount: Int { buckets.count }

  /// Adds a request to the rate queue or checks the request again, and returns its position.
  ///
  /// Each new request has a higher ticket number than earlier requests. After a request receives
  /// its token or leaves the queue, the request with the ticket number `first` must be checked.
  mutating func ask(_ ticket: UInt64, for host: HTTP.Origin, at now: Deadline) -> Turn {
    var bucket = takeBucket(of: host, at: now)
    defer { buckets[host] = bucket }
    let isWaiting = bucket.waiting.contains(ticket)
    guard bucket.waiting.first ?? ticket == ticket else {
      if !isWaiting { join(ticket, &bucket) }
      return .behind
    }
    // Fractions of tokens are rounded, so that no request waits for a time below the clock's
    // resolution.
    if bucket.tokens > 1 - 1e-6 {
      bucket.tokens = max(0, bucket.tokens - 1)
      if isWaiting { leave(ticket, &bucket) }
      return .now
    }
    if !isWaiting { join(ticket, &bucket) }
    return .at(now + perToken * (1 - bucket.tokens))
  }

  /// Removes a waiting request from the rate queue.
  mutating func giveUp(_ ticket: UInt64, for host: HTTP.Origin) {
    guard var bucket = buckets.removeValue(forKey: host) else { return }
    if bucket.waiting.contains(ticket) { leave(ticket, &bucket) }
    buckets[host] = bucket
  }

  /// Returns the ticket number of the first waiting request to a host.
  func first(for host: HTTP.Origin) -> UInt64? { buckets[host]?.waiting.first }

  private mutating func join(_ ticket: UInt64, _ bucket: inout Bucket) {
    bucket.waiting.append(ticket)
    count += 1
  }

  private mutating func leave(_ ticket: UInt64, _ bucket: inout Bucket) {
    bucket.waiting.remove(ticket)
    count -= 1
  }

  /// The time in which a token bucket receives one new token.
  private var perToken: Duration { max(limit.interval / limit.requestCount, .nanoseconds(1)) }

  /// Removes and returns the token bucket of a host, with its current number of tokens.
  ///
  /// The caller changes the only copy of the token bucket and stores it again, so a change never
  /// copies the queue.
  private mutating func takeBucket(of host: HTTP.Origin, at now: Deadline) -> Bucket {
    guard var bucket = buckets.removeValue(forKey: host) else {
      if buckets.count >= Self.hostLimit { forgetFullest(at: now) }
      return Bucket(tokens: Double(limit.burst), moment: now)
    }
    fill(&bucket, at: now)
    return bucket
  }

  private func fill(_ bucket: inout Bucket, at now: Deadline) {
    guard let passed = now.remaining(from: bucket.moment) else { return }
    bucket.tokens = min(Double(limit.burst), bucket.tokens + passed / perToken)
    bucket.moment = max(bucket.moment, now)
  }

  /// Removes the fullest token bucket of a host without waiting requests, to make room for a new
  /// bucket.
  private mutating func forgetFullest(at now: Deadline) {
    var fullest: (host: HTTP.Origin, tokens: Double)?
    for (host, var bucket) in buckets where bucket.waiting.first == nil {
      fill(&bucket, at: now)
      if bucket.tokens > fullest?.tokens ?? -1 { fullest = (host, bucket.tokens) }
    }
    if let fullest { buckets[fullest.host] = nil }
  }

  /// The requests that wait for the rate limit of a host, in order. A request that leaves the
  /// middle is only marked.
  private struct Line {
    private var order: [UInt64] = []
    private var front = 0
    private var present: Set<UInt64> = []

    var first: UInt64? { front < order.count ? order[front] : nil }

    func contains(_ ticket: UInt64) -> Bool { present.contains(ticket) }

    mutating func append(_ ticket: UInt64) {
      if order.count > 2 * present.count + 16 { sweep() }
      order.append(ticket)
      present.insert(ticket)
    }

    mutating func remove(_ ticket: UInt64) {
      present.remove(ticket)
      while let first, !present.contains(first) { front += 1 }
    }

    private mutating func sweep() {
      order = order[front...].filter { present.contains($0) }
      front = 0
    }
  }
}

/// The rate limiter of a session, which delays requests until the rate limit allows them.
final class RateLimiter: Sendable {
  private struct State {
    var queue: RateQueue
    var bells: [UInt64: Doorbell] = [:]
    var lastTicket: UInt64 = 0
    var isClosed = false
  }

  private let state: Lock<State>
  private let waitingLimit: Int

  /// Creates the rate limiter of a configuration, or returns `nil` if the configuration has no rate
  /// limit.
  ///
  /// The initializer also returns `nil` for an invalid rate limit, because no session can be
  /// created with such a limit.
  init?(_ configuration: HTTPSession.Configuration) {
    guard let limit = configuration.rateLimit, limit.requestCount > 0 else { return nil }
    state = Lock(State(queue: RateQueue(limit)))
    waitingLimit = configuration.pool.waitingRequests
  }

  /// The number of waiting requests.
  var waiting: Int { state.withLock(\.queue.count) }

  /// Waits until the rate limit allows a request to a host, and notifies monitors of the wait.
  /// Monitors are notified of the wait.
  func awaitTurn(
    for host: HTTP.Origin, _ call: CallContext, on loop: EventLoop
  ) async throws(HTTPSessionError.Reason) {
    let deadlines = call.deadlines
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    let until = deadlines.deadline(.queue)
    let bell = Doorbell(on: loop)
    var hasTold = false
    while true {
      let turn = try ask(ticket, host, bell, deadlines.time.now)
      if turn == .now { return }
      if !hasTold { call.note(.queued) }
      hasTold = true
      var timer = until
      if case .at(let moment) = turn { timer = min(until, moment) }
      let wakeup = await bell.wait(until: timer)
      switch wakeup {
      case .rung: break
      case .timedOut where deadlines.time.now < until: break
      case .timedOut:
        giveUp(ticket, host)
        throw deadlines.reason(.timedOut(.connect, nil), in: .queue)
      case .cancelled:
        giveUp(ticket, host)
        throw .cancelled
      case .shutDown:
        giveUp(ticket, host)
        throw .shutDown
      }
    }
  }

  /// Checks the position of a request in the rate queue, and wakes the next waiting request.
  private func ask(
    _ ticket: UInt64, _ host: HTTP.Origin, _ bell: Doorbell, _ now: Deadline
  ) throws(HTTPSessionError.Reason) -> RateQueue.Turn {
    let (result, next) = state.withLock { state -> (Result<RateQueue.Turn, Refusal>, Doorbell?) in
      state.bells[ticket] = nil
      guard !state.isClosed else {
        state.queue.giveUp(ticket, for: host)
        return (.failure(.closed), nil)
      }
      let before = state.queue.count
      let turn = state.queue.ask(ticket, for: host, at: now)
      guard turn != .now else {
        return (.success(turn), state.queue.first(for: host).flatMap { state.bells[$0] })
      }
      guard state.queue.count == before || before < waitingLimit else {
        state.queue.giveUp(ticket, for: host)
        return (.failure(.full), nil)
      }
      state.bells[ticket] = bell
      return (.success(turn), nil)
    }
    next?.ring()
    switch result {
    case .success(let turn): return turn
    case .failure(.closed): throw .shutDown
    case .failure(.full): throw .queueFull(limit: waitingLimit)
    }
  }

  private enum Refusal: Error {
    case closed
    case full
  }

  private func giveUp(_ ticket: UInt64, _ host: HTTP.Origin) {
    let next = state.withLock { state in
      state.bells[ticket] = nil
      state.queue.giveUp(ticket, for: host)
      return state.queue.first(for: host).flatMap { state.bells[$0] }
    }
    next?.ring()
  }

  /// Ends the waits of all requests for the rate limit, because the session is shut down.
  func close() {
    let bells = state.withLock { state in
      state.isClosed = true
      return Array(state.bells.values)
    }
    for bell in bells { bell.ring() }
  }
}
