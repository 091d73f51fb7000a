extension Caching {
  /// The decision about one request, which learns step by step what the store has.
  ///
  /// It is the same for a store that responds immediately and for one that is waited for.
  struct Lookup {
    /// The next step of the caller.
    enum Action {
      /// The decision.
      case decided(Cache.Step)
      /// The content of this entry is opened, and passed to `opened(_:)`.
      case open(Stored)
    }

    private let cache: Cache
    let key: Key
    private let now: Moment
    /// The entries of the key.
    private var found: [Stored] = []
    /// The entry whose content is opened.
    private var chosen: (index: Int, freshness: Freshness)?

    /// Begins the lookup of a key at a moment.
    init(_ cache: Cache, _ key: Key, at now: Moment) {
      self.cache = cache
      self.key = key
      self.now = now
    }

    /// Returns the decision if it needs no entries; nil if the store is asked for them.
    func decision(about request: Request) -> Cache.Step? {
      guard request.method != .get, request.method != .head else { return nil }
      return .send(cache.fetch(request, key, .method, takesPart: false))
    }

    /// Receives the entries of the key.
    mutating func found(_ entries: [Stored], for request: Request) -> Action {
      found = entries
      return decide(request)
    }

    /// Receives the content of the entry, or nil if it was dropped meanwhile.
    ///
    /// - Parameter whole: The content if it is in memory, in one piece.
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
