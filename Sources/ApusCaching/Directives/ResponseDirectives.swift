extension Caching {
  /// The cache directives of a response.
  ///
  /// RFC 9111 section 5.2.2.
  public struct ResponseDirectives: Sendable, Equatable {
    /// The response must not be stored; true for unreadable directives as well.
    public private(set) var noStore = false
    /// The part that may not be given again without validation.
    public private(set) var noCache = FieldScope.none
    /// The part that a shared cache does not store.
    public private(set) var isPrivate = FieldScope.none
    /// A shared cache may store it, though the request had credentials.
    public private(set) var isPublic = false
    /// Once stale it is not given again without validation.
    public private(set) var mustRevalidate = false
    /// The same in a shared cache.
    public private(set) var proxyRevalidate = false
    /// Only a cache that knows the status may store the response, and then ignores `no-store`.
    public private(set) var mustUnderstand = false
    /// It does not change while it is fresh. RFC 8246 section 2.
    public private(set) var isImmutable = false
    /// The lifetime of the response.
    public private(set) var maxAge = Delta.absent
    /// The lifetime of the response in a shared cache.
    public private(set) var sharedMaxAge = Delta.absent
    /// The time after its lifetime during which a response may be served while it is validated.
    public private(set) var staleWhileRevalidate = Delta.absent
    /// The time after its lifetime during which a response may replace one of a failed server.
    public private(set) var staleIfError = Delta.absent

    /// Reads the `Cache-Control` fields of a response.
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
