public import ApusNames
public import ApusX509

extension TLS {
  /// A set of pinned keys for the hosts of a pattern; a path must contain one of the keys.
  ///
  /// A backup pin belongs to a key that no server uses yet. A rule requires a backup pin, because
  /// the hosts would be unreachable after the loss of the only key. An expired rule is not
  /// enforced, so a program that is never updated can still reach its servers. The policy calls
  /// `onReport` each time that an expired rule matches a host.
  public struct PinRule: Sendable, Hashable {
    /// The maximum number of pins of a pin rule, including the backups.
    public static let pinLimit = 64

    /// The pattern that selects the hosts of the pin rule.
    public let hosts: HostPattern
    /// The pins of the keys that servers use.
    public let pins: [X509.Pin]
    /// The pins of the keys that no server uses yet.
    public let backups: [X509.Pin]
    /// The expiration time of the pin rule, or `nil` if the rule never expires.
    public let expiry: UnixTime?
    /// A Boolean value that indicates whether a violation of the pin rule is only reported.
    public let isReportOnly: Bool

    /// Creates a pin rule with at least one pin and at least one backup.
    ///
    /// - Parameters:
    ///   - hosts: The pattern that selects the hosts of the pin rule.
    ///   - pins: The pins of keys in use, at least one pin.
    ///   - backups: The pins of the keys that will replace the keys in use, at least one pin.
    ///   - expiry: The time of the rule's expiry, or `nil` if the rule never expires.
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

    /// Reads a pin rule from texts:
    /// a host pattern, pins in the form `sha256/…`, and an expiry in the form of RFC 3339.
    ///
    /// - Parameters:
    ///   - hosts: The text of the host pattern.
    ///   - pins: The texts of the pins of keys in use, at least one pin.
    ///   - backups: The texts of the pins of the keys that will replace the keys in use, at least
    ///     one pin.
    ///   - expiry: The day or time of the rule's expiry, or `nil` if the rule never expires.
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

    /// Returns `true` if the pin rule has not expired.
    ///
    /// - Parameter moment: The time of the expiry check.
    public func isInForce(at moment: UnixTime) -> Bool {
      expiry.map { moment < $0 } ?? true
    }

    /// Returns a Boolean value that indicates whether the pin rule contains at least one of the
    /// given pins.
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

    /// Parses a date or a time. A date represents its first second in UTC.
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
  /// A report about a pin rule that does not reject the server.
  public struct PinReport: Sendable, Hashable {
    /// The cause of a pin report: a violation or an expired pin rule.
    public enum Cause: Sendable, Hashable {
      /// No key of the certification path is pinned. The report contains the pins of the path,
      /// beginning with the server's pin.
      case notMet(found: [X509.Pin])
      /// The pin rule expired at the given time.
      case expired(UnixTime)
    }

    /// The host of the connection that the report is about.
    public let host: CanonicalHost
    /// The time at which the trust policy checked the server.
    public let moment: UnixTime
    /// The pin rule that the report is about.
    public let rule: PinRule
    /// The cause of the report: a violation or an expired pin rule.
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
