internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The retries of one call, as the retry policy permits them.
///
/// Each retry also needs a share of the host's retry budget. The call waits for the retry delay
/// before it sends the request again.
struct CallRetries {
  private var rules: RetryRules
  private let call: CallContext
  private let session: HTTPSession

  /// Returns the retries of a call by the retry policy of the request or of the session, or `nil`
  /// without a policy.
  static func retries(
    of prepared: PreparedRequest, _ call: CallContext, _ session: HTTPSession
  ) -> CallRetries? {
    guard mayRetry(prepared, session) else { return nil }
    return CallRetries(
      prepared.request.options.retry ?? session.configuration.retry, call, session)
  }

  /// Returns whether the retry policy of the request or of the session allows retries.
  static func mayRetry(_ prepared: PreparedRequest, _ session: HTTPSession) -> Bool {
    session.isRetrying(prepared.request)
  }

  private init(_ policy: HTTP.RetryPolicy, _ call: CallContext, _ session: HTTPSession) {
    rules = RetryRules(policy, after: call.retries)
    self.call = call
    self.session = session
  }

  /// Waits for the retry delay, and returns whether the call sends a failed request again.
  mutating func mayRetry(_ outcome: AttemptOutcome) async throws(HTTPSessionError) -> Bool {
    let trial = trial(outcome.prepared, wasSent: outcome.wasSent)
    guard let wait = rules.wait(after: outcome.failure, of: trial, chance: session.chance),
      isAllowed(wait, outcome.prepared)
    else { return false }
    try await pause(wait, outcome.prepared)
    return true
  }

  /// Returns whether the retry rules allow a retry after the status code of a response.
  func asks(_ answer: OpenResponse) -> Bool { rules.asks(answer.head) }

  /// Records a response that needs no retry, which increases the retry budget of the host.
  func noteKept(_ answer: OpenResponse) {
    session.retries.noteAnswer(of: answer.prepared.url.origin, rules.policy)
  }

  /// Waits for the retry delay, and returns whether the call sends the request again after a
  /// response.
  ///
  /// The connection of the response has already been returned to the pool.
  mutating func mayRetry(_ answer: OpenResponse) async throws(HTTPSessionError) -> Bool {
    guard asks(answer) else {
      noteKept(answer)
      return false
    }
    let prepared = answer.prepared
    let moment = HTTP.Date(secondsSinceEpoch: session.environment.time.wallMilliseconds / 1_000)
    let trial = trial(prepared, wasSent: true)
    guard let wait = rules.wait(after: answer.head, at: moment, of: trial, chance: session.chance),
      isAllowed(wait, prepared)
    else { return false }
    answer.content.close()
    try await pause(wait, prepared)
    return true
  }

  /// The retry rules apply to the caller's own request, because a redirect may have changed the
  /// method to GET.
  ///
  /// The request is the caller's own request, because a redirect may have changed the method to
  /// GET.
  mutating func mayRetry(
    _ request: HTTP.Request, after failure: HTTPSessionError.Reason, of prepared: PreparedRequest
  ) async throws(HTTPSessionError) -> Bool {
    let trial = RetryRules.Trial(
      method: request.method, isKeyed: request.headers.contains(.idempotencyKey), wasSent: true,
      hasBody: request.body.replay == .always || !call.hasSpentBody)
    guard let wait = rules.wait(after: failure, of: trial, chance: session.chance),
      isAllowed(wait, prepared)
    else { return false }
    try await pause(wait, prepared)
    return true
  }

  private func trial(_ prepared: PreparedRequest, wasSent: Bool) -> RetryRules.Trial {
    RetryRules.Trial(
      method: prepared.request.method, isKeyed: prepared.fields.contains(.idempotencyKey),
      wasSent: wasSent, hasBody: prepared.request.body.replay == .always || !call.hasSpentBody)
  }

  /// Returns whether the call has time for the retry delay, and takes a retry from the host's retry
  /// budget.
  private func isAllowed(_ wait: Duration, _ prepared: PreparedRequest) -> Bool {
    let deadlines = call.deadlines
    if let rest = deadlines.request.remaining(from: deadlines.time.now), rest <= wait {
      return false
    }
    guard call.attempt < CallContext.attemptLimit else { return false }
    return session.retries.take(from: prepared.url.origin, rules.policy)
  }

  private mutating func pause(
    _ wait: Duration, _ prepared: PreparedRequest
  ) async throws(HTTPSessionError) {
    rules.noteRetry()
    call.noteRetry()
    let end = call.deadlines.time.deadline(after: wait)
    call.note(.waiting(wait))
    do throws(HTTPSessionError.Reason) {
      let loop: EventLoop
      do throws(NetError) { loop = try session.loopOfFiles() } catch {
        throw call.deadlines.reason(error, in: .total)
      }
      try await session.retries.wait(until: end, on: loop)
    } catch {
      throw HTTPSessionError(error, request: prepared.whole)
    }
  }
}

extension HTTPSession {
  /// A random number from 0 to 1, or 1 if random numbers are unavailable.
  var chance: Double {
    guard let bytes = try? environment.random.bytes(4) else { return 1 }
    return Double(bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) / Double(UInt32.max)
  }
}
