extension Caching {
  /// The cache directives of a response.
  ///
  /// RFC 9111 section 5.2.2.
  public struct ResponseDirectives: Sendable, Equatable {
    /// A Boolean value that indicates whether the cache must not store the response.
    /// The value is also `true` if a directive is unreadable.
    public private(set) var noStore = false
    /// The part of the response that the cache must not serve without validation.
    public private(set) var noCache = FieldScope.none
    /// The part of the response that a shared cache does not store.
    public private(set) var isPrivate = FieldScope.none
    /// A Boolean value that indicates whether a shared cache may store the response although the
    /// request had credentials.
    public private(set) var isPublic = false
    /// A Boolean value that indicates whether the cache must validate a stale response before its
    /// use.
    public private(set) var mustRevalidate = false
    /// A Boolean value that indicates whether a shared cache must validate a stale response before
    /// its use.
    public private(set) var proxyRevalidate = false
    /// A Boolean value that indicates whether the response has the directive `must-understand`. A
    /// cache that understands the response status then ignores `no-store`, and other caches do not
    /// store the response.
    public private(set) var mustUnderstand = false
    /// A Boolean value that indicates whether the response does not change while it is fresh.
    /// RFC 8246 section 2.
    public private(set) var isImmutable = false
    /// The freshness lifetime of the response.
    public private(set) var maxAge = Delta.absent
    /// The freshness lifetime of the response in a shared cache.
    public private(set) var sharedMaxAge = Delta.absent
    /// The maximum staleness of a response that is served during validation.
    public private(set) var staleWhileRevalidate = Delta.absent
    /// The maximum staleness of a response that is served because the server fails.
    public private(set) var staleIfError = Delta.absent

    /// Parses the `Cache-Control` fields of a response.
    ///
    /// - Parameter fields: The header fields of the response.
    public init(_ fields: HTTP.Fields) {
      let list = DirectiveList(fields)
      for directive in list.directives {
        switch directive.name {
        case "no-store": noStore = true
        case "no-cache": noCache.add(directive.argument)
        case "private": isPrivate.add(directive.argument)
        case "public": isPublic = true
        case "must-revalidate": mustRevalidate = true
        case "proxy-revalidate": proxyRevalidate = true
        case "must-understand": mustUnderstand = true
        case "immutable": isImmutable = true
        case "max-age": maxAge.add(directive.argument)
        case "s-maxage": sharedMaxAge.add(directive.argument)
        case "stale-while-revalidate": staleWhileRevalidate.add(directive.argument)
        case "stale-if-error": staleIfError.add(directive.argument)
        default: continue
        }
      }
      if list.isBroken {
        noStore = true
        mustUnderstand = false
      }
    }
  }
}
