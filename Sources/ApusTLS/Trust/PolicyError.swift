internal import ApusBytes
public import ApusNames
public import ApusX509

extension TLS {
  /// Why a policy cannot be made as it is written.
  public enum PolicyError: Error, Equatable, Sendable {
    /// The hosts of a rule are neither a host nor a wildcard in front of a domain.
    case malformedHosts(String, NameError)
    /// A wildcard in front of a domain below which everybody may register.
    case boundlessHosts(String)
    /// A pin that is not `sha256/` and 32 bytes in base64.
    case malformedPin(String)
    /// A day or moment that is none.
    case malformedDate(String)
    /// A rule without a pin.
    case missingPin(HostPattern)
    /// A rule without a backup that is another pin.
    case missingBackup(HostPattern)
    /// A rule with too many pins.
    case tooManyPins(HostPattern, limit: Int)
    /// Two rules about the same hosts.
    case duplicateRule(HostPattern)
    /// Too many rules.
    case tooManyRules(limit: Int)
    /// A rule that asks for nothing any more when it is made.
    case expiredRule(HostPattern, UnixTime)
    /// Two policies for the same hosts.
    case duplicatePolicy(HostPattern)
    /// A policy that no server can meet, whatever it shows, and why.
    case refusesEverybody(TrustFailure.Reason)
  }
}

extension TLS.PolicyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedHosts(let text, let error):
      "the hosts \(shown(text)) are neither a host, nor *. or **. and a domain: \(error)"
    case .boundlessHosts(let text):
      "everybody may register below \(shown(text)), so that no rule can be about all of it"
    case .malformedPin(let text):
      "the pin \(shown(text)) is not sha256/ and 32 bytes in base64; apus cert pins prints pins"
    case .malformedDate(let text):
      "\(shown(text)) is neither a day as in 2027-06-01 nor a moment of RFC 3339"
    case .missingPin(let hosts): "the rule about \(hosts) has no pin"
    case .missingBackup(let hosts):
      "the rule about \(hosts) has no backup: add the pin of a second key, kept elsewhere"
    case .tooManyPins(let hosts, let limit):
      "the rule about \(hosts) has more than the \(limit) pins that are allowed"
    case .duplicateRule(let hosts): "there are two rules about \(hosts): put their pins into one"
    case .tooManyRules(let limit): "there are more than the \(limit) rules that are allowed"
    case .expiredRule(let hosts, let moment):
      "the rule about \(hosts) asks for nothing since \(moment): renew or remove it"
    case .duplicatePolicy(let hosts): "there are two policies for \(hosts)"
    case .refusesEverybody(let reason):
      "the policy would refuse every server: \(reason)" + (reason.hint.map { "; \($0)" } ?? "")
    }
  }

  private func shown(_ text: String) -> String { ForeignText.escaped(text.utf8) }
}
