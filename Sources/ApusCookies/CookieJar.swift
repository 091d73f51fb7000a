internal import ApusBytes
public import ApusHTTP
package import ApusNames

/// A collection of the cookies that servers have set, which selects the cookies for each request.
///
/// A cookie jar is a value without a lock, a clock or a file, so callers pass the time as an
/// argument. A cookie jar serves an HTTP client whose requests no other site can cause. The cookie
/// jar therefore only records the `SameSite` and `HttpOnly` attributes.
///
/// RFC 6265bis section 5.
public struct CookieJar: Sendable {
  /// The limits on the number and the size of the cookies in a cookie jar.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of cookies of one domain. By default, a domain has at most 50 cookies.
    public var cookiesPerDomain = 50
    /// The maximum number of cookies of all domains. By default, a cookie jar has at most 3,000
    /// cookies.
    public var cookies = 3_000
    /// The approximate maximum number of bytes of all names, values, paths and domains. By default,
    /// a cookie jar has at most 4 MiB.
    public var byteCount = 4 << 20
    /// The maximum number of bytes of a request's `Cookie` field. By default, a `Cookie` field has
    /// at most 8,192 bytes.
    ///
    /// Servers reject larger `Cookie` fields, so a host with many cookies could otherwise make its
    /// sibling hosts unreachable. If the cookies exceed the limit, the jar first omits cookies of a
    /// whole domain, because any host of the domain may have set them. The jar omits host-only
    /// cookies only if the host-only cookies alone exceed the limit. Among cookies of the same
    /// kind, the jar sends the first cookies that fit. The order of the sent cookies does not
    /// change.
    public var fieldByteCount = 8_192

