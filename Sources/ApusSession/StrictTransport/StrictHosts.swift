internal import ApusHTTP
internal import ApusNames

/// The hosts that require TLS by HTTP Strict Transport Security.
///
/// The type contains no lock and no clock, so all times are parameters in seconds since 1970. RFC
/// 6797.
struct StrictHosts: Sendable {
  /// The expiry and the options of one host that requires TLS.
  struct Entry: Sendable, Equatable {
    var includesSubdomains: Bool
    var end: Int64
    /// A Boolean value that indicates whether the program has added the host.
    ///
    /// An added host is never removed to make room for other hosts.
    var isAdded = false
  }

  private(set) var entries: [DomainName: Entry] = [:]
  /// The hosts that servers have declared, in the order of their last use, for all sites and for
  /// each site.
  private var learned = UseOrder<DomainName>()
  private var sites: [DomainName: UseOrder<DomainName>] = [:]

  /// The maximum number of hosts that servers have declared. The least recently used host is
  /// removed first.
  static let limit = 4_096
  /// The maximum number of declared hosts of one registrable domain.
  ///
  /// One owner can have any number of host names, but the limit protects the hosts of other owners.
  static let siteLimit = 64
  /// The maximum time for which a host requires TLS, in seconds: ten years.
  static let longestAge: Int64 = 10 * 365 * 86_400

  /// Returns whether a host requires TLS, by its own HSTS rule or by the rule of a parent domain.
  ///
  /// An IP address never requires TLS. RFC 6797 section 8.2.
  func covers(_ host: CanonicalHost, at now: Int64) -> Bool { match(of: host, at: now) != nil }

  /// Returns the host or parent domain whose HSTS rule applies to a host, or `nil` if no rule
  /// applies.
  func match(of host: CanonicalHost, at now: Int64) -> DomainName? {
    guard !entries.isEmpty, case .name(let name) = host else { return nil }
    if let entry = entries[name], now < entry.end { return name }
    for label in name.labels.dropFirst() {
      let above = DomainName(tailOf: name, from: label.lowerBound)
      guard let entry = entries[above], entry.includesSubdomains && now < entry.end else {
        continue
      }
      return above
    }
    return nil
  }

  /// Applies the HSTS rule of a host. A rule with `max-age=0` removes the host. A rule with the age
  /// zero removes the host.
  ///
  /// The function returns the host that was removed to make room for the new host, if any. RFC 6797
  /// section 8.1.
  mutating func receive(
    _ rule: StrictTransportRule, from name: DomainName, at now: Int64
  ) -> DomainName? {
    guard rule.age > 0 else {
      remove(name)
      return nil
    }
    let end = now + min(rule.age, Self.longestAge)
    let isAdded = entries[name]?.isAdded ?? false
    return set(
      name, Entry(includesSubdomains: rule.includesSubdomains, end: end, isAdded: isAdded))
  }

  /// Stores a host that requires TLS, and returns the host that was removed to make room, if any.
  mutating func set(_ name: DomainName, _ entry: Entry) -> DomainName? {
    entries[name] = entry
    if entry.isAdded { removeFromOrders(name) }
    use(name)
    var excess: DomainName?
    if let site = sites[Self.site(of: name)], site.count > Self.siteLimit {
      excess = site.oldest
    } else if learned.count > Self.limit {
      excess = learned.oldest
    }
    if let excess { remove(excess) }
    return excess
  }

  /// Records a use of a host, which protects the host from removal.
  mutating func use(_ name: DomainName) {
    guard let entry = entries[name], !entry.isAdded else { return }
    learned.use(name)
    sites[Self.site(of: name), default: UseOrder()].use(name)
  }

  /// Marks a host as added by the program, if the host is in the table.
  mutating func markAsAdded(_ name: DomainName) {
    guard var entry = entries[name] else { return }
    entry.isAdded = true
    _ = set(name, entry)
  }

  /// Applies the order of the last uses in another table to the same hosts.
  mutating func noteUses(in other: StrictHosts) {
    for name in other.learned.members { use(name) }
  }

  /// Removes a host from the table of HSTS hosts.
  mutating func remove(_ name: DomainName) {
    entries[name] = nil
    removeFromOrders(name)
  }

  private mutating func removeFromOrders(_ name: DomainName) {
    learned.remove(name)
    let site = Self.site(of: name)
    sites[site]?.remove(name)
    if sites[site]?.count == 0 { sites[site] = nil }
  }

  /// The names of all HSTS hosts: first the hosts of the program, then the other hosts by their
  /// last use.
  var names: [DomainName] {
    entries.filter(\.value.isAdded).map(\.key)
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } + learned.members
  }

  /// Returns the registrable domain of a host name, or the host name if it has no registrable
  /// domain.
  private static func site(of name: DomainName) -> DomainName { name.registrableDomain ?? name }
}

/// The rule of a `Strict-Transport-Security` field.
struct StrictTransportRule: Equatable {
  /// The number of seconds for which the host requires TLS (`max-age`).
  var age: Int64
  /// A Boolean value that indicates whether the subdomains of the host also require TLS.
  var includesSubdomains = false

  /// Reads a `Strict-Transport-Security` field.
  ///
  ///     Strict-Transport-Security = [ directive ] *( ";" [ directive ] )
  ///     directive       = directive-name [ "=" directive-value ]
  ///     directive-name  = token
  ///     directive-value = token / quoted-string
  ///
  /// The initializer returns `nil` if the field is malformed, repeats a directive or contains no
  /// `max-age`. Unknown directives are ignored. RFC 6797 section 6.1.
  init?(_ value: HTTP.FieldValue) {
    guard value.bytes.count <= Self.limit,
      let directives = try? Self.directives(of: value.bytes.span),
      let said = directives["max-age"], let digits = said, let age = Self.seconds(digits)
    else { return nil }
    self.age = age
    if let below = directives["includesubdomains"] {
      guard below == nil else { return nil }
      includesSubdomains = true
    }
  }

  /// The maximum length of a `Strict-Transport-Security` field, in bytes.
  private static let limit = 4_096

  private enum Fault: Error { case repeated }

  /// Returns the values of the directives of a `Strict-Transport-Security` field, by their names in
  /// lower case.
  private static func directives(of field: Span<UInt8>) throws -> [String: [UInt8]?] {
    var found: [String: [UInt8]?] = [:]
    var at = Cursor(0..<field.count)
    repeat {
      at.skipWhitespace(in: field)
      guard let byte = at.peek(in: field), byte != 0x3b else { continue }
      let name = field.extracting(try at.readToken(in: field)).copy().map(ASCII.lowercased)
      at.skipWhitespace(in: field)
      var value: [UInt8]?
      if at.skip(0x3d, in: field) {
        at.skipWhitespace(in: field)
        value =
          at.peek(in: field) == 0x22
          ? try at.readQuotedString(in: field)
          : field.extracting(try at.readToken(in: field)).copy()
        at.skipWhitespace(in: field)
      }
      let old = found.updateValue(value, forKey: String(decoding: name, as: UTF8.self))
      guard old == nil else { throw Fault.repeated }
    } while at.skip(0x3b, in: field)
    try at.expectEnd(in: field)
    return found
  }

  /// Returns the value of decimal digits as a number of seconds. Digits that exceed the maximum
  /// integer count as the maximum integer.
  private static func seconds(_ digits: [UInt8]) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(clamping: ASCII.decimal(digits.span) ?? .max)
  }
}
