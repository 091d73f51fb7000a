public import ApusNames
public import ApusX509

extension TLS {
  /// Which keys the hosts of a pattern may have in their path, one at least: SP-20.
  ///
  /// A backup is the hash of a key that no server uses yet. Without one a key that is lost locks
  /// everybody out, so that there must be one, and it must be another. After its end a rule asks
  /// for nothing, because programs that no one updates would find no server any more; the policy's
  /// `onReport` is told each time.
  public struct PinRule: Sendable, Hashable {
    /// How many pins a rule may have, backups among them.
    public static let pinLimit = 64

    /// The hosts that it is about.
    public let hosts: HostPattern
    /// What keys must hash to.
    public let pins: [X509.Pin]
    /// What keys will hash to that are not in use yet.
    public let backups: [X509.Pin]
    /// From when on the rule asks for nothing; nil is never.
    public let expiry: UnixTime?
    /// Whether what breaks it is reported and nothing else.
    public let isReportOnly: Bool

    /// Creates a rule of those pins; a pin and another backup at least.
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

    /// Reads a rule: a pattern of hosts, pins as `sha256/…`, and a day or moment of RFC 3339.
    public init(
      _ hosts: String, _ pins: [String], backups: [String], expires expiry: String? = nil,
      isReportOnly: Bool = false
    ) throws(PolicyError) {
      try self.init(
        HostPattern(hosts), Self.pins(pins), backups: Self.pins(backups),
        expires: expiry.map { (text) throws(PolicyError) in try Self.moment(text) },
        isReportOnly: isReportOnly)
    }

    /// Returns whether the rule still asks for something.
    public func isInForce(at moment: UnixTime) -> Bool {
      expiry.map { moment < $0 } ?? true
    }

    /// Whether one of those hashes is pinned.
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

    /// A day means its first second, in universal time.
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
  /// That a server does not do as a rule says, where that does not refuse it.
  public struct PinReport: Sendable, Hashable {
    /// The cause of the report.
    public enum Cause: Sendable, Hashable {
      /// No key of the path is pinned; these are what they hash to, the leaf's first.
      case notMet(found: [X509.Pin])
      /// The rule has come to its end, and asks for nothing more.
      case expired(UnixTime)
    }

    /// Who was asked.
    public let host: CanonicalHost
    /// When.
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
      "\(host) at \(moment): \(rule); found were "
        + found.map(\.description).joined(separator: ", ")
    case .expired(let expiry):
      "\(host) at \(moment): the rule about \(rule.hosts) asks for nothing since \(expiry)"
    }
  }
}
