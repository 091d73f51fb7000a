internal import ApusBytes
public import ApusHTTP
package import ApusNames

/// The cookies that servers have set, and the choice of cookies for a request.
///
/// A jar is a value without a lock, a clock or a file: the time is an argument of every call. It
/// serves an HTTP client whose requests no other site can cause: `SameSite` and `HttpOnly` are only
/// recorded.
///
/// RFC 6265bis section 5.
public struct CookieJar: Sendable {
  /// The number of cookies that a jar keeps, and their size.
  public struct Limits: Hashable, Sendable {
    /// The most cookies of one domain. The default is 50.
    public var cookiesPerDomain = 50
    /// The most cookies of all domains. The default is 3,000.
    public var cookies = 3_000
    /// The most bytes that all names, values, paths and domains may take together, about.
    /// The default is 4 MiB.
    public var byteCount = 4 << 20
    /// The largest number of bytes of a request's `Cookie` field. The default is 8,192.
    ///
    /// Servers reject larger fields, so one host could make its sibling hosts unreachable. If the
    /// cookies do not fit, cookies of a whole domain are left out first, since any of its hosts may
    /// have set them, and cookies of the host alone only if they fill the field themselves. Of each
    /// kind, the first in order are kept. The order of the sent cookies does not change.
    public var fieldByteCount = 8_192

    /// Creates the limits that RFC 6265bis section 6.1 names as the minimum.
    public init() {}
  }

  /// The rules that determine which domains have one owner; cookies for other domains are rejected.
  public let suffixes: PublicSuffixRules
  /// The limits. Excess cookies are removed when the next cookie is set.
  public var limits: Limits
  /// A Boolean value that indicates whether `http` to this machine counts as secure.
  ///
  /// Browsers do the same. The names of this machine are `localhost` and all names below, and its
  /// addresses are those of the loopback interface.
  public var countsLoopbackAsSecure: Bool

  private var store = CookieStore()

  /// Makes a jar without cookies.
  ///
  /// - Parameters:
  ///   - suffixes: The suffixes below which no cookie spans two owners.
  ///   - limits: The maximum number of cookies.
  ///   - countsLoopbackAsSecure: A Boolean value that indicates whether `localhost` gets secure
  ///     cookies without TLS; the default is false.
  public init(
    suffixes: PublicSuffixRules = .list, limits: Limits = Limits(),
    countsLoopbackAsSecure: Bool = false
  ) {
    self.suffixes = suffixes
    self.limits = limits
    self.countsLoopbackAsSecure = countsLoopbackAsSecure
  }

  /// The number of cookies, including expired ones that are not removed yet.
  public var count: Int { store.count }

  /// A Boolean value that indicates whether there are no cookies.
  public var isEmpty: Bool { count == 0 }

  /// Lists the cookies that have not ended, those first that were set first.
  ///
  /// - Parameter now: The present time.
  public func cookies(at now: HTTP.Date) -> [HTTP.Cookie] {
    store.cookies.filter { !$0.isExpired(at: now) }
  }

  /// Lists the cookies that a request would carry, in their order.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - now: The present time.
  public func cookies(for url: HTTP.URL, at now: HTTP.Date) -> [HTTP.Cookie] {
    entries(for: url, at: now).map(\.cookie)
  }

  /// Writes the value of a request's `Cookie` field, and notes that its cookies were used.
  ///
  /// It is nil if the request has no cookies and so no such field.
  ///
  /// RFC 6265bis section 5.8.3.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - now: The present time.
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

  /// Keeps the cookies of a response's `Set-Cookie` fields, and returns the errors of the others.
  ///
  /// - Parameters:
  ///   - fields: The header fields of the response.
  ///   - url: The URL of the response.
  ///   - now: The present time.
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

