internal import ApusBytes

extension Caching {
  /// The actions of a cache for a request, in the form of the field `Cache-Status`.
  ///
  ///     Cache-Status = sf-list
  ///
  /// RFC 9211 section 2.
  public struct CacheStatus: Sendable, Equatable {
    /// The reason for sending a request to the server.
    ///
    /// RFC 9211 section 2.2.
    public enum Forward: String, Sendable, Equatable, CaseIterable {
      /// The cache was disabled for the request.
      case bypass
      /// The method is not one that is answered from a cache.
      case method
      /// There is no stored response of the URL.
      case uriMiss = "uri-miss"
      /// The stored responses of the URL are for requests with other fields.
      case varyMiss = "vary-miss"
      /// The stored response is fresh, and the request requires a newer one.
      case request
      /// The stored response is stale.
      case stale
    }

    /// The name of the cache.
    public var name: String
    /// The reason for sending the request to the server; nil for a hit.
    public var forward: Forward?
    /// The status of the answer, where another one is given on. RFC 9211 section 2.3.
    public var forwardStatus: HTTP.Status?
    /// The remaining lifetime of the response in seconds; negative if it is stale.
    public var timeToLive: Int64?
    /// A Boolean value that indicates whether the response is being stored.
    public var isStored = false
    /// A Boolean value that indicates whether the request waited for the response to another one.
    public var isCollapsed = false
    /// A Boolean value that indicates whether the cache neither answered nor sent the request.
    public var isRefusal = false
    /// A detail of one token, such as the reason why the response was not stored.
    public var detail: String?

    /// A hit, or a request that was sent on for a reason.
    ///
    /// - Parameters:
    ///   - name: The name of the cache, a token.
    ///   - forward: The reason that the request was sent to the server; nil for a hit.
    public init(name: String, forward: Forward? = nil) {
      self.name = name
      self.forward = forward
    }

    /// A Boolean value that indicates whether the cache answered without the server.
    public var isHit: Bool { forward == nil && !isRefusal }

    /// The member of the list that this cache adds.
    ///
    /// RFC 9211 section 2.
    public var fieldValue: HTTP.FieldValue {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(Self.usualByteCount)
      bytes.append(contentsOf: (HTTP.Token.isToken(name) ? name : "cache").utf8)
      if let forward {
        bytes.append(contentsOf: "; fwd=".utf8)
        bytes.append(contentsOf: forward.rawValue.utf8)
      } else if isHit {
        bytes.append(contentsOf: "; hit".utf8)
      }
      if let forwardStatus {
        bytes.append(contentsOf: "; fwd-status=".utf8)
        bytes.append(decimal: Int64(forwardStatus.code))
      }
      if let timeToLive {
        bytes.append(contentsOf: "; ttl=".utf8)
        bytes.append(decimal: timeToLive)
      }
      if isStored { bytes.append(contentsOf: "; stored".utf8) }
      if isCollapsed { bytes.append(contentsOf: "; collapsed".utf8) }
      if let detail, HTTP.Token.isToken(detail) {
        bytes.append(contentsOf: "; detail=".utf8)
        bytes.append(contentsOf: detail.utf8)
      }
      return HTTP.FieldValue(bytes: bytes)
    }

    /// The room for a value of the usual members.
    private static let usualByteCount = 64
  }
}
