internal import ApusBytes

extension Caching {
  /// The handling of a request by a cache, in the form of the `Cache-Status` field.
  ///
  ///     Cache-Status = sf-list
  ///
  /// RFC 9211 section 2.
  public struct CacheStatus: Sendable, Equatable {
    /// The reason for sending a request to the server instead of serving a stored response.
    ///
    /// RFC 9211 section 2.2.
    public enum Forward: String, Sendable, Equatable, CaseIterable {
      /// The cache was disabled for the request.
      case bypass
      /// The cache does not serve requests with this method.
      case method
      /// The cache has no stored response for the URL.
      case uriMiss = "uri-miss"
      /// The cache has responses for the URL, but only for requests with other field values.
      case varyMiss = "vary-miss"
      /// The stored response is fresh, but the request requires a newer response.
      case request
      /// The stored response is stale.
      case stale
    }

    /// The name of the cache in the `Cache-Status` field.
    public var name: String
    /// The reason for sending the request to the server. The value is `nil` for a cache hit.
    public var forward: Forward?
    /// The status of the server's response, if the cache delivers a different response.
    /// RFC 9211 section 2.3.
    public var forwardStatus: HTTP.Status?
    /// The remaining lifetime of the response in seconds.
    /// The value is negative if the response is stale.
    public var timeToLive: Int64?
    /// A Boolean value that indicates whether the cache stores the received response.
    public var isStored = false
    /// A Boolean value that indicates whether the request waited for the response to an equal
    /// request.
    public var isCollapsed = false
    /// A Boolean value that indicates whether the cache neither served a stored response nor sent
    /// the request.
    public var isRefusal = false
    /// The `detail` parameter of the `Cache-Status` field, such as the reason for not storing the
    /// response.
    public var detail: String?

    /// Creates the status of a cache hit, or of a request that was sent to the server.
    ///
    /// - Parameters:
    ///   - name: The name of the cache, which is a token.
    ///   - forward: The reason for sending the request to the server. The value is `nil` for a
    ///     cache hit.
    public init(name: String, forward: Forward? = nil) {
      self.name = name
      self.forward = forward
    }

    /// A Boolean value that indicates whether the cache served a stored response.
    public var isHit: Bool { forward == nil && !isRefusal }

    /// The list member of this cache in the `Cache-Status` field.
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

    /// The number of bytes that are reserved for a `Cache-Status` value with the usual parameters.
    private static let usualByteCount = 64
  }
}
