extension HTTP {
  /// The options of a single request. An option that is `nil` means the setting of the session.
  public struct RequestOptions: Sendable, Hashable, Codable {
    /// The maximum silence of the server before its first byte and between two pieces of a body.
    /// The default, nil, is the session's.
    public var idle: Duration?
    /// The maximum duration of the whole call.
    /// The session applies the smaller of this limit and its own limit. The default, nil, is the
    /// session's.
    public var within: Duration?
    /// A Boolean value that indicates whether the session follows redirects.
    /// The default, nil, is the session's.
    public var followsRedirects: Bool?
    /// A Boolean value that indicates whether the session sends cookies and stores cookies from
    /// responses. The default, nil, is the session's.
    public var handlesCookies: Bool?
    /// The policy for using the session's cache, if the session has a cache.
    /// The default, nil, is the session's.
    public var cachePolicy: CachePolicy?
    /// The policy for sending the request again after a failure.
    /// The default, nil, is the session's.
    public var retry: RetryPolicy?
    /// The statuses with which the call returns its response. The default, nil, is the session's.
    public var acceptedStatuses: AcceptedStatuses?
    /// The priority of the request while it waits for a connection; nil means normal priority.
    /// The default is nil.
    public var priority: Priority?
    /// The connection properties that differ from the settings of the session.
    package var ownConnection: OwnConnection?

    /// Creates options that leave all decisions to the session.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case idle, within, followsRedirects, handlesCookies, cachePolicy, retry, acceptedStatuses
      case priority
      case ownConnection = "connection"
    }

    /// The priority of a request while the request waits for a connection.
    ///
    /// A request with a higher priority is served first. Each priority step equals five seconds of
    /// waiting: a request that has waited five seconds longer precedes a request of the next higher
    /// priority. Therefore no request waits forever.
    public enum Priority: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
      /// The request is served after requests of higher priority.
      case low
      /// The request is served in the order of arrival.
      case normal
      /// The request is served before requests of lower priority.
      case high

      public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
    }

    /// The policy for using the cache in a request.
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
      /// The session does not return a stale response with `must-revalidate`.
      case storedElseLoad
      /// The session returns a stored response of any age and never sends the request. If no
      /// response is stored, the status is 504.
      case storedOnly
      /// The session sends the request without returning or storing a cached response.
      ///
      /// An unsafe request, such as a PUT request, still invalidates the stored responses of its
      /// URL.
      case none
    }
  }
}
