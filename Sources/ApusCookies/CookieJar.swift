internal import ApusBytes
public import ApusHTTP
package import ApusNames

/// The cookies that servers have set, and those that go with a request.
///
/// A jar is a value without a lock, a clock or a file: every call is given the time. It answers as
/// an HTTP client does that no other site can make ask: `SameSite` and `HttpOnly` are recorded.
///
/// RFC 6265bis section 5.
public struct CookieJar: Sendable {
  /// How many cookies a jar keeps, and how large they may be together.
  public struct Limits: Hashable, Sendable {
    /// The most cookies of one domain.
    public var cookiesPerDomain = 50
    /// The most cookies of all domains.
    public var cookies = 3_000
    /// The most bytes that all names, values, paths and domains may take together, about.
    public var byteCount = 4 << 20
    /// The most bytes of a request's `Cookie` field.
    ///
    /// Servers refuse larger ones, and so one host could shut its siblings out. What does not fit
    /// is left out: first the cookies of a whole domain, which any of its hosts may have set, and
    /// the cookies of the host alone only if they fill the field themselves. Of each kind, the
    /// first in order are kept. The order of those that are sent does not change.
    public var fieldByteCount = 8_192

    /// Creates the limits that the draft asks for at least. RFC 6265bis section 6.1.
    public init() {}
  }

  /// Which domains one owner has; others are refused.
  public let suffixes: PublicSuffixRules
  /// How much is kept. What is too much is removed when the next cookie is set.
  public var limits: Limits
  /// Whether `http` to this machine itself counts as secure, as browsers have it.
  ///
  /// Its names are `localhost` and all below, its addresses those of the loopback.
  public var countsLoopbackAsSecure: Bool

  private var store = CookieStore()

  /// Makes a jar without cookies.
  public init(
    suffixes: PublicSuffixRules = .list, limits: Limits = Limits(),
    countsLoopbackAsSecure: Bool = false
  ) {
    self.suffixes = suffixes
    self.limits = limits
    self.countsLoopbackAsSecure = countsLoopbackAsSecure
  }

  /// How many cookies there are, those that have ended and are not removed yet among them.
  public var count: Int { store.count }

  /// Whether there is no cookie.
  public var isEmpty: Bool { count == 0 }

  /// Lists the cookies that have not ended, those first that were set first.
  public func cookies(at now: HTTP.Date) -> [HTTP.Cookie] {
    store.cookies.filter { !$0.isExpired(at: now) }
  }

  /// Lists the cookies that a request would carry, in their order.
  public func cookies(for url: HTTP.URL, at now: HTTP.Date) -> [HTTP.Cookie] {
    entries(for: url, at: now).map(\.cookie)
  }

  /// Writes the value of a request's `Cookie` field, and notes that its cookies were used.
  ///
  /// It is nil if no cookie goes with the request, which then has no such field.
  ///
  /// RFC 6265bis section 5.8.3.
  public mutating func field(for url: HTTP.URL, at now: HTTP.Date) -> HTTP.FieldValue? {
    let entries = entries(for: url, at: now)
    guard !entries.isEmpty else { return nil }
    store.touch(entries, at: places(for: url.host), now: now)
    var bytes: [UInt8] = []
    for entry in entries {
      if !bytes.isEmpty { bytes += [0x3b, 0x20] }
      entry.cookie.append(to: &bytes)
    }
    return HTTP.FieldValue(bytes: bytes, isSensitive: true)
  }

