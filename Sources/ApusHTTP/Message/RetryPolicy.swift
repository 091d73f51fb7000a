extension HTTP {
  /// The policy for retrying a failed request: the conditions, the number of attempts and the
  /// delays.
  ///
  ///     $0.retry = .idempotent(attempts: 3, budget: 0.2)
  ///
  /// Retries are off by default. The session retries a request only if a second delivery does no
  /// harm. A retry is safe if the method is one of `methods`, if the request has an
  /// `Idempotency-Key`, or if no part of the request has been sent. A retry also requires a body
  /// that can be read again, remaining time of the call, and remaining retry budget of the host.
  /// After the last attempt, the call returns the response or throws the error of that attempt.
  ///
  /// If the connection breaks during the response content, the session retries a call that collects
  /// the content. The session does not retry a streamed response or a download whose content is
  /// incomplete. With the option `.resume`, the next call of the download requests the missing
  /// part.
  public struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of attempts of a call, including the first attempt; 1 means no retry.
    public var attempts: Int
    /// The methods of requests that may be sent more than once; the default is GET, HEAD, OPTIONS,
    /// TRACE, PUT and DELETE.
    public var methods: Set<Method> = [.get, .head, .options, .trace, .put, .delete]
    /// The kinds of failures after which a request may be retried. By default, every kind of
    /// failure permits a retry.
    public var failures: Set<Failure> = Set(Failure.allCases)
    /// The response statuses after which a request may be retried; the default is 408, 429, 502,
    /// 503 and 504.
    public var statuses: Set<Int> = [408, 429, 502, 503, 504]
    /// The upper bound of the first retry delay, which doubles for each later retry; the default is
    /// 200 milliseconds.
    ///
    /// The delay is a random duration between zero and the bound, so that clients that failed
    /// simultaneously do not retry simultaneously.
    public var delay: Duration = .milliseconds(200)
    /// The maximum retry delay without a `Retry-After` field in the response; the default is 20
    /// seconds.
    public var delayLimit: Duration = .seconds(20)
    /// The maximum delay that a server can request with `Retry-After`; the default is 60 seconds.
    ///
    /// If the server requests a longer delay, the call ends with the server's response.
    public var retryAfterLimit: Duration = .seconds(60)
    /// The number of retries that each response of a host adds to the host's retry budget; nil
    /// means an unlimited budget. The default is 0.2 retries.
    ///
    /// The retry budget of a host is initially ten retries, which is also the maximum. Each retry
    /// consumes one retry of the budget, and each response without a retry restores this fraction
    /// of a retry. The retry budget prevents retries from making an outage worse.
    public var budget: Double?

    /// A kind of failure after which a request may be retried.
    public enum Failure: String, Sendable, Hashable, Codable, CaseIterable {
      /// The connection attempt failed, and no part of the request was sent.
      case connecting
      /// The connection broke before the response was complete.
      case broken
      /// The server sent no bytes within the idle timeout before the response was complete.
      case silence
    }

    /// Creates a policy that sends idempotent requests at most a given number of times.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts of a call, including the first attempt.
    ///   - budget: The fraction of a retry that each response without a retry restores to the
    ///     host's budget; nil for no limit. The default is 0.2.
    public init(attempts: Int, budget: Double? = 0.2) {
      self.attempts = attempts
      self.budget = budget
    }

    /// The policy that sends each request once and never retries.
    public static let none = RetryPolicy(attempts: 1)

    /// Returns a policy that sends idempotent requests at most a given number of times within a
    /// retry budget.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts of a call, including the first attempt; 3 by
    ///     default.
    ///   - budget: The fraction of a retry that each response without a retry restores to the
    ///     host's budget; nil for no limit. The default is 0.2.
    public static func idempotent(attempts: Int = 3, budget: Double? = 0.2) -> RetryPolicy {
      RetryPolicy(attempts: attempts, budget: budget)
    }
  }
}

/// The encoded form of a retry policy contains sorted sets, so equal policies have equal encoded
/// forms.
extension HTTP.RetryPolicy: Codable {
  private enum Key: String, CodingKey {
    case attempts, methods, failures, statuses, delay, delayLimit, retryAfterLimit, budget
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    attempts = try values.decode(Int.self, forKey: .attempts)
    methods = try values.decode(Set<HTTP.Method>.self, forKey: .methods)
    failures = try values.decode(Set<Failure>.self, forKey: .failures)
    statuses = try values.decode(Set<Int>.self, forKey: .statuses)
    delay = try values.decode(Duration.self, forKey: .delay)
    delayLimit = try values.decode(Duration.self, forKey: .delayLimit)
    retryAfterLimit = try values.decode(Duration.self, forKey: .retryAfterLimit)
    budget = try values.decodeIfPresent(Double.self, forKey: .budget)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(attempts, forKey: .attempts)
    try values.encode(methods.sorted { $0.name < $1.name }, forKey: .methods)
    try values.encode(failures.sorted { $0.rawValue < $1.rawValue }, forKey: .failures)
    try values.encode(statuses.sorted(), forKey: .statuses)
    try values.encode(delay, forKey: .delay)
    try values.encode(delayLimit, forKey: .delayLimit)
    try values.encode(retryAfterLimit, forKey: .retryAfterLimit)
    try values.encodeIfPresent(budget, forKey: .budget)
  }
}
