internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// Whose turn it is where hosts are sent no more than so many requests in a time.
///
/// A bucket for each host holds as many tokens as requests may follow each other at once, and gets
/// new ones at the limit's pace. A request takes one, or waits behind those that came before it. A
/// host of which nothing is noted has a full bucket.
struct RateQueue {
  /// What a request is told.
  enum Turn: Equatable {
    /// It has taken its token.
    case now
    /// It is the next, at that moment.
    case at(Deadline)
    /// Others come before it, the last of whom will name it.
    case behind
  }

  private struct Bucket {
    var tokens: Double
    var moment: Deadline
    var waiting = Line()
  }

  private let limit: HTTPSession.RateLimit
  private var buckets: [HTTP.Origin: Bucket] = [:]
  /// How many requests wait.
  private(set) var count = 0

  /// Of how many hosts it is noted what they have left, besides those that requests wait for.
  static let hostLimit = 1_024

  init(_ limit: HTTPSession.RateLimit) { self.limit = limit }

  /// Of how many hosts something is noted.
  var hostCount: Int { buckets.count }

  /// A request comes, or asks again: it is told whether it is its turn.
  ///
  /// Tickets grow. One that has its turn or leaves makes room for the one that `first` names.
  mutating func ask(_ ticket: UInt64, for host: HTTP.Origin, at now: Deadline) -> Turn {
    var bucket = takeBucket(of: host, at: now)
    defer { buckets[host] = bucket }
    let isWaiting = bucket.waiting.contains(ticket)
    guard bucket.waiting.first ?? ticket == ticket else {
      if !isWaiting { join(ticket, &bucket) }
      return .behind
    }
    // What is counted in fractions is rounded, and no one waits for less than can be told.
    if bucket.tokens > 1 - 1e-6 {
      bucket.tokens = max(0, bucket.tokens - 1)
      if isWaiting { leave(ticket, &bucket) }
      return .now
    }
    if !isWaiting { join(ticket, &bucket) }
    return .at(now + perToken * (1 - bucket.tokens))
  }

  /// A request that waits is given up.
  mutating func giveUp(_ ticket: UInt64, for host: HTTP.Origin) {
    guard var bucket = buckets.removeValue(forKey: host) else { return }
    if bucket.waiting.contains(ticket) { leave(ticket, &bucket) }
    buckets[host] = bucket
  }

  /// The request whose turn is next.
  func first(for host: HTTP.Origin) -> UInt64? { buckets[host]?.waiting.first }

  private mutating func join(_ ticket: UInt64, _ bucket: inout Bucket) {
    bucket.waiting.append(ticket)
    count += 1
  }

  private mutating func leave(_ ticket: UInt64, _ bucket: inout Bucket) {
    bucket.waiting.remove(ticket)
    count -= 1
  }

  /// How long it takes until there is one more token.
  private var perToken: Duration { max(limit.interval / limit.requestCount, .nanoseconds(1)) }

  /// Takes out a host's bucket, which is put back, with the tokens that it has by now.
  ///
  /// It is nowhere else meanwhile, so that a change copies none of those who wait.
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

  /// Makes room by the host that has the most left, of those that no request waits for.
  private mutating func forgetFullest(at now: Deadline) {
    var fullest: (host: HTTP.Origin, tokens: Double)?
    for (host, var bucket) in buckets where bucket.waiting.first == nil {
      fill(&bucket, at: now)
      if bucket.tokens > fullest?.tokens ?? -1 { fullest = (host, bucket.tokens) }
    }
    if let fullest { buckets[fullest.host] = nil }
  }

  /// Those who wait, in their order; one that leaves from the middle is struck out.
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

  /// What holds requests back as a configuration says; nil where it bounds nothing, or its bound
  /// means nothing, for which no session is made.
  init?(_ configuration: HTTPSession.Configuration) {
    guard let limit = configuration.rateLimit, limit.requestCount > 0 else { return nil }
    state = Lock(State(queue: RateQueue(limit)))
    waitingLimit = configuration.pool.waitingRequests
  }

  /// How many requests wait.
  var waiting: Int { state.withLock(\.queue.count) }

  /// Returns once a host may be sent a request; the call is told of if it has to wait.
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

  /// Asks for a request's turn, and has the next one ask that came behind it.
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
