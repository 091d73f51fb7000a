internal import ApusHTTP
internal import ApusNames

/// The cookies of a cookie jar, grouped by registrable domain. A request therefore visits only the
/// cookies of its own site.
struct CookieStore: Sendable {
  /// A stored cookie with its positions in the order of creation and in the order of use.
  struct Entry: Sendable {
    var cookie: HTTP.Cookie
    /// The creation number of the cookie, which increases with each new cookie.
    let creation: UInt64
    /// The use number of the cookie, which increases when any cookie is set or sent.
    var use: UInt64
  }

  /// The registrable domain and the cookie domain of a group of cookies.
  struct Place: Hashable, Sendable {
    let site: [UInt8]
    let domain: [UInt8]
  }

  private(set) var count = 0
  private(set) var byteCount = 0
  private var sites: [[UInt8]: [[UInt8]: [Entry]]] = [:]
  private var steps: UInt64 = 0
  /// A lower bound of the expiry dates of all cookies. The value is `nil` if no cookie has an
  /// expiry.
  private var earliestExpiry: HTTP.Date?
  /// The cookies in their order of use at the last sorting. The least recently used cookie is at
  /// the end.
  private var leastUsed: [(place: Place, use: UInt64)] = []

  /// All cookies in the order of their creation.
  var cookies: [HTTP.Cookie] {
    sites.values.flatMap { $0.values.joined() }.inOrder.map(\.cookie)
  }

  /// Returns the cookies for a request, in the order of sending.
  ///
  /// Cookies with longer paths come first, and cookies with paths of equal length are in the order
  /// of their creation. RFC 6265bis section 5.8.3.
  func entries(at places: [Place], where goes: (HTTP.Cookie) -> Bool) -> [Entry] {
    places.flatMap { bucket(at: $0).filter { goes($0.cookie) } }.sorted { one, other in
      let counts = (one.cookie.pathBytes.count, other.cookie.pathBytes.count)
      return counts.0 == counts.1 ? one.isBefore(other) : counts.0 > counts.1
    }
  }

  /// Records that the given cookies were sent.
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

  /// Stores a cookie in place of the cookie with the same name, domain and path, and removes excess
  /// cookies. The store first removes the expired cookies of all domains.
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

  /// Restores the order of use from the dates of the cookies' last use.
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

  /// Removes the expired cookies of all domains.
  ///
  /// The method visits all cookies only if a cookie has expired, so at most once per second of the
  /// caller's time.
  mutating func removeExpired(at now: HTTP.Date) {
    guard let earliest = earliestExpiry, earliest <= now else { return }
    remove { $0.isExpired(at: now) }
    earliestExpiry = sites.values.joined().flatMap(\.value).compactMap(\.cookie.expiry).min()
  }

  /// Removes the excess cookies of one domain. Insecure cookies are removed first, and the least
  /// recently used cookie of the same kind is removed first. The caller has already removed expired
  /// cookies.
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
  /// The caller has already removed expired cookies and the excess cookies of each domain. The
  /// store sorts the cookies once for many removals. The method skips a cookie that was used after
  /// the sorting, because such a cookie is now the most recently used.
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

  /// Returns whether a cookie domain has any cookie.
  func hasAny(at place: Place) -> Bool { !bucket(at: place).isEmpty }

  private func bucket(at place: Place) -> [Entry] { sites[place.site]?[place.domain] ?? [] }

  /// Changes the cookies of one domain, and updates the total number and size of the cookies.
  private mutating func update(_ place: Place, _ body: (inout [Entry]) -> Void) {
    var bucket = bucket(at: place)
    let before = bucket.size
    // The assignment releases the only other reference to the array of cookies, so Swift changes
    // the array without a copy.
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
  /// Returns whether the cookie was set before a second cookie.
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
