internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP

/// The rules that decide about the retries of failed requests, and about the delay before each
/// retry.
///
/// The retry rules contain neither a clock nor a retry budget. The session applies the retry rules
/// after each attempt of a call, and takes a retry from the host's budget before it sends the
/// request again.
struct RetryRules {
  let policy: HTTP.RetryPolicy
  /// The number of retries that the call has made.
  private(set) var count = 0

  init(_ policy: HTTP.RetryPolicy, after count: Int = 0) {
    (self.policy, self.count) = (policy, count)
  }

  /// The facts about one attempt that determine whether another attempt is made.
  struct Trial {
    let method: HTTP.Method
    /// A Boolean value that indicates whether the request contains an `Idempotency-Key` field.
    let isKeyed: Bool
    /// A Boolean value that indicates whether any byte of the request may have reached the server.
    let wasSent: Bool
    /// A Boolean value that indicates whether the request body is available for another attempt.
    let hasBody: Bool
  }

  /// Returns the delay before a retry after a failure, or `nil` if the request is not sent again.
  func wait(
    after reason: HTTPSessionError.Reason, of trial: Trial, chance: Double
  ) -> Duration? {
    guard let failure = HTTP.RetryPolicy.Failure(reason, wasSent: trial.wasSent),
      policy.failures.contains(failure), mayRepeat(trial)
    else { return nil }
    return backoff(chance)
  }

  /// Returns whether the retry policy retries a request after the status of a response.
  func asks(_ head: HTTP.ResponseHead) -> Bool { policy.statuses.contains(head.status.code) }

  /// Returns the delay before a retry after a response, or `nil` if the request is not sent again.
  ///
  /// The delay is the `Retry-After` time of the server, followed by a short random time.
  func wait(
    after head: HTTP.ResponseHead, at moment: HTTP.Date, of trial: Trial, chance: Double
  ) -> Duration? {
    guard mayRepeat(trial) else { return nil }
    guard let asked = RetryAfter(head.fields, at: moment) else { return backoff(chance) }
    guard asked.duration <= policy.retryAfterLimit else { return nil }
    return asked.duration + backoff(chance)
  }

  /// Counts a retry of the request.
  mutating func noteRetry() { count += 1 }

  private func mayRepeat(_ trial: Trial) -> Bool {
    guard count + 1 < policy.attempts, trial.hasBody else { return false }
    return !trial.wasSent || trial.isKeyed || policy.methods.contains(trial.method)
  }

  /// Returns a random part of the maximum retry delay.
  ///
  /// - Parameter chance: A random number from 0 to 1.
  private func backoff(_ chance: Double) -> Duration {
    var longest = min(policy.delay, policy.delayLimit)
    for _ in 0..<count where longest < policy.delayLimit { longest += longest }
    return max(.zero, min(longest, policy.delayLimit)) * chance
  }
}

extension HTTP.RetryPolicy.Failure {
  /// Creates the kind of a failure, or returns `nil` if a retry would fail in the same way.
  init?(_ reason: HTTPSessionError.Reason, wasSent: Bool) {
    if case .timedOut(let phase) = reason {
      switch phase {
      case .resolve, .connect, .tls: self = .connecting
      case .firstByte, .head, .idle: self = .silence
      case .queue, .slow, .total: return nil
      }
      return
    }
    if case .stated(.cannotConnect) = reason {
      self = .connecting
      return
    }
    guard reason.isOfTheWay else { return nil }
    self = wasSent ? .broken : .connecting
  }
}

extension HTTPSessionError.Reason {
  /// A Boolean value that indicates whether the connection or the network failed.
  fileprivate var isOfTheWay: Bool {
    if case .network(let fault) = self {
      if fault.isClosedHere { return false }
      switch fault.kind {
      case .refused, .reset, .unreachable, .unresolved: return true
      case .denied, .exhausted, .other: return isPeerGone
      }
    }
    if case .tls(let fault) = self { return fault.error == .truncated }
    if case .response(.truncated) = self { return true }
    return self == .noResponse
  }
}

/// The delay that a server requests before a retry.
///
///     Retry-After   = HTTP-date / delay-seconds
///     delay-seconds = 1*DIGIT
///
/// RFC 9110 section 10.2.3. A date in `Retry-After` is relative to the server's clock if the
/// response has a `Date` field.
struct RetryAfter: Equatable {
  let duration: Duration

  /// Reads the `Retry-After` field of a response that arrived at a given time.
  ///
  /// The initializer returns `nil` if the field is missing or malformed.
  init?(_ fields: HTTP.Fields, at moment: HTTP.Date) {
    guard let value = fields[.retryAfter]?.bytes else { return nil }
    if let seconds = ASCII.decimal(value.span) {
      duration = .seconds(Int64(clamping: seconds))
      return
    }
    guard let date = try? HTTP.Date(value.span, now: moment) else { return nil }
    let own = fields[.date].flatMap { try? HTTP.Date($0.bytes.span, now: moment) } ?? moment
    // The subtraction cannot overflow, because both dates are in the years 0 to 9999.
    duration = .seconds(max(0, date.secondsSinceEpoch - own.secondsSinceEpoch))
  }
}