  /// Keeps the cookie of one `Set-Cookie` value; an expired one removes its equal.
  ///
  /// A rejected cookie changes nothing. RFC 6265bis section 5.7.
  ///
  /// - Parameters:
  ///   - value: The value of one field.
  ///   - url: The URL of the response.
  ///   - now: The present time.
  public mutating func receive(
    _ value: Span<UInt8>, from url: HTTP.URL, at now: HTTP.Date
  ) throws(CookieError) {
    let isSecure = isSecure(url)
    let said = try SetCookie(parsing: value)
    let cookie = try cookie(said, from: url, at: now)
    guard isSecure || !cookie.isSecure else { throw .secureFromInsecure }
    // The prefix requires the attribute even if the path is "/" without it.
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

  /// Keeps a cookie of the program's own; an expired one removes its equal.
  ///
  /// Its lifetime is limited to 400 days, and it must not be for a domain with names of other
  /// owners. It may replace a secure cookie that is the same, because it is the program's own
  /// decision.
  ///
  /// - Parameters:
  ///   - cookie: The cookie; one with the same name, domain and path is replaced.
  ///   - now: The present time.
  public mutating func insert(_ cookie: HTTP.Cookie, at now: HTTP.Date) throws(CookieError) {
    if !cookie.isHostOnly, case .name(let name) = cookie.domain, suffixes.isPublicSuffix(name) {
      throw .publicSuffix
    }
    var cookie = cookie
    cookie.expiry = cookie.expiry.map { min($0, now.adding(SetCookie.lifetimeLimit)) }
    store.insert(cookie, at: place(of: cookie), now: now, limits: limits)
  }

  /// Keeps stored cookies with the checks of `insert`, and returns the errors of the others.
  ///
  /// The order of their last use is kept: the least recently used one is removed first again.
  ///
  /// - Parameters:
  ///   - archive: The stored cookies.
  ///   - now: The present time.
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

  /// Removes the cookies that satisfy a condition.
  ///
  /// - Parameter condition: The closure that returns true for a cookie to remove.
  public mutating func remove(where condition: (HTTP.Cookie) -> Bool) {
    store.remove(where: condition)
  }

  /// Removes the cookies that end with the session, as at its end.
  public mutating func expireSessions() {
    store.remove(where: \.isSessionCookie)
  }

  /// Removes the cookies whose end has come.
  ///
  /// - Parameter now: The present time.
  public mutating func removeExpired(at now: HTTP.Date) {
    store.removeExpired(at: now)
  }

  /// Removes all cookies.
  public mutating func removeAll() {
    store = CookieStore()
  }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of cookies.
  public var description: String { "a cookie jar with \(count) cookies" }

  public var debugDescription: String { description }

  /// An empty mirror: values of cookies are not shown.
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

  /// The domain that a host may name, or nil if the cookie is for the host alone.
  ///
  /// A domain must be within the registrable domain of the host. That is stricter than the draft,
  /// which only rejects a domain that is a public suffix itself: with the rules `jp` and
  /// `*.kobe.jp` the name `kobe.jp` is not a public suffix, but names below it have many owners.
  ///
  /// RFC 6265bis section 5.7, steps 8 to 10.
  private func domain(
    _ bytes: [UInt8], from host: CanonicalHost
  ) throws(CookieError) -> CanonicalHost? {
    guard !bytes.isEmpty else { return nil }
    guard bytes.allSatisfy({ $0 < 0x80 }), let domain = try? CanonicalHost(bytes.span) else {
      throw .malformedDomain
    }
    // The text of a host never has the dot here, and is compared unchanged.
    if case .name(let name) = domain, name.hasTrailingDot { throw .foreignDomain }
    guard HTTP.Cookie.domainMatches(host, domain) else { throw .foreignDomain }
    guard case .name(let name) = domain else { return domain }
    guard name.bytes.count >= suffixes.site(of: host).count else { throw .publicSuffix }
    return suffixes.isPublicSuffix(name) ? nil : domain
  }

  /// Returns whether there is any cookie of a host or of a domain above it.
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

  /// The cookies that fit into a field, in the same order.
  ///
  /// A sibling host may set cookies of the whole domain, with the longest of paths. They must not
  /// displace the cookies that the host alone has set, such as `__Host-` cookies.
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
