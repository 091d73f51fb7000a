public import ApusNames

extension TLS {
  /// The policy of each host: SP-24.
  public struct Policies: Sendable {
    /// The policy of every host that has none of its own.
    public let standard: Policy
    /// The policies of hosts, by whom they are for.
    public let byHost: [(hosts: HostPattern, policy: Policy)]

    /// A policy, and others for hosts of their own, one for each pattern.
    public init(
      _ standard: Policy, _ byHost: [(hosts: HostPattern, policy: Policy)] = []
    ) throws(PolicyError) {
      var seen: Set<HostPattern> = []
      for (hosts, _) in byHost where !seen.insert(hosts).inserted { throw .duplicatePolicy(hosts) }
      self.standard = standard
      self.byHost = byHost
    }

    /// The one policy of all hosts.
    public init(_ standard: Policy) {
      self.standard = standard
      byHost = []
    }

    /// The policy that is closest to a host.
    public func policy(for host: CanonicalHost) -> Policy {
      var closest: (hosts: HostPattern, policy: Policy)?
      for entry in byHost where entry.hosts.matches(host) {
        if let known = closest, !entry.hosts.isCloser(than: known.hosts) { continue }
        closest = entry
      }
      return closest?.policy ?? standard
    }
  }
}
