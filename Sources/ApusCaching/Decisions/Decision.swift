extension Caching {
  /// The treatment of a request, according to the stored entries.
  public enum Decision: Sendable, Equatable {
    /// Sends the request unchanged; no stored response is used, and the response is not stored.
    case pass(CacheStatus.Forward)
    /// Sends it as it is; the answer may be stored.
    case fetch(CacheStatus.Forward)
    /// Serves an entry, by its index in the given entries.
    case serve(Int, Freshness)
    /// Sends it with the validators of an entry.
    case validate(Int, CacheStatus.Forward)
    /// Answers with `504`, since the request may not be sent and no stored entry may answer it.
    ///
    /// RFC 9111 section 5.2.1.7.
    case refuse
  }

  /// The reason why an entry may be served without validation.
  public enum Freshness: Sendable, Equatable {
    /// It is fresh.
    case fresh
    /// It is stale, and the request allows that.
    case allowedByRequest
    /// It is stale, and may be given while it is validated. RFC 5861 section 3.
    case whileRevalidating
  }
}

extension Caching.Rules {
  /// Decides about a request, by the entries of its key, at a moment.
  ///
  /// RFC 9111 section 4.
  ///
  /// - Parameters:
  ///   - request: The request with its key fields.
  ///   - entries: The stored entries of the request's key.
  ///   - now: The present time.
  ///   - keying: Makes the keys of the entries.
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
      // A request that may not be sent cannot be validated in the background either.
      freshness != .whileRevalidating || request.method == .get && !wishes.onlyIfCached
    {
      return .serve(chosen, freshness)
    }
    if wishes.onlyIfCached { return .refuse }
    let why: Caching.CacheStatus.Forward = isFresh(entry, at: now) ? .request : .stale
    // The answer to HEAD brings an entry up to date without a condition. RFC 9111 section 4.3.5.
    guard request.method == .get, !entry.terms.validators.isEmpty else { return .fetch(why) }
    return .validate(chosen, why)
  }

  /// The entry that may answer a request and was received last.
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

  /// Returns whether an entry may answer a request at all: a response to a request with credentials
  /// is for all users only if the server allows it. RFC 9111 section 3.5.
  private func mayReuse(_ entry: Caching.Entry, for request: Caching.Request) -> Bool {
    !isShared || !entry.isAuthorized || permitsSharing(entry.terms.directives)
  }

  /// Returns whether a shared cache may keep a response to a request with `Authorization`.
  ///
  /// RFC 9111 section 3.5.
  func permitsSharing(_ directives: Caching.ResponseDirectives) -> Bool {
    directives.isPublic || directives.mustRevalidate || directives.sharedMaxAge != .absent
  }

  /// Returns whether an entry is fresh. RFC 9111 section 4.2.
  func isFresh(_ entry: Caching.Entry, at now: Caching.Moment) -> Bool {
    guard let age = entry.age(at: now) else { return false }
    return entry.terms.lifetime(self) > age
  }

  /// The reason for serving an entry without validation; nil if that is not allowed.
  private func freshness(
    of entry: Caching.Entry, _ wishes: Caching.RequestDirectives, at now: Caching.Moment
  ) -> Caching.Freshness? {
    let directives = entry.terms.directives
    guard !wishes.noCache, directives.noCache != .all, let age = entry.age(at: now) else {
      return nil
    }
    let lifetime = entry.terms.lifetime(self)
    let isFresh = lifetime > age
    // An immutable response is not fetched again while it is fresh. RFC 8246 section 2.
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

  /// Returns whether a stale entry may be served because the server fails.
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
