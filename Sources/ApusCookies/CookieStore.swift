internal import ApusHTTP
internal import ApusNames

/// The cookies of a jar by the owner of their domain, so that a request visits only its own site.
struct CookieStore: Sendable {
  /// A cookie with its place in the two orders that matter, each counted by the store.
  struct Entry: Sendable {
    var cookie: HTTP.Cookie
    /// Rises with each cookie that is new.
    let creation: UInt64
    /// Rises with each time that a cookie is set or sent.
    var use: UInt64
  }

  /// The place of a domain's cookies: below its registrable domain.
  struct Place: Hashable, Sendable {
    let site: [UInt8]
    let domain: [UInt8]
  }

  private(set) var count = 0
  private(set) var byteCount = 0
  private var sites: [[UInt8]: [[UInt8]: [Entry]]] = [:]
  private var steps: UInt64 = 0
  /// No cookie ends before it; nil if none ends at all.
  private var earliestExpiry: HTTP.Date?
  /// The entries in the order of their use when last sorted, the least used at the end.
  private var leastUsed: [(place: Place, use: UInt64)] = []

  /// All cookies, those first that were set first.
  var cookies: [HTTP.Cookie] {
    sites.values.flatMap { $0.values.joined() }.inOrder.map(\.cookie)
  }

  /// The cookies for a request, in the order of sending.
  ///
  /// Longer paths are first; cookies with paths of equal length are sorted by creation. RFC 6265bis
  /// section 5.8.3.
  func entries(at places: [Place], where goes: (HTTP.Cookie) -> Bool) -> [Entry] {
    places.flatMap { bucket(at: $0).filter { goes($0.cookie) } }.sorted { one, other in
      let counts = (one.cookie.pathBytes.count, other.cookie.pathBytes.count)
      return counts.0 == counts.1 ? one.isBefore(other) : counts.0 > counts.1
    }
  }