  /// Keeps the cookies of a response's `Set-Cookie` fields, and says which were refused and why.
  @discardableResult
  public mutating func receive(
    _ fields: HTTP.Fields, from url: HTTP.URL, at now: HTTP.Date
  ) -> [CookieError] {
    fields.values(of: .setCookie).compactMap { value in
      do throws(CookieError) {
        try receive(value.bytes.span, from: url, at: now)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Keeps the cookie of one `Set-Cookie` value, or removes one by it that is the same.
  ///
  /// What is refused changes nothing. RFC 6265bis section 5.7.
  public mutating func receive(
    _ value: Span<UInt8>, from url: HTTP.URL, at now: HTTP.Date
  ) throws(CookieError) {
    let isSecure = isSecure(url)
    let said = try SetCookie(parsing: value)
    let cookie = try cookie(said, from: url, at: now)
    guard isSecure || !cookie.isSecure else { throw .secureFromInsecure }
    // The prefix asks for the attribute even where the path is "/" without it.
    if said.path == nil, HTTP.Cookie.prefix(of: cookie.nameBytes) == .host {
      throw .unmetPrefix(.host)
    }
    let place = place(of: cookie)
    if !isSecure, !cookie.isSecure,
      store.contains(inSite: place.site, { !$0.isExpired(at: now) && $0.isShadowed(by: cookie) })
    {
      throw .shadowsSecure
    }
    store.insert(cookie, at: place, now: now, limits: limits)
  }

  /// Keeps a cookie of the program's own, or removes by one that has ended what is the same.
  ///
  /// Its life is cut to 400 days, and it must not reach over names of other owners. It takes the
  /// place of a secure cookie, if it is the same: the program knows what it does.
  public mutating func insert(_ cookie: HTTP.Cookie, at now: HTTP.Date) throws(CookieError) {
    if !cookie.isHostOnly, case .name(let name) = cookie.domain, suffixes.isPublicSuffix(name) {
      throw .publicSuffix
    }
    var cookie = cookie
    cookie.expiry = cookie.expiry.map { min($0, now.adding(SetCookie.lifetimeLimit)) }
    store.insert(cookie, at: place(of: cookie), now: now, limits: limits)
  }

  /// Keeps stored cookies, each judged like one that is inserted, and says which were refused.
  ///
  /// Of those that are kept, what was used least lately before is what is removed first again.
  @discardableResult
  public mutating func restore(
    _ archive: CookieArchive, at now: HTTP.Date
  ) -> [CookieError] {
    var refusals: [CookieError] = []
    for cookie in archive.cookies {
      do throws(CookieError) {
        try insert(cookie, at: now)
      } catch {
        refusals.append(error)
      }
    }
    store.orderUsesByDate()
    return refusals
  }

  /// Removes the cookies of which a condition holds.
  public mutating func remove(where condition: (HTTP.Cookie) -> Bool) {
    store.remove(where: condition)
  }

  /// Removes the cookies that end with the session, as at its end.
  public mutating func expireSessions() {
    store.remove(where: \.isSessionCookie)
  }

  /// Removes the cookies whose end has come.
  public mutating func removeExpired(at now: HTTP.Date) {
    store.removeExpired(at: now)
  }

  /// Removes all cookies.
  public mutating func removeAll() {
    store = CookieStore()
  }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// How many cookies there are.
  public var description: String { "\(count) cookies" }

  public var debugDescription: String { description }

  /// Nothing: values of cookies are not shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension CookieJar {
  /// The cookie of a `Set-Cookie` value from a URL.
  private func cookie(
    _ said: SetCookie, from url: HTTP.URL, at now: HTTP.Date
  ) throws(CookieError) -> HTTP.Cookie {
    let domain = try domain(said.domain, from: url.host)
    var path = said.path ?? []
    if path.isEmpty { path = HTTP.Cookie.defaultPath(of: Array(url.path.utf8)) }
    return try HTTP.Cookie(
      nameBytes: said.name, valueBytes: said.value, domain: domain ?? url.host,
      isHostOnly: domain == nil, pathBytes: path, expiry: said.expiry(receivedAt: now),
      isSecure: said.isSecure, isHTTPOnly: said.isHTTPOnly, sameSite: said.sameSite, created: now)
  }

  /// The domain that a host may name, or nil where the cookie is the host's alone.
  ///
  /// A domain must lie within what the host's owner has. That is more than the draft asks, which
  /// only refuses what is a public suffix itself: with the rules `jp` and `*.kobe.jp` the name
  /// `kobe.jp` is none, and yet above names of many owners.
  ///
  /// RFC 6265bis section 5.7, steps 8 to 10.
  private func domain(
    _ bytes: [UInt8], from host: CanonicalHost
  ) throws(CookieError) -> CanonicalHost? {
    guard !bytes.isEmpty else { return nil }
    guard bytes.allSatisfy({ $0 < 0x80 }), let domain = try? CanonicalHost(bytes.span) else {
      throw .malformedDomain
    }
    // A string of a host never has the dot here, and is compared as it stands.
    if case .name(let name) = domain, name.hasTrailingDot { throw .foreignDomain }
    guard HTTP.Cookie.domainMatches(host, domain) else { throw .foreignDomain }
    guard case .name(let name) = domain else { return domain }
    guard name.bytes.count >= suffixes.site(of: host).count else { throw .publicSuffix }
    return suffixes.isPublicSuffix(name) ? nil : domain
  }

  /// Whether there is any cookie of a host or of a domain above it, whatever it is for.
  package func hasAny(of host: CanonicalHost) -> Bool {
    !isEmpty && places(for: host).contains { store.hasAny(at: $0) }
  }

  private func entries(for url: HTTP.URL, at now: HTTP.Date) -> [CookieStore.Entry] {
    let path = url.path.isEmpty ? [0x2f] : Array(url.path.utf8)
    let (host, isSecure) = (url.host, isSecure(url))
    let entries = store.entries(at: places(for: host)) { cookie in
      !cookie.isExpired(at: now) && cookie.isSent(to: host, path: path, isSecure: isSecure)
    }
    return fitting(entries)
  }

  /// The cookies for which a field has room, in the same order.
  ///
  /// A sibling host may set cookies of the whole domain, with the longest of paths. They must not
  /// displace the cookies that the host alone has set, `__Host-` cookies among them.
  private func fitting(_ entries: [CookieStore.Entry]) -> [CookieStore.Entry] {
    var room = limits.fieldByteCount
    var fits = [Bool](repeating: false, count: entries.count)
    for isHostOnly in [true, false] {
      for index in entries.indices where entries[index].cookie.isHostOnly == isHostOnly {
        // No semicolon and space follow the last one.
        let count = entries[index].cookie.pairByteCount
        guard count <= room else { continue }
        room -= count + 2
        fits[index] = true
      }
    }
    return entries.indices.filter { fits[$0] }.map { entries[$0] }
  }

  private func isSecure(_ url: HTTP.URL) -> Bool {
    url.scheme.isSecure || countsLoopbackAsSecure && url.host.isLoopback
  }

  private func place(of cookie: HTTP.Cookie) -> CookieStore.Place {
    CookieStore.Place(site: suffixes.site(of: cookie.domain), domain: cookie.domain.key)
  }

  /// The host and the domains above it that are of its owner.
  private func places(for host: CanonicalHost) -> [CookieStore.Place] {
    let site = suffixes.site(of: host)
    guard case .name(let name) = host else { return [CookieStore.Place(site: site, domain: site)] }
    return name.labels.map { Array(name.bytes[$0.lowerBound...]) }
      .filter { $0.count >= site.count }.map { CookieStore.Place(site: site, domain: $0) }
  }
}
