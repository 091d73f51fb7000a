public import ApusNames
public import ApusX509

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
