extension HTTPSession {
  /// Bounds how many requests each host is sent in a time.
  ///
  ///     $0.rateLimit = HTTPSession.RateLimit(10, per: .seconds(1), burst: 20)
  ///
  /// A request beyond that waits for its turn before it waits for a connection, in the order in
  /// which it came, and for no longer than `timeouts.queue`. Retries and the requests after
  /// redirects are counted too.
  public struct RateLimit: Sendable, Hashable, Codable {
    /// How many requests there may be in each interval.
    public var requestCount: Int
    /// How long an interval is.
    public var interval: Duration
    /// How many requests may follow each other at once after a rest.
    public var burst: Int

    /// Allows so many requests in each interval, and so many at once after a rest.
    public init(_ requestCount: Int, per interval: Duration = .seconds(1), burst: Int = 1) {
      self.requestCount = requestCount
      self.interval = interval
      self.burst = burst
    }
  }
}
