internal import ApusBytes

extension Caching {
  /// What a cache did with a request, as the field `Cache-Status` says it.
  ///
  ///     Cache-Status = sf-list
  ///
  /// RFC 9211 section 2.
  public struct CacheStatus: Sendable, Equatable {
    /// Why a request was sent on.
    ///
    /// RFC 9211 section 2.2.
    public enum Forward: String, Sendable, Equatable, CaseIterable {
      /// The cache was told not to take part.
      case bypass
      /// The method is not one that is answered from a cache.
      case method
      /// Nothing is stored of the URL.
      case uriMiss = "uri-miss"
      /// What is stored of the URL is for requests with other fields.
      case varyMiss = "vary-miss"
      /// What is stored is fresh, and the request wants it newer.
      case request
      /// What is stored is stale.
      case stale
    }

    /// The name of the cache.
    public var name: String
    /// Why the request was sent on; nil for a hit.
    public var forward: Forward?
    /// The status of the answer, where another one is given on. RFC 9211 section 2.3.
    public var forwardStatus: HTTP.Status?
    /// For how many seconds the response is fresh yet; less than nothing once it is stale.
    public var timeToLive: Int64?
    /// Whether the answer is being stored.
    public var isStored = false
    /// Whether the answer to another request was waited for.
    public var isCollapsed = false
    /// More in words of one token, such as why nothing was stored.
    public var detail: String?

    /// A hit, or a request that was sent on for a reason.
    public init(name: String, forward: Forward? = nil) {
      self.name = name
      self.forward = forward
    }

    /// Whether the response came from the cache without any answer of the server.
    public var isHit: Bool { forward == nil }

    /// The member of the list that this cache adds.
    ///
    /// RFC 9211 section 2.
    public var fieldValue: HTTP.FieldValue {
      var text = HTTP.Token.isToken(name) ? name : "cache"
      if let forward {
        text += "; fwd=\(forward.rawValue)"
      } else {
        text += "; hit"
      }
      if let forwardStatus { text += "; fwd-status=\(forwardStatus.code)" }
      if let timeToLive { text += "; ttl=\(timeToLive)" }
      if isStored { text += "; stored" }
      if isCollapsed { text += "; collapsed" }
      if let detail, HTTP.Token.isToken(detail) { text += "; detail=\(detail)" }
      return HTTP.FieldValue(text)
    }
  }
}
