extension Caching {
  /// The cache directives of a request.
  ///
  /// RFC 9111 section 5.2.1.
  public struct RequestDirectives: Sendable, Equatable {
    /// The limit on the staleness of a response that a request accepts.
    public enum MaxStale: Sendable, Equatable {
      /// The request does not accept stale responses.
      case none
      /// The request accepts a response that became stale at most this number of seconds ago.
      case seconds(Int64)
      /// The request accepts a stale response of any age.
      case any
    }

    /// A Boolean value that indicates whether the cache must not store the response.
    public private(set) var noStore = false
    /// A Boolean value that indicates whether the cache must validate a stored response before its
    /// use.
    public private(set) var noCache = false
    /// A Boolean value that indicates whether the request must not be sent to the server.
    public private(set) var onlyIfCached = false
    /// The maximum age of a response that the request accepts.
    public private(set) var maxAge = Delta.absent
    /// The minimum remaining lifetime of a response that the request accepts.
    public private(set) var minFresh = Delta.absent
    /// The limit on the staleness of a response that the request accepts.
    public private(set) var maxStale = MaxStale.none
    /// The limit on the staleness of a response that the request accepts if the server fails.
    /// RFC 5861 section 4.
    public private(set) var staleIfError = Delta.absent

    /// Parses the cache directives of a request. `Pragma: no-cache` counts if `Cache-Control` is
    /// absent.
    ///
    /// The strictest directives apply if a `Cache-Control` field is unreadable. With the strictest
    /// directives, the cache neither stores the response nor uses a stored response.
    ///
    /// - Parameter fields: The header fields of the request.
    public init(_ fields: HTTP.Fields) {
      guard fields.contains(.cacheControl) else {
        // `Pragma: no-cache` has the effect of `Cache-Control: no-cache`. RFC 9111 section 5.4.
        noCache = fields.list("Pragma", contains: "no-cache")
        return
      }
      let list = DirectiveList(fields)
      for directive in list.directives {
        switch directive.name {
        case "no-store": noStore = true
        case "no-cache": noCache = true
        case "only-if-cached": onlyIfCached = true
        case "max-age": maxAge.add(directive.argument)
        case "min-fresh": minFresh.add(directive.argument)
        case "max-stale": addMaxStale(directive.argument)
        case "stale-if-error": staleIfError.add(directive.argument)
        default: continue
        }
      }
      if list.isBroken {
        noStore = true
        noCache = true
      }
      if maxAge == .invalid || minFresh == .invalid { noCache = true }
    }

    private mutating func addMaxStale(_ argument: [UInt8]?) {
      guard let argument else {
        if maxStale == .none { maxStale = .any }
        return
      }
      let limit = Delta(parsing: argument).seconds ?? 0
      if case .seconds(let other) = maxStale {
        maxStale = .seconds(min(other, limit))
      } else {
        maxStale = .seconds(limit)
      }
    }
  }
}
