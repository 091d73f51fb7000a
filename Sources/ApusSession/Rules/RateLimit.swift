extension HTTPSession {
  /// A limit for the rate of requests to each host.
  ///
  ///     $0.rateLimit = HTTPSession.RateLimit(10, per: .seconds(1), burst: 20)
  ///
  /// A request beyond the rate limit waits for its turn before it waits for a connection. Requests
  /// wait in the order of their arrival, for at most `timeouts.queue`. Retries and requests after
  /// redirects also count toward the rate.
  public struct RateLimit: Sendable, Hashable, Codable {
    /// The maximum number of requests to one host in each interval.
    public var requestCount: Int
    /// The length of the interval in which requests are counted; the default is one second.
    public var interval: Duration
    /// The maximum number of requests without a wait after a pause; the default is one.
    public var burst: Int

    /// Creates a limit of requests in each interval, with a burst after a pause.
    ///
    /// - Parameters:
    ///   - requestCount: The maximum number of requests in each interval.
    ///   - interval: The length of an interval; one second by default.
    ///   - burst: The maximum number of requests in a row after a pause; one by default.
    public init(_ requestCount: Int, per interval: Duration = .seconds(1), burst: Int = 1) {
      self.requestCount = requestCount
      self.interval = interval
      self.burst = burst
    }
  }
}
