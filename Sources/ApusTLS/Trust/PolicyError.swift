internal import ApusBytes
public import ApusNames
public import ApusX509

extension TLS {
  /// The reason a trust policy or a pin rule is invalid.
  public enum PolicyError: Error, Equatable, Sendable {
    /// The host pattern of a rule is neither a host nor a wildcard followed by a domain.
    case malformedHosts(String, NameError)
    /// The host pattern has a wildcard directly below a public suffix, such as `*.com`.
    case boundlessHosts(String)
    /// The text of a pin is not `sha256/` followed by 32 bytes in base64.
    case malformedPin(String)
    /// The text of an expiration date is not a valid day or time.
    case malformedDate(String)
    /// The pin rule contains no key pin.
    case missingPin(HostPattern)
    /// The pin rule lacks a backup pin that differs from its other pins.
    case missingBackup(HostPattern)
    /// The pin rule contains more pins than the limit.
    case tooManyPins(HostPattern, limit: Int)
    /// The list contains two pin rules for the same host pattern.
    case duplicateRule(HostPattern)
    /// The list contains more pin rules than the limit.
    case tooManyRules(limit: Int)
    /// The pin rule had already expired when it was created.
    case expiredRule(HostPattern, UnixTime)
    /// The list contains two trust policies for the same host pattern.
    case duplicatePolicy(HostPattern)
    /// The trust policy rejects every server for the given reason.
    case refusesEverybody(TrustFailure.Reason)
  }
}

extension TLS.PolicyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedHosts(let text, let error):
      "the host pattern \(shown(text)) is neither a host name nor a domain after *. or "
        + "**.: \(error)"
    case .boundlessHosts(let text):
      "a key pin rule cannot cover the public suffix \(shown(text)), because names "
        + "below a public suffix have different owners"
    case .malformedPin(let text):
      "the pin \(shown(text)) is not sha256/ and 32 bytes in base64; the command `apus "
        + "cert pins` prints pins"
    case .malformedDate(let text):
      "the expiry \(shown(text)) is neither a date such as 2027-06-01 nor a time in the "
        + "format of RFC 3339"
    case .missingPin(let hosts): "the key pin rule for \(hosts) has no pin"
    case .missingBackup(let hosts):
      "the key pin rule for \(hosts) has no backup pin: add the pin of a second key "
        + "that is stored elsewhere"
    case .tooManyPins(let hosts, let limit):
      "the key pin rule for \(hosts) has more than \(limit) pins"
    case .duplicateRule(let hosts):
      "there are two key pin rules for \(hosts): put all pins into one rule"
    case .tooManyRules(let limit): "the policy has more than \(limit) key pin rules"
    case .expiredRule(let hosts, let moment):
      "the key pin rule for \(hosts) expired at \(moment): renew or remove the rule"
    case .duplicatePolicy(let hosts): "there are two trust policies for \(hosts)"
    case .refusesEverybody(let reason):
      "the trust policy would reject every server: \(reason)"
        + (reason.hint.map { "; \($0)" } ?? "")
    }
  }

  private func shown(_ text: String) -> String { ForeignText.escaped(text.utf8) }
}
