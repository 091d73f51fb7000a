public import ApusNames

extension TLS {
  /// The policy of each host: SP-24.
  public struct Policies: Sendable {
    /// The policy of every host that has none of its own.
    public let standard: Policy
    /// The policies of hosts, by whom they are for.
    public let byHost: [(hosts: HostPattern, policy: Policy)]
    /// The hashes of these, in the same order.
    private let standardDigest: PolicyDigest
    private let digests: [PolicyDigest]

    /// Creates a policy, and others for hosts of their own, one for each pattern.
    public init(
      _ standard: Policy, _ byHost: [(hosts: HostPattern, policy: Policy)] = []
    ) throws(PolicyError) {
      var seen: Set<HostPattern> = []
      for (hosts, _) in byHost where !seen.insert(hosts).inserted { throw .duplicatePolicy(hosts) }
      self.standard = standard
      self.byHost = byHost
      standardDigest = PolicyDigest(standard)
      digests = byHost.map { PolicyDigest($0.policy) }
    }

    /// Creates the one policy of all hosts.
    public init(_ standard: Policy) {
      self.standard = standard
      byHost = []
      standardDigest = PolicyDigest(standard)
      digests = []
    }

    /// Returns the policy that is closest to a host.
    public func policy(for host: CanonicalHost) -> Policy {
      place(of: host).map { byHost[$0].policy } ?? standard
    }

    /// The hash of that policy.
    package func digest(for host: CanonicalHost) -> PolicyDigest {
      place(of: host).map { digests[$0] } ?? standardDigest
    }

    private func place(of host: CanonicalHost) -> Int? {
      var closest: Int?
      for (place, entry) in byHost.enumerated() where entry.hosts.matches(host) {
        if let known = closest, !entry.hosts.isCloser(than: byHost[known].hosts) { continue }
        closest = place
      }
      return closest
    }
  }
}
