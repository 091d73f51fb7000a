extension Caching {
  /// A cache lookup for one request, as a state machine that receives cache entries and content
  /// from its caller.
  ///
  /// The same state machine serves memory stores and stores that suspend the caller.
  struct Lookup {
    /// The next action that a cache lookup requires from its caller.
    enum Action {
      /// The cache lookup is complete, with this decision.
      case decided(Cache.Step)
      /// The caller opens the content of this cache entry and passes the content to `opened(_:)`.
      case open(Stored)
    }

    private let cache: Cache
    let key: Key
    private let now: Moment
    /// The cache entries whose key equals the request's cache key.
    private var found: [Stored] = []
    /// The cache entry whose content the caller opens.
    private var chosen: (index: Int, freshness: Freshness)?

    /// Begins the cache lookup for a request's cache key at a point in time.
    init(_ cache: Cache, _ key: Key, at now: Moment) {
      self.cache = cache
      self.key = key
      self.now = now
    }

    /// Returns the decision about a request that needs no cache entries. The value is `nil` if the
    /// caller must read the store.
    func decision(about request: Request) -> Cache.Step? {
      guard request.method != .get, request.method != .head else { return nil }
      return .send(cache.fetch(request, key, .method, takesPart: false))
    }

    /// Processes the cache entries whose key equals the request's cache key.
    mutating func found(_ entries: [Stored], for request: Request) -> Action {
      found = entries
      return decide(request)
    }

    /// Processes the opened content of a cache entry. The content is `nil` if the store has dropped
    /// the cache entry.
    ///
    /// - Parameter whole: The whole content as one byte array, if the content is in memory.
    mutating func opened(
      _ content: (any ContentReader)?, whole: [UInt8]? = nil, for request: Request
    ) -> Action {
      guard let (index, freshness) = chosen else { return decide(request) }
      chosen = nil
      guard let content else {
        found.remove(at: index)
        return decide(request)
      }
      return serve(request, found[index], freshness, content, whole: whole)
    }

    private mutating func decide(_ request: Request) -> Action {
      let entries = found.map(\.entry)
      switch cache.rules.decide(request, entries, at: now, cache.keying) {
      case .pass(let why):
        return .decided(.send(cache.fetch(request, key, why, takesPart: false)))
      case .fetch(let why):
        let chosen = cache.rules.chosen(among: entries, for: request, cache.keying)
        return .decided(.send(cache.fetch(request, key, why, stored: chosen.map { found[$0] })))
      case .validate(let index, let why):
        return .decided(
          .send(cache.fetch(request, key, why, stored: found[index], isValidation: true)))
      case .refuse:
        var status = CacheStatus(name: cache.rules.name)
        status.isRefusal = true
        status.detail = "only-if-cached"
        return .decided(.refuse(HTTP.ResponseHead(504), status))
      case .serve(let index, let freshness):
        guard request.method != .head else { return serve(request, found[index], freshness) }
        chosen = (index, freshness)
        return .open(found[index])
      }
    }

    private func serve(
      _ request: Request, _ stored: Stored, _ freshness: Freshness,
      _ content: (any ContentReader)? = nil, whole: [UInt8]? = nil
    ) -> Action {
      let response = cache.response(
        of: stored, content, whole, at: now, CacheStatus(name: cache.rules.name))
      guard freshness == .whileRevalidating else {
        return .decided(.serve(response, revalidation: nil))
      }
      let hasValidators = !stored.entry.terms.validators.isEmpty
      return .decided(
        .serve(
          response,
          revalidation: cache.fetch(
            request, key, .stale, stored: stored, isValidation: hasValidators)))
    }
  }
}
