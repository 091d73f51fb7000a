extension Caching {
  /// The cache directives of a request.
  ///
  /// RFC 9111 section 5.2.1.
  public struct RequestDirectives: Sendable, Equatable {
    /// The time after its lifetime for which a response is acceptable.
    public enum MaxStale: Sendable, Equatable {
      /// Not at all, unless others allow it.
      case none
      /// So many seconds.
      case seconds(Int64)
      /// However stale.
      case any
    }

    /// The response must not be stored.
    public private(set) var noStore = false
    /// No stored response is used without validation.
    public private(set) var noCache = false
    /// The request must not be sent.
    public private(set) var onlyIfCached = false
    /// The highest acceptable age of a response.
    public private(set) var maxAge = Delta.absent
    /// The remaining lifetime that a response must have.
    public private(set) var minFresh = Delta.absent
    /// The time after its lifetime for which a response is acceptable.
    public private(set) var maxStale = MaxStale.none
    /// The same time for failures of the server. RFC 5861 section 4.
    public private(set) var staleIfError = Delta.absent

    /// Reads the fields of a request; `Pragma: no-cache` counts if there is no `Cache-Control`.
    ///
    /// With unreadable fields the strictest directives apply: the response is not stored, and no
    /// stored response is used.
    ///
    /// - Parameter fields: The header fields of the request.
    public init(_ fields: HTTP.Fields) {
      guard fields.contains(.cacheControl) else {
        // RFC 9111 section 5.4.
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
