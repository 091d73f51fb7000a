extension HTTPSession {
  /// A limit for the rate of requests to each host.
  ///
  ///     $0.rateLimit = HTTPSession.RateLimit(10, per: .seconds(1), burst: 20)
  ///
  /// A request beyond it waits for its turn before it waits for a connection, in the order of
  /// arrival, and at most for `timeouts.queue`. Retries and the requests after redirects are
  /// counted too.
  public struct RateLimit: Sendable, Hashable, Codable {
    /// The maximum number of requests in each interval.
    public var requestCount: Int
    /// The length of an interval; the default is one second.
    public var interval: Duration
    /// The maximum number of requests in a row after a pause; the default is one.
    public var burst: Int

    /// Creates a limit of requests in each interval, with a burst after a pause.
    ///
    /// - Parameters:
    ///   - requestCount: The number of requests in an interval.
    ///   - interval: The length of an interval; one second by default.
    ///   - burst: The maximum number of requests in a row after a pause; one by default.
    public init(_ requestCount: Int, per interval: Duration = .seconds(1), burst: Int = 1) {
      self.requestCount = requestCount
      self.interval = interval
      self.burst = burst
    }
  }
}
