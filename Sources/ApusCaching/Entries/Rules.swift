extension Caching {
  /// Options of a cache: how much it does beyond what responses say.
  public struct Rules: Sendable, Equatable {
    /// Whether several users share the cache, which then keeps less.
    ///
    /// RFC 9111 section 3.5.
    public var isShared = false
    /// For which part of the time since its last change a response that says nothing is fresh.
    ///
    /// It is in hundredths, and zero, so that nothing is guessed, unless set.
    ///
    /// RFC 9111 section 4.2.2.
    public var heuristicPercentage = 0
    /// How long such a guess may be, in seconds: a day, unless set.
    public var heuristicLimit: Int64 = 86_400
    /// Whether a stale response is given while it is validated, where it allows that.
    public var servesWhileRevalidating = true
    /// For how many seconds any stale response is given where the server fails.
    ///
    /// None, unless set. Responses that allow it are given for as long as they say, and none that
    /// forbids it is given.
    public var staleIfErrorSeconds: Int64 = 0
    /// The name in `Cache-Status`.
    public var name = "Apus"

    /// The rules of a cache of one user, which guesses nothing.
    public init() {}
  }
}
