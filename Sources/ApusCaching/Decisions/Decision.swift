extension Caching {
  /// The cache's decision about a request, made from the stored responses.
  public enum Decision: Sendable, Equatable {
    /// Sends the request to the server unchanged. The cache neither serves a stored response nor
    /// stores the new response.
    case pass(CacheStatus.Forward)
    /// Sends the request unchanged, and lets the cache store the response.
    case fetch(CacheStatus.Forward)
    /// Serves the stored response at this index in the list of cache entries.
    case serve(Int, Freshness)
    /// Sends the request with the validators of the cache entry at this index.
    case validate(Int, CacheStatus.Forward)
    /// Responds with `504`, because `only-if-cached` forbids a request to the server and no stored
    /// response is suitable.
    ///
    /// RFC 9111 section 5.2.1.7.
    case refuse
  }

  /// The reason for serving a stored response without validation.
  public enum Freshness: Sendable, Equatable {
    /// The stored response is fresh.
    case fresh
    /// The stored response is stale, and the request accepts stale responses.
    case allowedByRequest
    /// The stored response is stale, and may be served while the cache validates it. RFC 5861
    /// section 3.
    case whileRevalidating
  }
}

extension Caching.Rules {
  /// Decides if a request is sent to the server or served from the cache.
  ///
  /// RFC 9111 section 4.
  ///
  /// - Parameters:
  ///   - request: The request with its header fields.
  ///   - entries: The cache entries with the request's key.
  ///   - now: The present time.
  ///   - keying: The object that computes the keys of the cache entries.
  public func decide(
    _ request: Caching.Request, _ entries: [Caching.Entry], at now: Caching.Moment,
    _ keying: Caching.Keying
  ) -> Caching.Decision {
    let wishes = Caching.RequestDirectives(request.fields)
    guard request.method == .get || request.method == .head else { return .pass(.method) }
    guard !request.isConditional, !request.hasContent, !request.isBarred, !wishes.noStore else {
      return wishes.onlyIfCached ? .refuse : .pass(.bypass)
    }
    guard let chosen = chosen(among: entries, for: request, keying) else {
      if wishes.onlyIfCached { return .refuse }
      return .fetch(entries.isEmpty ? .uriMiss : .varyMiss)
    }
    let entry = entries[chosen]
    if let freshness = freshness(of: entry, wishes, at: now),
      // A request that may not be sent to the server cannot be validated in the background.
      freshness != .whileRevalidating || request.method == .get && !wishes.onlyIfCached
    {
      return .serve(chosen, freshness)
    }
    if wishes.onlyIfCached { return .refuse }
    let why: Caching.CacheStatus.Forward = isFresh(entry, at: now) ? .request : .stale
    // A response to `HEAD` updates the cache entry without a conditional request. RFC 9111 section
    // 4.3.5.
    guard request.method == .get, !entry.terms.validators.isEmpty else { return .fetch(why) }
    return .validate(chosen, why)
  }

  /// Returns the index of the most recently received cache entry that may serve the request.
  ///
  /// RFC 9111 section 4.1.
  func chosen(
    among entries: [Caching.Entry], for request: Caching.Request, _ keying: Caching.Keying
  ) -> Int? {
    var chosen: Int?
    for (index, entry) in entries.enumerated()
    where entry.selection.matches(request, keying) && mayReuse(entry, for: request) {
      if let other = chosen, entries[other].received.wall >= entry.received.wall { continue }
      chosen = index
    }
    return chosen
  }

  /// Returns whether a cache entry may serve a request. A shared cache serves a response to a
  /// request with credentials only if the server permits sharing. RFC 9111 section 3.5.
  private func mayReuse(_ entry: Caching.Entry, for request: Caching.Request) -> Bool {
    !isShared || !entry.isAuthorized || permitsSharing(entry.terms.directives)
  }

  /// Returns whether a shared cache may store a response to a request with `Authorization`.
  ///
  /// RFC 9111 section 3.5.
  func permitsSharing(_ directives: Caching.ResponseDirectives) -> Bool {
    directives.isPublic || directives.mustRevalidate || directives.sharedMaxAge != .absent
  }

  /// Returns whether a cache entry is fresh. RFC 9111 section 4.2.
  func isFresh(_ entry: Caching.Entry, at now: Caching.Moment) -> Bool {
    guard let age = entry.age(at: now) else { return false }
    return entry.terms.lifetime(self) > age
  }

  /// Returns the reason for serving a cache entry without validation. The value is `nil` if the
  /// cache entry must be validated.
  private func freshness(
    of entry: Caching.Entry, _ wishes: Caching.RequestDirectives, at now: Caching.Moment
  ) -> Caching.Freshness? {
    let directives = entry.terms.directives
    guard !wishes.noCache, directives.noCache != .all, let age = entry.age(at: now) else {
      return nil
    }
    let lifetime = entry.terms.lifetime(self)
    let isFresh = lifetime > age
    // The cache does not fetch an immutable response again while it is fresh. RFC 8246 section 2.
    if let limit = wishes.maxAge.seconds, age > limit, !(isFresh && directives.isImmutable) {
      return nil
    }
    if let least = wishes.minFresh.seconds, lifetime - age < least { return nil }
    if isFresh { return .fresh }
    guard !entry.terms.forbidsStale(self) else { return nil }
    switch wishes.maxStale {
    case .none: break
    case .any: return .allowedByRequest
    case .seconds(let limit): if age - lifetime <= limit { return .allowedByRequest }
    }
    guard servesWhileRevalidating,
      let limit = directives.staleWhileRevalidate.seconds, age - lifetime <= limit
    else { return nil }
    return .whileRevalidating
  }

  /// Returns whether a stale response may be served because the server fails.
  ///
  /// RFC 5861 section 4, RFC 9111 section 4.2.4.
  func maySave(
    _ entry: Caching.Entry, _ wishes: Caching.RequestDirectives, at now: Caching.Moment
  ) -> Bool {
    guard !wishes.noCache, !entry.terms.forbidsStale(self), let age = entry.age(at: now) else {
      return false
    }
    let staleness = age - entry.terms.lifetime(self)
    let limit = max(
      staleIfErrorSeconds, entry.terms.directives.staleIfError.seconds ?? 0,
      wishes.staleIfError.seconds ?? 0)
    return limit > 0 && staleness <= limit
  }
}
