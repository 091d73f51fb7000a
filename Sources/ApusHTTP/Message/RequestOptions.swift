extension HTTP {
  /// The options of one request; nil means the setting of the session.
  public struct RequestOptions: Sendable, Hashable, Codable {
    /// The longest silence of the server: before its first byte, and between two pieces of a body.
    /// The default, nil, is the session's.
    public var idle: Duration?
    /// The longest duration of the whole call; the smaller of it and the session's limit counts.
    /// The default, nil, is the session's.
    public var within: Duration?
    /// A Boolean value that indicates whether redirects are followed.
    /// The default, nil, is the session's.
    public var followsRedirects: Bool?
    /// A Boolean value that indicates whether cookies are sent, and kept from responses.
    /// The default, nil, is the session's.
    public var handlesCookies: Bool?
    /// The policy for the session's cache, if it has one. The default, nil, is the session's.
    public var cachePolicy: CachePolicy?
    /// The policy for sending the request again after a failure.
    /// The default, nil, is the session's.
    public var retry: RetryPolicy?
    /// The statuses with which the call returns its response. The default, nil, is the session's.
    public var acceptedStatuses: AcceptedStatuses?
    /// The priority of the request while it waits for a connection; nil is normal.
    /// The default is nil.
    public var priority: Priority?
    /// The properties of the connection that are not those of the session.
    package var ownConnection: OwnConnection?

    /// Leaves all to the session.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case idle, within, followsRedirects, handlesCookies, cachePolicy, retry, acceptedStatuses
      case priority
      case ownConnection = "connection"
    }

    /// The priority of a request while it waits for a connection.
    ///
    /// A request with a higher priority is first. Each step is worth five seconds of waiting: a
    /// request that has waited that much longer is before one with a higher priority, and none
    /// waits forever.
    public enum Priority: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
      /// After other requests.
      case low
      /// In order.
      case normal
      /// Goes before others.
      case high

      public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
    }

    /// The use of a cache for a request.
    public enum CachePolicy: String, Sendable, Hashable, Codable, CaseIterable {
      /// Returns a stored response while it is fresh, and otherwise sends the request.
      case standard
      /// Validates a stored response with the server, even if it is fresh.
      case revalidate
      /// Sends the request and ignores stored responses, but stores the new one.
      case reload
      /// Returns a stored response of any age, and sends the request only without one.
      ///
      /// A stale response with `must-revalidate` is not returned.
      case storedElseLoad
      /// Returns a stored response of any age and sends nothing: without one the status is 504.
      case storedOnly
      /// Sends the request, and neither gives a stored response nor stores one.
      ///
      /// An unsafe request, such as PUT, still invalidates the stored responses of its URL.
      case none
    }
  }
}
