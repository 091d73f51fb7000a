public import ApusTLS
internal import ApusX509

extension HTTPSession {
  /// Whom a session trusts, and who it is itself.
  ///
  /// No session has these settings yet, as none speaks TLS.
  public struct TLSSettings: Sendable {
    /// Whom to trust to vouch for servers.
    public var roots = Roots.system
    /// Which keys which hosts must have in their path, whatever policy they are held to.
    public var pins: [PinnedHosts] = []
    /// Whether a host is refused that no pins are about.
    public var pinsCoverEveryHost = false
    /// What servers are held to.
    public var policy = TLS.Policy()
    /// What servers of some hosts are held to instead, by the pattern of their names.
    public var policies: [String: TLS.Policy] = [:]
    /// Who the session is to servers that ask for a certificate.
    public var identity: ClientIdentity?

    /// The defaults: the system's roots, no pins, no check lifted, no certificate.
    public init() {}

    /// The policy of each host, with the pins of all, at the time at which a session is made.
    ///
    /// A rule that has come to its end by then is an error.
    func resolved(at moment: X509.Moment) throws(TLS.PolicyError) -> TLS.Policies {
      var rules: [TLS.PinRule] = []
      for hosts in pins { rules.append(try hosts.rule()) }
      var byHost: [(hosts: TLS.HostPattern, policy: TLS.Policy)] = []
      for (text, policy) in policies {
        byHost.append((try TLS.HostPattern(text), try held(policy, to: rules, at: moment)))
      }
      return try TLS.Policies(held(policy, to: rules, at: moment), byHost)
    }

    /// A policy with rules beside its own.
    private func held(
      _ policy: TLS.Policy, to rules: [TLS.PinRule], at moment: X509.Moment
    ) throws(TLS.PolicyError) -> TLS.Policy {
      var policy = policy
      policy.rules = try TLS.PinRules(
        policy.rules.rules + rules,
        coversEveryHost: policy.rules.coversEveryHost || pinsCoverEveryHost)
      try policy.rules.expectInForce(at: moment)
      return policy
    }
  }
}

extension HTTPSession.TLSSettings: CustomStringConvertible {
  /// What is asked of servers, with every lifted check; nothing of the client's key.
  public var description: String {
    var parts = ["\(policy)"]
    for (hosts, policy) in policies where !policy.danger.isEmpty {
      parts.append("\(hosts): \(policy.danger)")
    }
    if !pins.isEmpty { parts.append("pins of \(pins.count) patterns of hosts") }
    return parts.joined(separator: "; ")
  }
}
