internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The queue of requests for hosts that have a rate limit.
///
/// A bucket for each host has as many tokens as requests may be sent in a row, and gets new ones at
/// the rate of the limit. A request takes one, or waits until all earlier requests have one. A host
/// without an entry has a full bucket.
struct RateQueue {
  /// The place of a request in the queue.
  enum Turn: Equatable {
    /// It has taken its token.
    case now
    /// It is the next, at that time.
    case at(Deadline)
    /// Earlier requests wait, the last of which will name this one.
    case behind
  }

  private struct Bucket {
    var tokens: Double
    var moment: Deadline
    var waiting = Line()
  }

  private let limit: HTTPSession.RateLimit
  private var buckets: [HTTP.Origin: Bucket] = [:]
  /// The number of waiting requests.
  private(set) var count = 0

  /// The maximum number of hosts with a bucket, in addition to those with waiting requests.
  static let hostLimit = 1_024

  init(_ limit: HTTPSession.RateLimit) { self.limit = limit }

  /// The number of hosts with a bucket.
  var hostCount: Int { buckets.count }

  /// Adds a request or checks it again, and returns its place in the queue.
  ///
  /// Tickets increase. A request that has its turn or leaves makes room for the one in `first`.
  mutating func ask(_ ticket: UInt64, for host: HTTP.Origin, at now: Deadline) -> Turn {
    var bucket = takeBucket(of: host, at: now)
    defer { buckets[host] = bucket }
    let isWaiting = bucket.waiting.contains(ticket)
    guard bucket.waiting.first ?? ticket == ticket else {
      if !isWaiting { join(ticket, &bucket) }
      return .behind
    }
    // Fractions are rounded, and no request waits for less than the clock's resolution.
    if bucket.tokens > 1 - 1e-6 {
      bucket.tokens = max(0, bucket.tokens - 1)
      if isWaiting { leave(ticket, &bucket) }
      return .now
    }
    if !isWaiting { join(ticket, &bucket) }
    return .at(now + perToken * (1 - bucket.tokens))
  }

  /// Removes a waiting request.
  mutating func giveUp(_ ticket: UInt64, for host: HTTP.Origin) {
    guard var bucket = buckets.removeValue(forKey: host) else { return }
    if bucket.waiting.contains(ticket) { leave(ticket, &bucket) }
    buckets[host] = bucket
  }

  /// Returns the request whose turn is next.
  func first(for host: HTTP.Origin) -> UInt64? { buckets[host]?.waiting.first }

  private mutating func join(_ ticket: UInt64, _ bucket: inout Bucket) {
    bucket.waiting.append(ticket)
    count += 1
  }

  private mutating func leave(_ ticket: UInt64, _ bucket: inout Bucket) {
    bucket.waiting.remove(ticket)
    count -= 1
  }

  /// The time until there is another token.
  private var perToken: Duration { max(limit.interval / limit.requestCount, .nanoseconds(1)) }

  /// Removes and returns a host's bucket with its current tokens, so that it can be put back.
  ///
  /// There is no other copy meanwhile, so that a change never copies the queue.
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

  /// Makes room by removing the fullest bucket of a host without waiting requests.
  private mutating func forgetFullest(at now: Deadline) {
    var fullest: (host: HTTP.Origin, tokens: Double)?
    for (host, var bucket) in buckets where bucket.waiting.first == nil {
      fill(&bucket, at: now)
      if bucket.tokens > fullest?.tokens ?? -1 { fullest = (host, bucket.tokens) }
    }
    if let fullest { buckets[fullest.host] = nil }
  }

  /// The waiting requests in their order; one that leaves the middle is marked.
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

/// The requests of a session that wait until their host may be sent one more.
final class RateLimiter: Sendable {
  private struct State {
    var queue: RateQueue
    var bells: [UInt64: Doorbell] = [:]
    var lastTicket: UInt64 = 0
    var isClosed = false
  }

  private let state: Lock<State>
  private let waitingLimit: Int

  /// Creates the limiter of a configuration, or nil if it has no limit.
  ///
  /// It is also nil for an invalid limit, with which no session can be created.
  init?(_ configuration: HTTPSession.Configuration) {
    guard let limit = configuration.rateLimit, limit.requestCount > 0 else { return nil }
    state = Lock(State(queue: RateQueue(limit)))
    waitingLimit = configuration.pool.waitingRequests
  }

  /// The number of waiting requests.
  var waiting: Int { state.withLock(\.queue.count) }

  /// Returns when a host may be sent a request; a wait is an event of the call.
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

  /// Checks a request's turn, and lets the next request check its own.
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

  /// Lets no request wait any more, because the session is shut down.
  func close() {
    let bells = state.withLock { state in
      state.isClosed = true
      return Array(state.bells.values)
    }
    for bell in bells { bell.ring() }
  }
}
