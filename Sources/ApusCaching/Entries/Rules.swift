extension Caching {
  /// The options of a cache beyond the directives of responses.
  public struct Rules: Sendable, Equatable {
    /// A Boolean value that indicates whether several users share the cache, which then keeps less.
    /// The default is false.
    ///
    /// RFC 9111 section 3.5.
    public var isShared = false
    /// The heuristic lifetime, as a percentage of the time since the last change.
    ///
    /// It applies to responses without a stated lifetime. The default is 0: no heuristic lifetimes.
    ///
    /// RFC 9111 section 4.2.2.
    public var heuristicPercentage = 0
    /// The longest heuristic lifetime in seconds. The default is one day.
    public var heuristicLimit: Int64 = 86_400
    /// A Boolean value that indicates whether stale responses are served during validation.
    ///
    /// It applies to responses that allow it. The default is true.
    public var servesWhileRevalidating = true
    /// The number of seconds after its lifetime during which any response may replace a failed one.
    ///
    /// The failed response is one of the server. The default is 0. Responses that allow it are
    /// served for the time that they state, and responses that forbid it never.
    public var staleIfErrorSeconds: Int64 = 0
    /// The name in `Cache-Status`. The default is `Apus`.
    public var name = "Apus"

    /// Creates the rules for a cache of one user, without heuristic lifetimes.
    public init() {}
  }
}
