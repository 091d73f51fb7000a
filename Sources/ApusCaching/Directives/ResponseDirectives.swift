extension Caching {
  /// What a response says of how it may be kept.
  ///
  /// RFC 9111 section 5.2.2.
  public struct ResponseDirectives: Sendable, Equatable {
    /// Nothing may be stored; also where something cannot be read.
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
    /// Only a cache that knows the status stores it, and then whatever `no-store` says.
    public private(set) var mustUnderstand = false
    /// It does not change while it is fresh. RFC 8246 section 2.
    public private(set) var isImmutable = false
    /// How long it is fresh.
    public private(set) var maxAge = Delta.absent
    /// How long it is fresh in a shared cache.
    public private(set) var sharedMaxAge = Delta.absent
    /// How long it may be given while it is validated. RFC 5861 section 3.
    public private(set) var staleWhileRevalidate = Delta.absent
    /// How long it may be given where the server fails. RFC 5861 section 4.
    public private(set) var staleIfError = Delta.absent

    /// Reads the `Cache-Control` fields of a response.
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
