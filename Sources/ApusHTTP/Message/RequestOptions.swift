extension HTTP {
  /// What one request asks of the session that sends it; nil leaves it to the session.
  public struct RequestOptions: Sendable, Hashable, Codable {
    /// What a request may take from a cache of the session's.
    public enum CachePolicy: String, Sendable, Hashable, CaseIterable, Codable {
      /// What HTTP allows.
      case standard
      /// Nothing: the server is asked.
      case reload
      /// Whatever is there; the server is asked for the rest.
      case preferCache
      /// Whatever is there, and nothing else.
      case onlyCache
    }

    /// What kind of traffic the request is, for networks that treat kinds differently.
    public enum TrafficClass: String, Sendable, Hashable, CaseIterable, Codable {
      /// Nothing in particular.
      case standard
      /// It can wait for everything else.
      case background
      /// Somebody waits for it.
      case interactive
    }

    /// How long the server may be silent: until its first byte, and between two pieces of a body.
    public var timeout: Duration?
    /// Whether cookies of the session's are sent and kept; a session that has none ignores it.
    public var handlesCookies: Bool?
    /// What may come from a cache; a session that has none ignores it.
    public var cachePolicy: CachePolicy?
    /// What kind of traffic it is; a session that marks no packets ignores it.
    public var trafficClass: TrafficClass?
    /// Whether a network that costs money may carry it; a session that knows no prices ignores it.
    public var allowsMeteredNetwork: Bool?

    /// Leaves all to the session.
    public init() {}
  }
}
