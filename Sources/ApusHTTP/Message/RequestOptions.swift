extension HTTP {
  /// The options of a single request. If an option is `nil`, the session's setting applies.
  public struct RequestOptions: Sendable, Hashable, Codable {
    /// The maximum time without received bytes, before and during the response. The default is nil,
    /// which means the session's time limit.
    public var idle: Duration?
    /// The maximum duration of the whole call. The default is nil, which means the session's time
    /// limit. The shorter of the two time limits applies.
    public var within: Duration?
    /// A Boolean value that indicates whether the session follows redirects. The default is nil,
    /// which means the session's setting.
    public var followsRedirects: Bool?
    /// A Boolean value that indicates whether the session sends and stores cookies. The default is
    /// nil, which means the session's setting.
    public var handlesCookies: Bool?
    /// The policy for using the session's cache, if the session has a cache. The default is nil,
    /// which means the session's cache policy.
    public var cachePolicy: CachePolicy?
    /// The policy for retrying the request after a failure. The default is nil, which means the
    /// session's retry policy.
    public var retry: RetryPolicy?
    /// The response statuses that the call returns instead of throwing an error. The default is
    /// nil, which means the session's accepted statuses.
    public var acceptedStatuses: AcceptedStatuses?
    /// The priority of the request while it waits for a connection. The default is nil, which means
    /// normal priority.
    public var priority: Priority?
    /// The connection options that differ from the settings of the session.
    package var ownConnection: OwnConnection?

    /// Creates request options that apply the session's settings.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case idle, within, followsRedirects, handlesCookies, cachePolicy, retry, acceptedStatuses
      case priority
      case ownConnection = "connection"
    }

    /// The priority of a request while the request waits for a connection.
    ///
    /// The request with the highest priority gets the next free connection. A request that has
    /// waited five seconds longer precedes a request of the next higher priority. Therefore every
    /// request eventually gets a connection.
    public enum Priority: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
      /// The request gets a connection after the waiting requests of higher priority.
      case low
      /// The request waits for a connection in the order of arrival.
      case normal
      /// The request gets a connection before the waiting requests of lower priority.
      case high

      public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
    }

    /// The policy for the use of the session's cache by a request.
    public enum CachePolicy: String, Sendable, Hashable, Codable, CaseIterable {
      /// The session returns a stored response if the response is fresh, and otherwise sends the
      /// request.
      case standard
      /// The session validates a stored response with the server, even if the response is fresh.
      case revalidate
      /// The session sends the request without using stored responses, and stores the new response.
      case reload
      /// The session returns a stored response of any age, and sends the request only if no
      /// response is stored.
      ///
      /// The session revalidates a stale response with the cache directive `must-revalidate`.
      case storedElseLoad
      /// The session returns a stored response of any age and never sends the request. If the cache
      /// contains no response, the session returns a response with the status 504.
      case storedOnly
      /// The session sends the request without returning or storing a cached response.
      ///
      /// An unsafe request, such as a PUT request, still invalidates the stored responses of its
      /// URL.
      case none
    }
  }
}
