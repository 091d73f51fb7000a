extension HTTP {
  /// What one request asks of the session that sends it; nil leaves it to the session.
  public struct RequestOptions: Sendable, Hashable, Codable {
    /// How long the server may be silent: until its first byte, and between two pieces of a body.
    public var silenceTimeout: Duration?
    /// How long the whole call may take; the smaller of it and the session's own bound counts.
    public var totalTimeout: Duration?
    /// Whether redirects are followed.
    public var followsRedirects: Bool?
    /// Whether cookies go with the request, and those of its answers are kept.
    public var handlesCookies: Bool?
    /// How the session's cache takes part, if it has one.
    public var cachePolicy: CachePolicy?
    /// When the request is sent once more after it has failed.
    public var retry: RetryPolicy?
    /// How urgent the request is among those that wait for a connection; nil is normal.
    public var priority: Priority?

    /// Leaves all to the session.
    public init() {}

    /// How urgent a request is among those that wait for a connection.
    ///
    /// A more urgent one goes first. Each step is worth five seconds of waiting: a request that has
    /// waited for so much longer than a more urgent one goes before that, and none waits for ever.
    public enum Priority: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
      /// Goes behind others.
      case low
      /// Goes in its turn.
      case normal
      /// Goes before others.
      case high

      public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
    }

    /// How a cache takes part in a request.
    public enum CachePolicy: String, Sendable, Hashable, Codable, CaseIterable {
      /// Gives what is stored while it is fresh, and asks the server otherwise.
      case standard
      /// Asks the server whether what is stored is still true, even if it is fresh.
      case revalidate
      /// Asks the server as if nothing were stored, and stores the answer.
      case reload
      /// Gives what is stored however old it is, and asks the server where nothing is.
      ///
      /// A response that says `must-revalidate` is not given once it is stale.
      case storedElseLoad
      /// Gives what is stored however old it is, and never asks: without it the status is 504.
      case storedOnly
      /// Sends the request, and neither gives a stored response nor stores one.
      ///
      /// An unsafe request, such as PUT, still invalidates the stored responses of its URL.
      case none
    }
  }
}