    /// Creates the limits for a cookie jar that RFC 6265bis section 6.1 names as the minimum.
    public init() {}
  }

  /// The public suffix rules, which determine the domains of a single owner. The cookie jar rejects
  /// cookies for other domains.
  public let suffixes: PublicSuffixRules
  /// The limits on the number and size of cookies. The cookie jar removes excess cookies when the
  /// next cookie is set.
  public var limits: Limits
  /// A Boolean value that indicates whether an `http` connection to the local machine counts as
  /// secure.
  ///
  /// Browsers treat the local machine in the same way. The local machine has the name `localhost`,
  /// all subdomains of `localhost`, and the addresses of the loopback interface.
  public var countsLoopbackAsSecure: Bool

  private var store = CookieStore()

  /// Creates an empty cookie jar.
  ///
  /// - Parameters:
  ///   - suffixes: The rules that determine which domains have a single owner.
  ///   - limits: The limits on the number and the size of the cookies.
  ///   - countsLoopbackAsSecure: A Boolean value that indicates whether `localhost` receives secure
  ///     cookies without TLS; the default is false.
  public init(
    suffixes: PublicSuffixRules = .list, limits: Limits = Limits(),
    countsLoopbackAsSecure: Bool = false
  ) {
    self.suffixes = suffixes
    self.limits = limits
    self.countsLoopbackAsSecure = countsLoopbackAsSecure
  }

  /// The number of cookies, including expired cookies that the cookie jar has not yet removed.
  public var count: Int { store.count }

  /// A Boolean value that indicates whether the cookie jar contains no cookies.
  public var isEmpty: Bool { count == 0 }

  /// Returns the cookies that have not expired, in the order of their creation.
  ///
  /// - Parameter now: The present time.
  public func cookies(at now: HTTP.Date) -> [HTTP.Cookie] {
    store.cookies.filter { !$0.isExpired(at: now) }
  }

  /// Returns the cookies that a request to a URL would include, in the order of the `Cookie` field.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - now: The present time.
  public func cookies(for url: HTTP.URL, at now: HTTP.Date) -> [HTTP.Cookie] {
    entries(for: url, at: now).map(\.cookie)
  }

  /// Returns the value of a request's `Cookie` field, and records the use of the sent cookies.
  ///
  /// The value is `nil` if no cookie matches the request, which then has no `Cookie` field.
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

  /// Stores the cookies of a response's `Set-Cookie` fields, and returns the errors of rejected
  /// cookies.
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

  /// Stores the cookie of one `Set-Cookie` field. An expired cookie removes the stored cookie with
  /// the same name, domain and path.
  ///
  /// A rejected cookie does not change the cookie jar. RFC 6265bis section 5.7.
  ///
  /// - Parameters:
  ///   - value: The value of one `Set-Cookie` field.
  ///   - url: The URL of the response.
  ///   - now: The present time.
  public mutating func receive(
    _ value: Span<UInt8>, from url: HTTP.URL, at now: HTTP.Date
  ) throws(CookieError) {
    let isSecure = isSecure(url)
    let said = try SetCookie(parsing: value)
    let cookie = try cookie(said, from: url, at: now)
    guard isSecure || !cookie.isSecure else { throw .secureFromInsecure }
    // The prefix `__Host-` requires a `Path` attribute even if the default path is `/`.
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

  /// Stores a cookie that the program itself has made.
  /// An expired cookie removes the stored cookie with the same name, domain and path.
  ///
  /// The jar limits the lifetime of the cookie to 400 days, and rejects a domain that includes
  /// names of other owners. The cookie may replace a secure cookie, because the program itself
  /// makes the decision.
  ///
  /// - Parameters:
  ///   - cookie: The cookie, which replaces a cookie with the same name, domain and path.
  ///   - now: The present time.
  public mutating func insert(_ cookie: HTTP.Cookie, at now: HTTP.Date) throws(CookieError) {
    if !cookie.isHostOnly, case .name(let name) = cookie.domain, suffixes.isPublicSuffix(name) {
      throw .publicSuffix
    }
    var cookie = cookie
    cookie.expiry = cookie.expiry.map { min($0, now.adding(SetCookie.lifetimeLimit)) }
    store.insert(cookie, at: place(of: cookie), now: now, limits: limits)
  }

  /// Stores the cookies of an archive with the checks of `insert`, and returns the errors of
  /// rejected cookies.
  ///
  /// The jar restores the order of the cookies' last use, so the least recently used cookie is
  /// again removed first.
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
  /// - Parameter condition: The closure that returns `true` for a cookie to remove.
  public mutating func remove(where condition: (HTTP.Cookie) -> Bool) {
    store.remove(where: condition)
  }

  /// Removes the cookies that end with the session.
  public mutating func expireSessions() {
    store.remove(where: \.isSessionCookie)
  }

  /// Removes the cookies that have expired.
  ///
  /// - Parameter now: The present time.
  public mutating func removeExpired(at now: HTTP.Date) {
    store.removeExpired(at: now)
  }

  /// Removes all cookies from the cookie jar.
  public mutating func removeAll() {
    store = CookieStore()
  }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of cookies in the cookie jar, as text.
  public var description: String { "a cookie jar with \(count) cookies" }

  public var debugDescription: String { description }

  /// An empty mirror, which hides the values of the cookies.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension CookieJar {
  /// Returns the cookie that a `Set-Cookie` field from a URL describes.
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

  /// Returns the valid domain of a cookie that a host sets. The value is `nil` if the cookie
  /// belongs only to the host.
  ///
  /// The domain must be within the registrable domain of the host. This rule is stricter than the
  /// draft, which only rejects a domain that is itself a public suffix. For example, with the rules
  /// `jp` and `*.kobe.jp` the name `kobe.jp` is not a public suffix, but its subdomains have many
  /// owners.
  ///
  /// RFC 6265bis section 5.7, steps 8 to 10.
  private func domain(
    _ bytes: [UInt8], from host: CanonicalHost
  ) throws(CookieError) -> CanonicalHost? {
    guard !bytes.isEmpty else { return nil }
    guard bytes.allSatisfy({ $0 < 0x80 }), let domain = try? CanonicalHost(bytes.span) else {
      throw .malformedDomain
    }
    // A canonical host never ends with a dot, so a domain with a trailing dot never matches the
    // host.
    if case .name(let name) = domain, name.hasTrailingDot { throw .foreignDomain }
    guard HTTP.Cookie.domainMatches(host, domain) else { throw .foreignDomain }
    guard case .name(let name) = domain else { return domain }
    guard name.bytes.count >= suffixes.site(of: host).count else { throw .publicSuffix }
    return suffixes.isPublicSuffix(name) ? nil : domain
  }

  /// Returns whether the cookie jar contains any cookie of a host or of a parent domain.
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

  /// Returns the cookies that fit into a `Cookie` field, in the same order.
  ///
  /// A sibling host may set cookies for the whole domain, with very long paths. These cookies must
  /// not displace the host-only cookies, such as cookies with the prefix `__Host-`.
  private func fitting(_ entries: [CookieStore.Entry]) -> [CookieStore.Entry] {
    var room = limits.fieldByteCount
    var fits = [Bool](repeating: false, count: entries.count)
    for isHostOnly in [true, false] {
      for index in entries.indices where entries[index].cookie.isHostOnly == isHostOnly {
        // A semicolon and a space follow each cookie of the field except the last cookie.
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

  /// Returns the host and its parent domains that have the same owner.
  private func places(for host: CanonicalHost) -> [CookieStore.Place] {
    let site = suffixes.site(of: host)
    guard case .name(let name) = host else { return [CookieStore.Place(site: site, domain: site)] }
    return name.labels.map { Array(name.bytes[$0.lowerBound...]) }
      .filter { $0.count >= site.count }.map { CookieStore.Place(site: site, domain: $0) }
  }
}