  /// Notes that those cookies were sent.
  mutating func touch(_ entries: [Entry], at places: [Place], now: HTTP.Date) {
    let uses = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($1.creation, steps + UInt64($0) + 1) })
    steps += UInt64(entries.count)
    for place in places {
      update(place) { bucket in
        for index in bucket.indices {
          guard let use = uses[bucket[index].creation] else { continue }
          bucket[index].use = use
          bucket[index].cookie.lastUsed = now
        }
      }
    }
  }

  /// Returns whether a site has a cookie that satisfies a condition.
  func contains(inSite site: [UInt8], _ holds: (HTTP.Cookie) -> Bool) -> Bool {
    sites[site]?.values.contains { $0.contains { holds($0.cookie) } } ?? false
  }

  /// Keeps a cookie in place of the one that is the same, and removes excess cookies: expired ones
  /// first, in all domains.
  ///
  /// RFC 6265bis section 5.7, steps 23 and 24.
  mutating func insert(
    _ cookie: HTTP.Cookie, at place: Place, now: HTTP.Date, limits: CookieJar.Limits
  ) {
    removeExpired(at: now)
    steps += 1
    let step = steps
    var entry = Entry(cookie: cookie, creation: step, use: step)
    update(place) { bucket in
      if let index = bucket.firstIndex(where: { $0.cookie.isSame(as: cookie) }) {
        let old = bucket.remove(at: index)
        entry = Entry(cookie: cookie, creation: old.creation, use: step)
        entry.cookie.created = old.cookie.created
      }
      guard !cookie.isExpired(at: now) else { return }
      bucket.append(entry)
      Self.removeExcess(from: &bucket, limit: limits.cookiesPerDomain)
    }
    if let expiry = cookie.expiry, !cookie.isExpired(at: now) {
      earliestExpiry = min(earliestExpiry ?? expiry, expiry)
    }
    removeExcess(limits)
  }

  /// Puts the cookies in the order of their last use by the dates that they have.
  mutating func orderUsesByDate() {
    let entries = sites.values.flatMap { $0.values.joined() }
      .sorted { ($0.cookie.lastUsed, $0.use) < ($1.cookie.lastUsed, $1.use) }
    let uses = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($1.creation, steps + UInt64($0) + 1) })
    steps += UInt64(entries.count)
    for (site, domains) in sites {
      for domain in domains.keys {
        update(Place(site: site, domain: domain)) { bucket in
          for index in bucket.indices {
            bucket[index].use = uses[bucket[index].creation] ?? bucket[index].use
          }
        }
      }
    }
  }

  /// Removes every cookie that satisfies a condition.
  mutating func remove(where holds: (HTTP.Cookie) -> Bool) {
    for (site, domains) in sites {
      for domain in domains.keys {
        update(Place(site: site, domain: domain)) { bucket in
          bucket.removeAll { holds($0.cookie) }
        }
      }
    }
  }

  /// Removes the expired cookies.
  ///
  /// All cookies are visited only if one has expired, so at most once per second of the caller's
  /// time.
  mutating func removeExpired(at now: HTTP.Date) {
    guard let earliest = earliestExpiry, earliest <= now else { return }
    remove { $0.isExpired(at: now) }
    earliestExpiry = sites.values.joined().flatMap(\.value).compactMap(\.cookie.expiry).min()
  }

  /// Removes from one domain the insecure cookies first, then the others; of each kind the least
  /// recently used first. Expired ones have been removed before.
  ///
  /// RFC 6265bis section 5.7.
  private static func removeExcess(from bucket: inout [Entry], limit: Int) {
    while bucket.count > max(0, limit) {
      let insecure = bucket.indices.filter { !bucket[$0].cookie.isSecure }
      let candidates = insecure.isEmpty ? Array(bucket.indices) : insecure
      guard let least = candidates.min(by: { bucket[$0].use < bucket[$1].use }) else { return }
      bucket.remove(at: least)
    }
  }

  /// Removes the least recently used cookies of all domains.
  ///
  /// Expired ones have been removed before, and no domain exceeds its own limit. The order is
  /// computed once for as many removals as there are cookies; an entry that has been used since is
  /// skipped, since it is now after all others.
  private mutating func removeExcess(_ limits: CookieJar.Limits) {
    while isTooMuch(limits), count > 0 {
      guard let (place, use) = leastUsed.popLast() else {
        orderByUse()
        continue
      }
      update(place) { bucket in bucket.removeAll { $0.use == use } }
    }
  }

  private func isTooMuch(_ limits: CookieJar.Limits) -> Bool {
    count > limits.cookies || byteCount > limits.byteCount
  }

  private mutating func orderByUse() {
    leastUsed = sites.flatMap { site, domains in
      domains.flatMap { domain, bucket in
        bucket.map { (Place(site: site, domain: domain), $0.use) }
      }
    }.sorted { $0.1 > $1.1 }
  }

  /// Returns whether a place has a cookie.
  func hasAny(at place: Place) -> Bool { !bucket(at: place).isEmpty }

  private func bucket(at place: Place) -> [Entry] { sites[place.site]?[place.domain] ?? [] }

  /// Changes the cookies of one domain, and the sums with them.
  private mutating func update(_ place: Place, _ body: (inout [Entry]) -> Void) {
    var bucket = bucket(at: place)
    let before = bucket.size
    // The only other reference is released, so that nothing is copied.
    if before.count > 0 { sites[place.site]?[place.domain] = [] }
    body(&bucket)
    count += bucket.count - before.count
    byteCount += bucket.size.byteCount - before.byteCount
    if !bucket.isEmpty {
      sites[place.site, default: [:]][place.domain] = bucket
    } else if before.count > 0 {
      sites[place.site]?[place.domain] = nil
      if sites[place.site]?.isEmpty == true { sites[place.site] = nil }
    }
  }
}

extension CookieStore.Entry {
  /// Returns whether it was set before another entry.
  fileprivate func isBefore(_ other: CookieStore.Entry) -> Bool {
    cookie.created == other.cookie.created
      ? creation < other.creation : cookie.created < other.cookie.created
  }
}

extension [CookieStore.Entry] {
  fileprivate var inOrder: [CookieStore.Entry] { sorted { $0.isBefore($1) } }

  fileprivate var size: (count: Int, byteCount: Int) {
    (count, reduce(0) { $0 + $1.cookie.byteCount })
  }
}
