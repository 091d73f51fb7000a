extension Caching {
  /// The way in which a request is dealt with, by what is stored.
  public enum Decision: Sendable, Equatable {
    /// Sends it as it is; nothing is given again, and nothing stored of the answer.
    case pass(CacheStatus.Forward)
    /// Sends it as it is; the answer may be stored.
    case fetch(CacheStatus.Forward)
    /// Gives an entry, by its place among those that were given.
    case serve(Int, Freshness)
    /// Sends it with the validators of an entry.
    case validate(Int, CacheStatus.Forward)
    /// Answers with `504`, since the request may not be sent and nothing stored may answer it.
    ///
    /// RFC 9111 section 5.2.1.7.
    case refuse
  }

  /// Why an entry may be given without asking.
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
      // What may not be sent cannot be validated behind the caller's back either.
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
    entries.indices.filter {
      let entry = entries[$0]
      return entry.selection.matches(request, keying) && mayReuse(entry, for: request)
    }.max { entries[$0].received.wall < entries[$1].received.wall }
  }

  /// Whether an entry may answer a request at all: what had credentials is for all only where the
  /// server says so. RFC 9111 section 3.5.
  private func mayReuse(_ entry: Caching.Entry, for request: Caching.Request) -> Bool {
    !isShared || !entry.isAuthorized || permitsSharing(entry.terms.directives)
  }

  /// Whether a response to a request with `Authorization` may be kept by a shared cache.
  ///
  /// RFC 9111 section 3.5.
  func permitsSharing(_ directives: Caching.ResponseDirectives) -> Bool {
    directives.isPublic || directives.mustRevalidate || directives.sharedMaxAge != .absent
  }

  /// Whether an entry is fresh. RFC 9111 section 4.2.
  func isFresh(_ entry: Caching.Entry, at now: Caching.Moment) -> Bool {
    guard let age = entry.age(at: now) else { return false }
    return entry.terms.lifetime(self) > age
  }

  /// For how many seconds an entry is fresh yet.
  func timeToLive(of entry: Caching.Entry, at now: Caching.Moment) -> Int64 {
    entry.terms.lifetime(self) - (entry.age(at: now) ?? Caching.secondsLimit)
  }

  /// Why an entry may be given without asking; nil if it may not.
  private func freshness(
    of entry: Caching.Entry, _ wishes: Caching.RequestDirectives, at now: Caching.Moment
  ) -> Caching.Freshness? {
    let directives = entry.terms.directives
    guard !wishes.noCache, directives.noCache != .all, let age = entry.age(at: now) else {
      return nil
    }
    let lifetime = entry.terms.lifetime(self)
    let isFresh = lifetime > age
    // What does not change while it is fresh need not be asked for again. RFC 8246 section 2.
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

  /// Whether a stale entry may be given because the server fails.
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
