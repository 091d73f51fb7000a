public import ApusNames
public import ApusX509

extension TLS {
  /// The pinned keys of the hosts of a pattern; a path must have at least one of them.
  ///
  /// A backup is the pin of a key that no server uses yet. Without one, a lost key makes the hosts
  /// unreachable, so there must be one that differs from the pins. An expired rule has no
  /// requirements, because programs that are never updated would lose their servers; the policy's
  /// `onReport` is called each time.
  public struct PinRule: Sendable, Hashable {
    /// The largest number of pins of a rule, including backups.
    public static let pinLimit = 64

    /// The hosts of the rule.
    public let hosts: HostPattern
    /// The pins of keys in use.
    public let pins: [X509.Pin]
    /// The pins of keys that are not in use yet.
    public let backups: [X509.Pin]
    /// The moment of expiry; nil for never.
    public let expiry: UnixTime?
    /// A Boolean value that indicates whether violations are only reported.
    public let isReportOnly: Bool

    /// Creates a rule from pins and backups, at least one of each.
    ///
    /// - Parameters:
    ///   - hosts: The hosts of the rule.
    ///   - pins: The pins of keys in use, at least one.
    ///   - backups: The pins of keys that replace them, at least one.
    ///   - expiry: The time after which the rule is not enforced; nil for never.
    ///   - isReportOnly: A Boolean value that indicates whether a mismatch is only reported; the
    ///     default is false.
    public init(
      _ hosts: HostPattern, _ pins: [X509.Pin], backups: [X509.Pin],
      expires expiry: UnixTime? = nil, isReportOnly: Bool = false
    ) throws(PolicyError) {
      guard !pins.isEmpty else { throw .missingPin(hosts) }
      guard !Set(backups).isSubset(of: pins) else { throw .missingBackup(hosts) }
      guard pins.count + backups.count <= Self.pinLimit else {
        throw .tooManyPins(hosts, limit: Self.pinLimit)
      }
      self.hosts = hosts
      self.pins = pins
      self.backups = backups
      self.expiry = expiry
      self.isReportOnly = isReportOnly
    }

    /// Reads a rule: a host pattern, pins as `sha256/…`, and a day or moment of RFC 3339.
    ///
    /// - Parameters:
    ///   - hosts: The host pattern.
    ///   - pins: The pins of keys in use, at least one.
    ///   - backups: The pins of keys that replace them, at least one.
    ///   - expiry: The day or moment after which the rule is not enforced; nil for never.
    ///   - isReportOnly: A Boolean value that indicates whether a mismatch is only reported; the
    ///     default is false.
    public init(
      _ hosts: String, _ pins: [String], backups: [String], expires expiry: String? = nil,
      isReportOnly: Bool = false
    ) throws(PolicyError) {
      try self.init(
        HostPattern(hosts), Self.pins(pins), backups: Self.pins(backups),
        expires: expiry.map { (text) throws(PolicyError) in try Self.moment(text) },
        isReportOnly: isReportOnly)
    }

    /// Returns whether the rule has not expired.
    ///
    /// - Parameter moment: The time at which dates are checked.
    public func isInForce(at moment: UnixTime) -> Bool {
      expiry.map { moment < $0 } ?? true
    }

    /// Returns a Boolean value that indicates whether one of the pins is in the rule.
    func isMet(by found: [X509.Pin]) -> Bool {
      found.contains { pins.contains($0) || backups.contains($0) }
    }

    private static func pins(_ texts: [String]) throws(PolicyError) -> [X509.Pin] {
      var pins: [X509.Pin] = []
      for text in texts {
        guard let pin = try? X509.Pin(text) else { throw .malformedPin(text) }
        pins.append(pin)
      }
      return pins
    }

    /// Reads a day or a moment; a day means its first second, in UTC.
    private static func moment(_ text: String) throws(PolicyError) -> UnixTime {
      let moment = UnixTime(rfc3339: text) ?? UnixTime(rfc3339: text + "T00:00:00Z")
      guard let moment else { throw .malformedDate(text) }
      return moment
    }
  }
}

extension TLS.PinRule: CustomStringConvertible {
  public var description: String {
    "\(hosts) must have one of \(pins.count + backups.count) pinned keys"
      + (expiry.map { " until \($0)" } ?? "") + (isReportOnly ? ", which is only reported" : "")
  }
}

extension TLS {
  /// A report about a rule that does not reject the server.
  public struct PinReport: Sendable, Hashable {
    /// The cause of the report.
    public enum Cause: Sendable, Hashable {
      /// No key of the path is pinned; these are its pins, the leaf's first.
      case notMet(found: [X509.Pin])
      /// The rule has expired.
      case expired(UnixTime)
    }

    /// The requested host.
    public let host: CanonicalHost
    /// The moment of the check.
    public let moment: UnixTime
    /// The rule.
    public let rule: PinRule
    /// The cause of the report.
    public let cause: Cause
  }
}

extension TLS.PinReport: CustomStringConvertible {
  public var description: String {
    switch cause {
    case .notMet(let found):
      "\(host) at \(moment): \(rule); the keys of the server are "
        + found.map(\.description).joined(separator: ", ")
    case .expired(let expiry):
      "\(host) at \(moment): the key pin rule for \(rule.hosts) expired at \(expiry)"
    }
  }
}
