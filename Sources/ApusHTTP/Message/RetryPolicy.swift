extension HTTP {
  /// The policy for sending a failed request again: the conditions, the number and the delays.
  ///
  ///     $0.retry = .idempotent(attempts: 3, budget: 0.2)
  ///
  /// It is off by default. A request is sent again only if a repeated effect is impossible: its
  /// method is one of `methods`, it has an `Idempotency-Key`, or no part of it has been sent. Its
  /// body must be readable again, the call must have time left, and the host's budget must not be
  /// used up. Otherwise the call ends with the last response or failure.
  ///
  /// A response whose content breaks off is requested again too if the call collects it. A stream
  /// or a download is not: a download continues with its part.
  public struct RetryPolicy: Sendable, Hashable {
    /// The number of times that a call sends its request, including the first; 1 means no retry.
    public var attempts: Int
    /// The methods of requests that may be sent twice.
    /// The default is GET, HEAD, OPTIONS, TRACE, PUT and DELETE.
    public var methods: Set<Method> = [.get, .head, .options, .trace, .put, .delete]
    /// The failures that allow another attempt. The default is every kind.
    public var failures: Set<Failure> = Set(Failure.allCases)
    /// The statuses that allow another attempt. The default is 408, 429, 502, 503 and 504.
    public var statuses: Set<Int> = [408, 429, 502, 503, 504]
    /// The upper bound of the first delay; it doubles for each later one.
    /// The default is 200 milliseconds.
    ///
    /// The delay is a random time between zero and the bound, so that clients that failed together
    /// do not return together.
    public var delay: Duration = .milliseconds(200)
    /// The longest delay without a `Retry-After` of the server. The default is 20 seconds.
    public var delayLimit: Duration = .seconds(20)
    /// The longest delay that the server may set by `Retry-After`. The default is 60 seconds.
    ///
    /// If it sets a longer one, its response ends the call.
    public var retryAfterLimit: Duration = .seconds(60)
    /// The number of retries for each request that a host has answered; nil is no limit.
    /// The default is 0.2.
    ///
    /// A host has ten retries at first, and never more. Each retry uses one, and each response
    /// without a retry gives this share of one back: retries do not make an outage worse.
    public var budget: Double?

    /// A kind of failure that allows another attempt.
    public enum Failure: String, Sendable, Hashable, Codable, CaseIterable {
      /// The connection failed, and no part of the request was sent.
      case connecting
      /// The connection broke before the response was complete.
      case broken
      /// The server was silent for too long before the response was complete.
      case silence
    }

    /// Creates a policy that sends idempotent requests so often at most.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts of a call, including the first.
    ///   - budget: The share of a retry that each response without one gives back to the host; nil
    ///     for no limit. The default is 0.2.
    public init(attempts: Int, budget: Double? = 0.2) {
      self.attempts = attempts
      self.budget = budget
    }

    /// Sends each request once.
    public static let none = RetryPolicy(attempts: 1)

    /// Returns the policy that sends idempotent requests so often at most, within a budget.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts of a call, including the first; 3 by default.
    ///   - budget: The share of a retry that each response without one gives back to the host; nil
    ///     for no limit. The default is 0.2.
    public static func idempotent(attempts: Int = 3, budget: Double? = 0.2) -> RetryPolicy {
      RetryPolicy(attempts: attempts, budget: budget)
    }
  }
}

/// A policy is coded with its lists in order, so that equal policies are equal as text.
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
