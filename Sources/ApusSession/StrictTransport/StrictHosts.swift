internal import ApusHTTP
internal import ApusNames

/// The hosts that are to be asked over TLS alone.
///
/// A value without a lock and without a clock; times are in seconds since 1970. RFC 6797.
struct StrictHosts: Sendable, Equatable {
  /// A host, and until when what it has said holds.
  struct Entry: Sendable, Equatable {
    var includesSubdomains: Bool
    var end: Int64
  }

  private(set) var entries: [DomainName: Entry] = [:]

  /// How many hosts are remembered; the one whose time ends first makes room.
  static let limit = 4_096
  /// For how many seconds a host is remembered at most, whatever it says: ten years.
  static let longestAge: Int64 = 10 * 365 * 86_400

  /// Returns whether a host, or one above it that speaks for those below, is asked over TLS alone.
  ///
  /// An address never is. RFC 6797 section 8.2.
  func covers(_ host: CanonicalHost, at now: Int64) -> Bool {
    guard !entries.isEmpty, case .name(let name) = host else { return false }
    if let entry = entries[name], now < entry.end { return true }
    return name.labels.dropFirst().contains { label in
      guard let entry = entries[DomainName(tailOf: name, from: label.lowerBound)] else {
        return false
      }
      return entry.includesSubdomains && now < entry.end
    }
  }

  /// Takes what a host says; an age of zero forgets it.
  ///
  /// RFC 6797 section 8.1.
  mutating func receive(_ rule: StrictTransportRule, from name: DomainName, at now: Int64) {
    guard rule.age > 0 else {
      entries[name] = nil
      return
    }
    let end = now + min(rule.age, Self.longestAge)
    set(name, Entry(includesSubdomains: rule.includesSubdomains, end: end), at: now)
  }

  /// Remembers a host, for which others may make room.
  mutating func set(_ name: DomainName, _ entry: Entry, at now: Int64) {
    if entries[name] == nil, entries.count >= Self.limit {
      entries = entries.filter { now < $0.value.end }
      let first = entries.min { $0.value.end < $1.value.end }
      if entries.count >= Self.limit, let first { entries[first.key] = nil }
    }
    entries[name] = entry
  }

  /// Forgets a host.
  mutating func remove(_ name: DomainName) { entries[name] = nil }
}

/// What a `Strict-Transport-Security` field says.
struct StrictTransportRule: Equatable {
  /// For how many seconds the host is to be asked over TLS alone.
  var age: Int64
  /// Whether the hosts below are too.
  var includesSubdomains = false

  /// Reads the value of a field; nil where it is malformed, names a directive twice or has no age.
  ///
  ///     Strict-Transport-Security = [ directive ] *( ";" [ directive ] )
  ///     directive       = directive-name [ "=" directive-value ]
  ///     directive-name  = token
  ///     directive-value = token / quoted-string
  ///
  /// What a directive of another name says is passed over. RFC 6797 section 6.1.
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

  /// How long a field may be.
  private static let limit = 4_096

  private enum Fault: Error { case repeated }

  /// The directives by their names in lower case, and what stands behind the `=` of each.
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

  /// A number of seconds; one that no integer holds counts as the largest.
  private static func seconds(_ digits: [UInt8]) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(clamping: ASCII.decimal(digits.span) ?? .max)
  }
}
