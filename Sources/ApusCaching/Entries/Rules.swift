extension Caching {
  /// The settings of a cache that apply in addition to the directives of responses.
  public struct Rules: Sendable, Equatable {
    /// A Boolean value that indicates whether several users share the cache. A shared cache stores
    /// fewer responses than a private cache. The default is false, which means a cache of a single
    /// user.
    ///
    /// RFC 9111 section 3.5.
    public var isShared = false
    /// The heuristic lifetime of a response, as a percentage of the time since the last
    /// modification.
    ///
    /// The percentage applies to responses without a stated lifetime. The default percentage is 0,
    /// which means that responses have no heuristic lifetime.
    ///
    /// RFC 9111 section 4.2.2.
    public var heuristicPercentage = 0
    /// The longest heuristic lifetime of a response in seconds. The default limit of a heuristic
    /// lifetime is one day.
    public var heuristicLimit: Int64 = 86_400
    /// A Boolean value that indicates whether the cache serves stale responses during their
    /// validation.
    ///
    /// The setting applies to responses that allow it with `stale-while-revalidate`. The default is
    /// true, so the cache follows the server's permission.
    public var servesWhileRevalidating = true
    /// The maximum staleness, in seconds, of a stored response that the cache serves if the server
    /// fails.
    ///
    /// The default staleness is 0 seconds. A response with `stale-if-error` may be served for the
    /// time that it states. A response that forbids stale use is never served.
    public var staleIfErrorSeconds: Int64 = 0
    /// The name of the cache in the `Cache-Status` field. The default name of the cache is `Apus`.
    public var name = "Apus"

    /// Creates the rules for a cache of one user, without heuristic lifetimes.
    public init() {}
  }
}
