extension HTTP {
  /// When a request that has failed is sent once more, how often, and after how long.
  ///
  ///     $0.retry = .idempotent(attempts: 3, budget: 0.2)
  ///
  /// It is off unless it is asked for. A request is sent again only if that cannot do anything
  /// twice: its method is one of `methods`, it has an `Idempotency-Key`, or nothing of it has been
  /// sent. Its body must be there once more, the time of the call must last, and the host's budget
  /// must not be used up. Otherwise the last answer, or the last failure, is the call's.
  ///
  /// An answer whose content breaks off behind its head is not asked for again.
  public struct RetryPolicy: Sendable, Hashable {
    /// How often a call sends its request at most, the first time included; 1 never sends it again.
    public var attempts: Int
    /// The methods of requests that may be sent twice.
    public var methods: Set<Method> = [.get, .head, .options, .trace, .put, .delete]
    /// The failures after which a request is sent again.
    public var failures: Set<Failure> = Set(Failure.allCases)
    /// The statuses after which a request is sent again.
    public var statuses: Set<Int> = [408, 429, 502, 503, 504]
    /// How long the first wait is at most; each later one may be twice as long.
    ///
    /// How long it is in the end is left to chance, anywhere from nothing to that, so that clients
    /// that have failed together do not come back together.
    public var delay: Duration = .milliseconds(200)
    /// How long a wait is at most that the server has not asked for.
    public var delayLimit: Duration = .seconds(20)
    /// How long a wait is at most for which a server asks by `Retry-After`.
    ///
    /// Where it asks for more, its answer is the call's.
    public var retryAfterLimit: Duration = .seconds(60)
    /// How many retries there may be for each request that a host has answered; nil is no bound.
    ///
    /// A host has ten retries in store at first, and never more. Each takes one, and each answer
    /// that needs none gives this share of one back: an outage is not made worse by retries.
    public var budget: Double?

    /// A kind of failure after which a request may be sent again.
    public enum Failure: String, Sendable, Hashable, Codable, CaseIterable {
      /// No connection could be made, and nothing of the request was sent.
      case connecting
      /// The server has broken the connection off before its answer's head was whole.
      case broken
      /// The server was silent for too long before its answer's head was whole.
      case silence
    }

    /// Creates a policy that sends idempotent requests so often at most.
    public init(attempts: Int, budget: Double? = 0.2) {
      self.attempts = attempts
      self.budget = budget
    }

    /// Sends each request once.
    public static let none = RetryPolicy(attempts: 1)

    /// Returns the policy that sends idempotent requests so often at most, within a budget.
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
