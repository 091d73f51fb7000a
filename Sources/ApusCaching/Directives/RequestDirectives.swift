extension Caching {
  /// What a request says of how it may be answered from a cache.
  ///
  /// RFC 9111 section 5.2.1.
  public struct RequestDirectives: Sendable, Equatable {
    /// How stale a response may be.
    public enum MaxStale: Sendable, Equatable {
      /// Not at all, unless others allow it.
      case none
      /// So many seconds.
      case seconds(Int64)
      /// However stale.
      case any
    }

    /// Nothing may be stored.
    public private(set) var noStore = false
    /// Nothing is given again without validation.
    public private(set) var noCache = false
    /// Nothing may be fetched.
    public private(set) var onlyIfCached = false
    /// How old a response may be at most.
    public private(set) var maxAge = Delta.absent
    /// How long a response must still be fresh.
    public private(set) var minFresh = Delta.absent
    /// How stale a response may be.
    public private(set) var maxStale = MaxStale.none
    /// How stale a response may be where the server fails. RFC 5861 section 4.
    public private(set) var staleIfError = Delta.absent

    /// Reads the fields of a request; `Pragma: no-cache` counts where there is no `Cache-Control`.
    ///
    /// What cannot be read makes it as strict as can be: nothing is stored, nothing is given again.
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
