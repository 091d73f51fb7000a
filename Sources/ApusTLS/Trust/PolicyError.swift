internal import ApusBytes
public import ApusNames
public import ApusX509

extension TLS {
  /// The reason a policy is invalid.
  public enum PolicyError: Error, Equatable, Sendable {
    /// The hosts of a rule are neither a host nor a wildcard followed by a domain.
    case malformedHosts(String, NameError)
    /// A wildcard before a domain under which everyone can register names.
    case boundlessHosts(String)
    /// A pin that is not `sha256/` and 32 bytes in base64.
    case malformedPin(String)
    /// An invalid day or moment.
    case malformedDate(String)
    /// A rule without a pin.
    case missingPin(HostPattern)
    /// A rule without a backup pin that differs from its pins.
    case missingBackup(HostPattern)
    /// A rule with too many pins.
    case tooManyPins(HostPattern, limit: Int)
    /// Two rules about the same hosts.
    case duplicateRule(HostPattern)
    /// Too many rules.
    case tooManyRules(limit: Int)
    /// A rule that has expired when it is created.
    case expiredRule(HostPattern, UnixTime)
    /// Two policies for the same hosts.
    case duplicatePolicy(HostPattern)
    /// A policy that rejects every server, with the reason.
    case refusesEverybody(TrustFailure.Reason)
  }
}

extension TLS.PolicyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedHosts(let text, let error):
      "the hosts \(shown(text)) are neither a host, nor *. or **. followed by a domain: \(error)"
    case .boundlessHosts(let text):
      "everyone can register names below \(shown(text)), so a rule cannot include all of it"
    case .malformedPin(let text):
      "the pin \(shown(text)) is not sha256/ and 32 bytes in base64; apus cert pins prints pins"
    case .malformedDate(let text):
      "\(shown(text)) is neither a day such as 2027-06-01 nor a moment of RFC 3339"
    case .missingPin(let hosts): "the rule about \(hosts) has no pin"
    case .missingBackup(let hosts):
      "the rule about \(hosts) has no backup: add the pin of a second key that is stored elsewhere"
    case .tooManyPins(let hosts, let limit):
      "the rule about \(hosts) has more than \(limit) pins"
    case .duplicateRule(let hosts): "there are two rules about \(hosts): put their pins into one"
    case .tooManyRules(let limit): "there are more than \(limit) rules"
    case .expiredRule(let hosts, let moment):
      "the rule about \(hosts) has expired at \(moment): renew or remove it"
    case .duplicatePolicy(let hosts): "there are two policies for \(hosts)"
    case .refusesEverybody(let reason):
      "the policy would reject every server: \(reason)" + (reason.hint.map { "; \($0)" } ?? "")
    }
  }

  private func shown(_ text: String) -> String { ForeignText.escaped(text.utf8) }
}
